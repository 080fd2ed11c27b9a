import { expect, test } from "vitest";
import { conform } from "../src/conform.ts";

const site = "http://x.test";
const problem = (status: number, code: string, headers = {}) =>
  Response.json({ error: "x", code }, { status, headers });
const get = (path: string, response: Response, init?: RequestInit) => conform(() => response)(site + path, init);

test.each(["/", "/admin/accounts", "/svc-api", "/other/svc-api/x"])(
  "%s is no path of the contract, and may respond anything",
  async (path) => {
    expect(await (await get(path, new Response("any", { status: 418 }))).text()).toBe("any");
  },
);

test.each(["/svc-api/nothing", "/downloads/nothing", "/svc-api/account/more", "/x/../svc-api/nothing"])(
  "%s has no operation, so it must respond 404 with a problem",
  async (path) => {
    expect((await get(path, problem(404, "not_found"))).status).toBe(404);
    await expect(get(path, Response.json({ error: "x" }, { status: 404 }))).rejects.toThrow("not as documented");
    await expect(get(path, problem(400, "invalid_request"))).rejects.toThrow("no such operation");
  },
);

test("a file for download must be documented too", async () => {
  const path = "/downloads/svc-tunnel-skill.md";
  await expect(get(path, new Response("x", { headers: { "content-type": "image/png" } }))).rejects.toThrow("image/png");
  await expect(get("/downloads/svc-tunnel-skillXmd", new Response("x"))).rejects.toThrow("no such operation");
});

test("the response to a preflight is 204, whatever the path", async () => {
  const options = { method: "OPTIONS" };
  expect((await get("/svc-api/account", new Response(null, { status: 204 }), options)).status).toBe(204);
  await expect(get("/svc-api/account", new Response(null, { status: 200 }), options)).rejects.toThrow(
    "no such operation",
  );
  await expect(get("/svc-api/account", new Response(null, { status: 204 }))).rejects.toThrow("does not document");
});

test("a server of the earlier edition may lack an operation, but must say so by a problem", async () => {
  const fetch = conform(() => problem(404, "not_found"));
  await fetch(`${site}/svc-api/sms/list`);
  expect(fetch.missing()).toContain("listSmsInboxes 200");
  await expect(get("/svc-api/sms/list", Response.json({}, { status: 404 }))).rejects.toThrow("not as documented");
});

test("a body is compared with the media type without its parameters, and read from a copy", async () => {
  const good = { success: true, valid: true, phone: "5550123456" };
  const headers = { "content-type": "application/json; charset=utf-8" };
  const response = await get("/svc-api/sms/check?phone=5550123456", Response.json(good, { headers }));
  expect(await response.json()).toEqual(good);
});
