import { expect, onTestFinished, test } from "vitest";
import { type Desk, openDesk } from "../api/harness.ts";

const agentKey = "Send an agent access key as `Authorization: Bearer svcagt_…`.";
const mailboxKey = "Send the mailbox's key as `Authorization: Bearer svcm_…`.";
const smsKey = "Send the SMS key as `Authorization: Bearer svcsms_…`.";

async function open(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = await openDesk({ edition: "later", ...options });
  onTestFinished(() => desk.server.close());
  return desk;
}

test.each([
  ["account", null, `This needs a credential. ${agentKey}`],
  ["account", "Basic YTpi", `This needs a credential. ${agentKey}`],
  ["account", "Bearer", `This needs a credential. ${agentKey}`],
  ["account", "Bearer two words", `This needs a credential. ${agentKey}`],
  ["account", "Bearer svcagt_unknown", `This credential is unknown or was revoked. ${agentKey}`],
  ["account", `Bearer ${"x".repeat(10_000)}`, `This credential is unknown or was revoked. ${agentKey}`],
  ["account", "Bearer MAILBOX", `This is a credential of another kind. ${agentKey}`],
  ["mail/recent", "Bearer SMS", `This is a credential of another kind. ${mailboxKey}`],
  ["mail/recent", null, `This needs a credential. ${mailboxKey}`],
  ["sms/recent", "bearer   MAILBOX", `This is a credential of another kind. ${smsKey}`],
  ["sms/recent", "Bearer svcsms_unknown", `This credential is unknown or was revoked. ${smsKey}`],
])("GET %s with the credential %j says: %s", async (path, header, error) => {
  const desk = await open();
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "a" } })).body;
  const { sms_token: sms } = (await desk.call("POST", "sms/register", { body: {} })).body;
  const sent = header?.replace("MAILBOX", mailbox.token).replace("SMS", sms.token);
  const headers: Record<string, string> = sent === undefined ? {} : { authorization: sent };
  const answer = await desk.call("GET", path, { token: null, headers });
  expect([answer.status, answer.body, answer.headers.get("www-authenticate")]).toEqual([
    401,
    { error, code: "unauthenticated" },
    "Bearer",
  ]);
});

test("an agent key says at its expiry that it has expired, and not before", async () => {
  const clock = { at: Date.UTC(2026, 0, 1), now: () => clock.at };
  const desk = await open({ clock });
  const body = { name: "short", expiry: "2026-01-01T00:01:00Z" };
  const { token } = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token;
  clock.at += 59_999;
  expect((await desk.call("GET", "account", { token })).status).toBe(200);
  clock.at += 1;
  const answer = await desk.call("GET", "account", { token });
  const error = `This agent access key has expired. ${agentKey}`;
  expect([answer.status, answer.body]).toEqual([401, { error, code: "unauthenticated" }]);
});

test.each([
  ["key", { requestsPerKey: 2 }, "This key has sent too many requests within this minute. Try again in 60 s."],
  [
    "account",
    { requestsPerAccount: 2 },
    "The keys of this account have sent too many requests within this minute. Try again in 60 s.",
  ],
])("the request above the limit of its %s says for how long to wait", async (_what, options, error) => {
  const desk = await open({ ...options, clock: { now: () => Date.UTC(2026, 0, 1) } });
  for (let count = 0; count < 2; count++) expect((await desk.call("GET", "account")).status).toBe(200);
  const answer = await desk.call("GET", "account");
  expect([answer.status, answer.body, answer.headers.get("retry-after")]).toEqual([
    429,
    { error, code: "rate_limited" },
    "60",
  ]);
});
