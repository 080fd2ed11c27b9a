import { expect, test, vi } from "vitest";
import { Problem } from "../../src/problem.ts";
import { fragileStorage, openDesk } from "../api/harness.ts";
import { openBed, recipients } from "./bed.ts";

/** A log whose lines are kept. */
function openLog() {
  const lines: { level: string; line: string; fields: unknown }[] = [];
  const write = (level: string) => (line: string, fields?: unknown) => void lines.push({ level, line, fields });
  return { lines, log: { info: write("info"), warn: write("warn"), error: write("error") } };
}

test("a wrong credential is logged with its first sentence, up to the limit of failures", async () => {
  const { lines, log } = openLog();
  const { send } = await openBed("resend", { log, authFailuresPerIp: 2 });
  const statuses = [];
  for (let time = 0; time < 3; time++) {
    const { status, headers } = await send(recipients.mail, undefined, { key: "wrong" });
    statuses.push([status, headers.has("retry-after")]);
  }
  expect(statuses).toEqual([
    [401, false],
    [401, false],
    [429, true],
  ]);
  const rejected = lines.filter(({ line }) => line === "Key rejected");
  expect(rejected).toHaveLength(2);
  expect(rejected[0]?.fields).toMatchObject({ operation: "/as/resend", why: expect.stringMatching(/^Only a server/) });
  expect(JSON.stringify(rejected)).not.toContain("Use an agent key");
});

test("the path of an unknown provider is not found, and the response names those that there are", async () => {
  const { server } = await openDesk();
  for (const method of ["GET", "POST"]) {
    const response = await server.fetch(new Request("http://desk.test/as/unknown/emails", { method }));
    expect(response.status).toBe(404);
    const why = expect.stringMatching(/no provider of this name.* resend/);
    expect(await response.json()).toMatchObject({ code: "not_found", error: why });
  }
});

test("a storage that fails is logged with the request's id, and an app's error is not", async () => {
  const { lines, log } = openLog();
  const fragile = fragileStorage();
  const { send } = await openBed("resend", { log, storage: fragile.storage });
  const problems = () => lines.filter(({ level }) => level !== "info").length;
  const before = problems();
  await send("nobody");
  expect(problems()).toBe(before);
  fragile.break();
  expect((await send(recipients.mail)).status).toBe(503);
  fragile.mend();
  expect(problems()).toBe(before + 1);
});

test("an error that nobody expects is told in the provider's form with the request's id alone, and logged with the reason", async () => {
  const { lines, log } = openLog();
  const { desk, send } = await openBed("resend", { log });
  vi.spyOn(desk.server.services.intake, "resolveOwned").mockRejectedValueOnce(new Error("hidden"));
  const { status, body } = await send(recipients.mail);
  const message = expect.stringMatching(/^The server failed; its log says why, of request [0-9a-f]{8}-\w+\.$/);
  expect([status, body]).toEqual([500, { statusCode: 500, name: "application_error", message }]);
  const [, id] = /of request (.*)\.$/.exec(body.message) ?? [];
  const failed = { level: "error", line: `/as/resend failed (request ${id})`, fields: new Error("hidden") };
  expect(lines.filter(({ level }) => level === "error")).toEqual([failed]);
});

test("a reply is never cached nor read as another type, and has a type only if it has a body", async () => {
  const resend = await openBed("resend");
  const { headers } = await resend.send(recipients.mail);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const sendgrid = await openBed("sendgrid");
  expect((await sendgrid.send(recipients.mail)).headers.get("content-type")).toBeNull();
});

test("a mail with an idempotency key is sent once, and to another route it is another mail", async () => {
  const { post, provider, received } = await openBed("resend");
  const mail = provider.toBody({ to: recipients.mail, text: "369385" });
  const sendWith = (key: string, body = mail, path = "/emails") =>
    post(body, { headers: { "idempotency-key": key }, path });
  const [first, second] = [await sendWith("one"), await sendWith("one")];
  expect([second.status, second.body]).toEqual([200, first.body]);
  const changed = provider.toBody({ to: recipients.mail, text: "778899" });
  expect(await sendWith("one", changed)).toMatchObject({ status: 409, body: { name: "invalid_idempotent_request" } });
  expect((await sendWith("one", `[${mail}]`, "/emails/batch")).body.data).toHaveLength(1);
  expect(await received()).toHaveLength(2);
});

