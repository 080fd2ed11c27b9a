import { describe, expect, it } from "vitest";
import { ContractError, conform } from "../src/conform.ts";

const respondWith = (body: unknown, init?: ResponseInit) => () => Response.json(body, init);
const phone = "http://x.test/svc-api/sms/check?phone=5550123456";
const good = { success: true, valid: true, phone: "5550123456" };

const otherBody = " with a body that is not as documented: ";

describe("conform", () => {
  it("passes a documented response and counts it as seen", async () => {
    const fetch = conform(respondWith(good));
    expect(fetch.missing()).toContain("checkPhone 200");
    expect(await (await fetch(phone)).json()).toEqual(good);
    expect(fetch.missing()).not.toContain("checkPhone 200");
  });

  it("counts a documented error as seen too", async () => {
    const fetch = conform(respondWith({ error: "x", code: "invalid_request" }, { status: 400 }));
    expect(fetch.missing()).toContain("checkPhone 400");
    await fetch(phone);
    expect(fetch.missing()).not.toContain("checkPhone 400");
  });

  it("counts no response that another one has seen", async () => {
    await conform(respondWith(good))(phone);
    expect(conform(respondWith(good)).missing()).toContain("checkPhone 200");
  });

  it.each([
    ["an extra field", respondWith({ ...good, extra: 1 }), `200${otherBody}data must NOT have additional properties`],
    [
      "a missing field",
      respondWith({ success: true, valid: true }),
      `200${otherBody}data must have required property 'phone'`,
    ],
    ["a wrong type", respondWith({ ...good, valid: "yes" }), `200${otherBody}data/valid must be boolean`],
    [
      "an undocumented status",
      respondWith(good, { status: 201 }),
      `201, which checkPhone does not document: ${JSON.stringify(good)}`,
    ],
    [
      "an error without its code",
      respondWith({ error: "x" }, { status: 400 }),
      `400${otherBody}data must have required property 'code'`,
    ],
    [
      "another content type",
      () => new Response("ok", { headers: { "content-type": "text/plain" } }),
      '200 as "text/plain"',
    ],
    ["no content type", () => new Response(null), '200 as ""'],
  ])("refuses %s", async (_title, fetch, message) => {
    await expect(conform(fetch)(phone)).rejects.toThrow(
      new ContractError(`GET /svc-api/sms/check returned ${message}`),
    );
  });

  it("quotes the body of a response with an undocumented status", async () => {
    const fetch = conform(respondWith({ error: "The disk is full." }, { status: 507 }));
    await expect(fetch(phone)).rejects.toThrow(
      'GET /svc-api/sms/check returned 507, which checkPhone does not document: {"error":"The disk is full."}',
    );
  });

  it("rejects a 401 that names no scheme", async () => {
    const fetch = conform(respondWith({ error: "x", code: "unauthenticated" }, { status: 401 }));
    await expect(fetch("http://x.test/svc-api/account")).rejects.toThrow(
      new ContractError("GET /svc-api/account returned 401 without the header WWW-Authenticate"),
    );
  });

  it("accepts a 404 problem for a path the contract does not have, and nothing else", async () => {
    const url = "http://x.test/svc-api/nothing";
    await conform(respondWith({ error: "x", code: "not_found" }, { status: 404 }))(url);
    await expect(conform(respondWith({ success: true }))(url)).rejects.toThrow(
      new ContractError("GET /svc-api/nothing returned 200, but openapi.yaml has no such operation"),
    );
  });
});
