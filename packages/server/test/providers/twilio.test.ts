import { describe, expect, test } from "vitest";
import type { openDesk } from "../api/harness.ts";
import { openBed } from "./bed.ts";

const phone = "+15550100001";
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const service = "/v2/Services/VA00000000000000000000000000000000";

describe("Twilio's messages", () => {
  test.each([
    [{ From: "+15005550006", Body: "Hello" }, 21604],
    [{ To: "5550100001", From: "+15005550006", Body: "Hello" }, 21211],
    [{ To: "whatsapp:+15550100001", From: "+15005550006", Body: "Hello" }, 21211],
    [{ To: phone, Body: "Hello" }, 21603],
    [{ To: phone, From: "+15005550006" }, 21602],
    [{ To: phone, From: "+15005550006", Body: "x".repeat(1_601) }, 21617],
  ])("%j gets Twilio's code %i", async (fields, code) => {
    const { post, received } = await openBed("twilio");
    expect(await post(form(fields))).toMatchObject({ status: 400, body: { code, status: 400 } });
    expect(await received()).toEqual([]);
  });

  test("have the sender, and the resource that the SDK reads", async () => {
    const { post, received } = await openBed("twilio");
    const { body } = await post(form({ To: phone, MessagingServiceSid: "MG1", Body: "369385 is your code" }));
    expect(body).toMatchObject({
      sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
      status: "accepted",
      to: phone,
      num_segments: "1",
    });
    expect(Number.isNaN(Date.parse(body.date_created))).toBe(false);
    expect(await received()).toMatchObject([{ sender: "MG1", phone: "5550100001" }]);
  });

  test("have the first 256 units of a longer sender, and no half of a character", async () => {
    const { post, received } = await openBed("twilio");
    const code = "369385 is your code";
    await post(form({ To: phone, MessagingServiceSid: `${"x".repeat(255)}🔐`, Body: code }));
    expect(await received()).toMatchObject([{ sender: `${"x".repeat(255)}\ufffd` }]);
  });

  test("go to the SMS inbox of an SMS key, whichever has the number", async () => {
    const { desk, send, smsInbox } = await openBed("twilio");
    const other = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
    expect((await send("+15550100002", undefined, { key: other.token })).status).toBe(201);
    const list = (await desk.call("GET", "sms/list")).body.sms_tokens;
    const counts = list.map(({ id, message_count }: { id: string; message_count: number }) => [id, message_count]);
    expect(counts).toEqual([
      [smsInbox.id, 0],
      [other.id, 1],
    ]);
  });

  test("register an SMS inbox for a new number with sms:create, once and within the limit", async () => {
    const { desk, send } = await openBed("twilio", { freeSmsInboxes: 2 });
    const body = { name: "creator", scopes: "sms:push,sms:create" };
    const key = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token.token;
    await Promise.all([1, 2, 3].map(() => send("+15550100002", undefined, { key })));
    expect((await send("+15550100003", undefined, { key })).status).toBe(201);
    const list = (await desk.call("GET", "sms/list")).body.sms_tokens;
    expect(list).toMatchObject([{ message_count: 0 }, { message_count: 3, phones: [{ phone: "5550100002" }] }]);
  });

  test("for a new number register no SMS inbox with sms:push alone", async () => {
    const { desk, send } = await openBed("twilio", { freeSmsInboxes: 2 });
    const body = { name: "pusher", scopes: "sms:push" };
    const key = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token.token;
    expect((await send("+15550100002", undefined, { key })).status).toBe(201);
    expect((await desk.call("GET", "sms/list")).body.sms_tokens).toMatchObject([{ message_count: 0 }]);
  });

  test("find an inbox again after it was deleted and registered", async () => {
    const { desk, send, smsInbox, received } = await openBed("twilio");
    await send(phone);
    await desk.call("DELETE", `sms/${smsInbox.id}`);
    expect((await send(phone)).status).toBe(201);
    const again = (await desk.call("POST", "sms/register", { body: { phone: "5550100001" } })).body.sms_token;
    await send(phone);
    const { messages } = (await desk.call("GET", "sms/recent", { token: again.token })).body;
    expect(messages).toHaveLength(1);
    await expect(received()).resolves.toBeUndefined();
  });

  test("to two SMS inboxes are two, although token and text are the same", async () => {
    const { desk, send, smsInbox } = await openBed("twilio");
    const other = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
    const headers = { "i-twilio-idempotency-token": "one" };
    for (const { token } of [smsInbox, other])
      expect((await send(phone, "Hello", { headers, key: token })).status).toBe(201);
    const list = (await desk.call("GET", "sms/list")).body.sms_tokens;
    expect(list).toMatchObject([{ message_count: 1 }, { message_count: 1 }]);
  });

  test("of two of Twilio's accounts are two, although token and text are the same", async () => {
    const { post, received } = await openBed("twilio");
    const headers = { "i-twilio-idempotency-token": "one" };
    const body = form({ To: phone, From: "+15005550006", Body: "Hello" });
    for (const account of ["AC1", "AC2"])
      expect((await post(body, { headers, path: `/2010-04-01/Accounts/${account}/Messages.json` })).status).toBe(201);
    expect(await received()).toHaveLength(2);
  });

  test("are sent once for each idempotency token", async () => {
    const { send, received } = await openBed("twilio");
    const headers = { "i-twilio-idempotency-token": "one" };
    const [first, second] = [await send(phone, "Hello", { headers }), await send(phone, "Hello", { headers })];
    expect(second.body.sid).toBe(first.body.sid);
    expect((await send(phone, "Other", { headers })).status).toBe(409);
    expect(await received()).toHaveLength(1);
  });
});

