import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { providers } from "../../src/providers/index.ts";
import { firstKey, fragileStorage } from "../api/harness.ts";
import { openBed, type ProviderName, recipients, strangers } from "./bed.ts";
import { cases } from "./cases.ts";

const names = Object.keys(providers) as ProviderName[];

describe.each(names)("%s", (name) => {
  const { channel, statuses, error, hasErrorsInBody = false } = cases[name];

  test("delivers a message with its code", async () => {
    const { send, received } = await openBed(name);
    expect((await send(recipients[channel])).status).toBe(statuses.sent);
    const [message] = await received();
    expect(message).toMatchObject({
      body: expect.stringContaining("369385 is your code."),
      codes: [{ value: "369385" }],
      via: name,
    });
    if (channel === "mail")
      expect(message).toMatchObject({
        subject: "Your code",
        sender: expect.stringMatching(/^"?Shop, Inc\."? <shop@shop.example>$/),
      });
  });

  test("keeps two equal messages", async () => {
    const { send, received } = await openBed(name);
    await send(recipients[channel]);
    await send(recipients[channel]);
    expect(await received()).toHaveLength(2);
  });

  test("accepts a recipient that is nobody's", async () => {
    const { desk, send, received } = await openBed(name);
    expect((await send(strangers[channel])).status).toBe(statuses.sent);
    expect(await received()).toEqual([]);
    const { rejected } = (await desk.call("GET", "mailbox/rejected")).body;
    if (channel === "mail") expect(rejected).toMatchObject([{ recipient: strangers.mail, reason: "unknown_mailbox" }]);
  });

  test.each(["nobody", "", "a b@desk.example.com", "x@", "+1"])("rejects the malformed recipient %j", async (to) => {
    const { send, received } = await openBed(name);
    const response = await send(to);
    expect(response).toMatchObject({ status: statuses.malformed, body: error });
    expect(await received()).toEqual([]);
  });

  test("needs a key in process, and does not repeat it", async () => {
    const { send, received } = await openBed(name);
    for (const key of [
      null,
      "wrong",
      `svcagt_${"x".repeat(28)}`,
      `svcsms_${"x".repeat(28)}`,
      "svcm_xxxxxxxxxxxxxxxx",
    ]) {
      const response = await send(recipients[channel], undefined, { key });
      expect(response).toMatchObject({ status: statuses.unauthenticated, body: error });
      expect(JSON.stringify(response.body)).not.toContain("xxxxxxxx");
    }
    expect(await received()).toEqual([]);
  });

  test("rejects a key without the scope, and reaches no other account", async () => {
    const { desk, send, received } = await openBed(name);
    const { body } = await desk.call("POST", "agent-tokens/create", {
      body: { name: "reader", scopes: "mailbox:read,sms:read" },
    });
    const response = await send(recipients[channel], undefined, { key: body.agent_token.token });
    expect([401, 403]).toContain(response.status);
    expect(response).toMatchObject({ body: error });
    const { accounts, agentKeys } = desk.server.services;
    const other = await agentKeys.create((await accounts.create("other")).id, {
      name: "other",
      scopes: ["mail:push", "sms:push"],
    });
    expect((await send(recipients[channel], undefined, { key: other.token })).status).toBe(statuses.sent);
    expect(await received()).toEqual([]);
  });

  test("responds with 501 and the routes to everything else", async () => {
    const { post } = await openBed(name);
    for (const [method, path] of [
      ["POST", "/domains"],
      ["GET", cases[name].path],
      ["OPTIONS", cases[name].path],
    ]) {
      const response = await post("{}", { method: method!, path: path! });
      expect(response).toMatchObject({ status: 501, body: cases[name].otherRoutesError ?? error });
      expect(JSON.stringify(response.body)).toContain("POST /");
    }
  });

  test("has no CORS headers", async () => {
    const { send } = await openBed(name);
    const { headers } = await send(recipients[channel], undefined, { headers: { origin: "https://evil.example" } });
    expect([...headers.keys()].filter((header) => header.startsWith("access-control"))).toEqual([]);
  });

  test.each(["", "null", "[]", "{", '"x"', "{}", "\u0000", "%%%", '{"a":"\\ud83d"}'])(
    "rejects the body %j",
    async (body) => {
      const { post } = await openBed(name);
      const response = await post(body);
      if (!hasErrorsInBody) expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(response).toMatchObject({ body: error });
    },
  );

  test("rejects another content type", async () => {
    const { send } = await openBed(name);
    const response = await send(recipients[channel], undefined, { headers: { "content-type": "text/plain" } });
    expect(response).toMatchObject({ status: expect.any(Number), body: error });
    expect([400, 415]).toContain(response.status);
  });

  test("rejects a body above the size limit", async () => {
    const { post } = await openBed(name, { smtpMaxSize: 100_000 });
    const response = await post(randomBytes(1024 * 1024 + 1).toString("hex"));
    expect(response).toMatchObject({ status: 413, body: error });
  });

  test("adds no header and no recipient from a hostile text", async () => {
    const { send, received } = await openBed(name);
    const text = "369385\r\nBcc: signup@desk.example.com\r\n\r\n.\r\nhidden \u{1F600} \u0000";
    await send(recipients[channel], text);
    const [message] = await received();
    expect(message?.body).toContain("Bcc: signup@desk.example.com");
    expect(await received()).toHaveLength(1);
  });

  test("acknowledges nothing that the storage did not take", async () => {
    const fragile = fragileStorage();
    const { send, received } = await openBed(name, { storage: fragile.storage });
    // The credential is checked in the storage too: only its writes fail.
    fragile.break();
    const response = await send(recipients[channel]);
    expect(response.status).toBeGreaterThanOrEqual(500);
    fragile.mend();
    expect(await received()).toEqual([]);
  });

  test("has no routes in the earlier edition", async () => {
    const { openDesk } = await import("../api/harness.ts");
    const { server } = await openDesk({ edition: "earlier" });
    const response = await server.fetch(
      new Request(`http://desk.test/as/${name}${cases[name].path}`, { method: "POST" }),
    );
    expect(response.status).toBe(404);
  });

  test("takes the first key, which has every scope", async () => {
    const { send, received } = await openBed(name);
    expect((await send(recipients[channel], undefined, { key: firstKey })).status).toBe(statuses.sent);
    expect(await received()).toHaveLength(1);
  });
});

test("an SMS is logged as dropped if no SMS inbox has its number, and as received else", async () => {
  const lines: string[] = [];
  const log = { info: (line: string) => void lines.push(line), warn() {}, error() {} };
  const { send } = await openBed("twilio", { log });
  for (const to of ["+15550100009", "+15550100001"]) await send(to);
  expect(lines.filter((line) => line.startsWith("SMS"))).toEqual([
    "SMS dropped: no SMS inbox has its number",
    "SMS received",
  ]);
});

test("an SMS key is no credential for mail, which Resend has as a 401, and nothing is stored", async () => {
  const { send, received, smsInbox } = await openBed("resend");
  const { status, body } = await send(recipients.mail, "369385 is your code.", { key: smsInbox.token });
  expect([status, body.message]).toEqual([401, expect.stringContaining("mail:push")]);
  expect(await received()).toEqual([]);
});