test("an idempotency key has at most 256 characters", async () => {
  const { send } = await openBed("resend");
  const sendWith = (length: number) =>
    send(recipients.mail, undefined, { headers: { "idempotency-key": "k".repeat(length) } });
  expect((await sendWith(256)).status).toBe(200);
  expect(await sendWith(257)).toMatchObject({ status: 422, body: { name: "invalid_idempotency_key" } });
});

test("an SMS goes to the inbox that has the number now, although another had it before", async () => {
  const { desk, send, smsInbox } = await openBed("twilio");
  const recordSms = vi.spyOn(desk.server.services.metrics, "recordSms");
  await send(recipients.sms);
  expect(recordSms.mock.calls).toEqual([[1, 0]]);
  const counts = async () => {
    const { sms_tokens } = (await desk.call("GET", "sms/list")).body;
    return sms_tokens.map(({ message_count }: { message_count: number }) => message_count);
  };
  expect(await counts()).toEqual([1]);
  const index = await desk.server.services.sms.index(smsInbox.id);
  await desk.server.services.sms.deliver([smsInbox.id], () => ({
    messages: [],
    indexChanges: { phones: [{ ...index.phones[0]!, phone: "5550100009" }] },
  }));
  await send(recipients.sms);
  expect(await counts()).toEqual([1]);
  await send("+15550100009");
  expect(await counts()).toEqual([2]);
});

test("an SMS of a provider leaves what is known of a phone's pushes", async () => {
  const { desk, send, smsInbox } = await openBed("twilio");
  const { sms } = desk.server.services;
  await sms.deliver([smsInbox.id], () => ({ messages: [], indexChanges: { digests: ["known"] } }));
  await send(recipients.sms);
  expect(await sms.index(smsInbox.id)).toMatchObject({ digests: ["known"], messages: [{ phone: "5550100001" }] });
});

test("a number that was registered once is registered again after its inbox was deleted", async () => {
  const { desk, send } = await openBed("twilio", { freeSmsInboxes: 3 });
  const body = { name: "creator", scopes: "sms:push,sms:create" };
  const { token } = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token;
  const list = async () => (await desk.call("GET", "sms/list")).body.sms_tokens;
  await send("+15550100002", undefined, { key: token });
  const [, registered] = await list();
  await desk.call("DELETE", `sms/${registered.id}`);
  await send("+15550100002", undefined, { key: token });
  expect(await list()).toMatchObject([{}, { message_count: 1, phones: [{ phone: "5550100002" }] }]);
});

test("an SMS whose inbox cannot be registered is an error, if that is not for the account's limit", async () => {
  const { desk, send } = await openBed("twilio", { freeSmsInboxes: 3 });
  const body = { name: "creator", scopes: "sms:push,sms:create" };
  const { token } = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token;
  const register = vi.spyOn(desk.server.services.smsInboxes, "register");
  const statuses = [];
  for (const code of ["limit_reached", "not_found"] as const) {
    register.mockRejectedValueOnce(new Problem(code, "There is no account."));
    statuses.push((await send("+15550100002", undefined, { key: token })).status);
  }
  expect(statuses).toEqual([201, 500]);
});

test.each(["resend", "sendgrid", "postmark", "mailgun", "ses", "twilio", "sns"] as const)(
  "%s checks the credential and its scope before it reads the body, and before it looks for the route",
  async (name) => {
    const { desk, post, provider } = await openBed(name);
    const headers = { "content-type": "text/plain" };
    const { unauthenticated } = provider.statuses;
    expect((await post("x", { key: null, headers })).status).toBe(unauthenticated);
    expect((await post("x", { key: null, path: "/nothing" })).status).toBe(unauthenticated);
    const body = { name: "reader", scopes: "mailbox:read" };
    const { token } = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token;
    expect([401, 403]).toContain((await post("x", { key: token, headers })).status);
    expect((await post("x", { headers })).status).toBe(415);
  },
);

test("an SMS to an inbox that is deleted while it is sent is not accepted", async () => {
  const { desk, send, smsInbox } = await openBed("twilio");
  const { sms } = desk.server.services;
  vi.spyOn(sms, "deliver").mockResolvedValueOnce([]);
  expect(await send(recipients.sms, undefined, { key: smsInbox.token })).toMatchObject({ status: 404 });
});