describe("Twilio Verify", () => {
  async function open(options: Parameters<typeof openDesk>[0] = {}) {
    const bed = await openBed("twilio", options);
    const start = (fields: Record<string, string>) => bed.post(form(fields), { path: `${service}/Verifications` });
    const check = (fields: Record<string, string>) => bed.post(form(fields), { path: `${service}/VerificationCheck` });
    const code = async () => (await bed.received())[0]?.codes[0]?.value ?? "";
    return { ...bed, start, check, code };
  }
  const sms = { To: phone, Channel: "sms" };

  test("needs a scope that delivers: no other key starts, checks or blocks a verification", async () => {
    const { desk, post, start, code } = await open();
    const body = { name: "reader", scopes: "mailbox:read" };
    const key = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token.token;
    const asReader = (path: string, fields: Record<string, string>) =>
      post(form(fields), { path: `${service}/${path}`, key });
    for (let time = 0; time < 6; time++)
      expect((await asReader("Verifications", { ...sms, CustomCode: "0000" })).status).toBe(403);
    expect((await asReader("VerificationCheck", { To: phone, Code: "0000" })).status).toBe(404);
    expect((await start(sms)).status).toBe(201);
    for (let time = 0; time < 6; time++)
      expect((await asReader("VerificationCheck", { To: phone, Code: "000000" })).status).toBe(404);
    const path = `${service}/VerificationCheck`;
    expect(await post(form({ To: phone, Code: await code() }), { path })).toMatchObject({
      body: { status: "approved" },
    });
  });

  test("of an SMS key is another one than the account's", async () => {
    const { post, start, check, code, smsInbox } = await open();
    await start(sms);
    const own = await code();
    const asPhone = (path: string, fields: Record<string, string>) =>
      post(form(fields), { path: `${service}/${path}`, key: smsInbox.token });
    expect((await asPhone("VerificationCheck", { To: phone, Code: own })).status).toBe(404);
    expect((await asPhone("Verifications", sms)).status).toBe(201);
    expect(await asPhone("VerificationCheck", { To: phone, Code: await code() })).toMatchObject({
      body: { status: "approved" },
    });
    expect(await check({ To: phone, Code: own })).toMatchObject({ body: { status: "approved" } });
  });

  test("sends a code by SMS, and approves it once", async () => {
    const { start, check, code } = await open();
    const { status, body } = await start(sms);
    expect([status, body]).toEqual([201, expect.objectContaining({ status: "pending", valid: false, to: phone })]);
    const Code = await code();
    expect(Code).toMatch(/^\d{6}$/);
    expect(await check({ To: phone, Code })).toMatchObject({
      status: 200,
      body: { status: "approved", valid: true, sid: body.sid },
    });
    expect(await check({ To: phone, Code })).toMatchObject({ status: 404, body: { code: 20404 } });
  });

  test("sends a code by mail, with its own code and name", async () => {
    const { desk, post, mailbox, key } = await open();
    const { body } = await desk.call("POST", "agent-tokens/create", { body: { name: "mail", scopes: "mail:push" } });
    const fields = {
      To: "signup@desk.example.com",
      Channel: "email",
      CustomCode: "778899",
      CustomFriendlyName: "Shop",
    };
    const path = `${service}/Verifications`;
    expect((await post(form(fields), { path, key })).status).toBe(403);
    const started = await post(form(fields), { path, key: body.agent_token.token });
    expect(started.status).toBe(201);
    const { emails } = (await desk.call("GET", "mail/recent?full=true", { token: mailbox.token })).body;
    expect(emails[0]).toMatchObject({ body: expect.stringContaining("Your Shop verification code is: 778899") });
    const check = { VerificationSid: started.body.sid, Code: "778899" };
    const checkPath = `${service}/VerificationCheck`;
    // The key of another channel does not reach it.
    expect((await post(form(check), { path: checkPath, key })).status).toBe(404);
    const approved = await post(form(check), { path: checkPath, key: body.agent_token.token });
    expect(approved.body.status).toBe("approved");
  });

  test("blocks a code after five wrong ones", async () => {
    const { start, check, code } = await open();
    await start(sms);
    const Code = await code();
    const wrong = Code === "000000" ? "000001" : "000000";
    for (let at = 0; at < 5; at++) expect((await check({ To: phone, Code: wrong })).body.status).toBe("pending");
    expect(await check({ To: phone, Code })).toMatchObject({ status: 429, body: { code: 60202 } });
  });

  test("sends the same code again, at most five times", async () => {
    const { start, received } = await open();
    for (let at = 0; at < 5; at++) expect((await start(sms)).status).toBe(201);
    expect(await start(sms)).toMatchObject({ status: 429, body: { code: 60203 } });
    const codes = (await received()).map(({ codes }) => codes[0]?.value);
    expect([codes.length, new Set(codes).size]).toEqual([5, 1]);
  });

  test("ends a code after ten minutes", async () => {
    let now = Date.UTC(2026, 0, 1);
    const { start, check, code } = await open({ clock: { now: () => now } });
    await start(sms);
    const Code = await code();
    now += 10 * 60_000;
    expect((await check({ To: phone, Code })).status).toBe(404);
  });

  test("knows no code of another service or account", async () => {
    const bed = await open();
    await bed.start(sms);
    const Code = await bed.code();
    const elsewhere = await bed.post(form({ To: phone, Code }), { path: "/v2/Services/VA1/VerificationCheck" });
    expect(elsewhere.status).toBe(404);
    const { accounts, agentKeys } = bed.desk.server.services;
    const other = await agentKeys.create((await accounts.create("other")).id, { name: "other" });
    const path = `${service}/VerificationCheck`;
    expect((await bed.post(form({ To: phone, Code }), { path, key: other.token })).status).toBe(404);
    expect((await bed.check({ To: phone, Code })).status).toBe(200);
  });

  test.each([
    [{ To: "5550100001", Channel: "sms" }, 400],
    [{ To: "nobody", Channel: "email" }, 400],
    [{ To: phone, Channel: "sms", CustomCode: "12" }, 400],
    [{ To: phone, Channel: "call" }, 501],
  ])("rejects the start %j with %i", async (fields, status) => {
    const { start } = await open();
    expect((await start(fields)).status).toBe(status);
  });

  test.each([{ To: phone }, { Code: "123456" }, { To: phone, Code: "x y z" }])(
    "rejects the check %j",
    async (fields) => {
      const { check } = await open();
      expect(await check(fields as Record<string, string>)).toMatchObject({ status: 400, body: { code: 60200 } });
    },
  );
});
