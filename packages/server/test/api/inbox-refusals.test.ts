import { scopes } from "@frontdesk/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

let desk: Desk;
const keys: Record<string, string> = {};

beforeAll(async () => {
  desk = await openDesk({ edition: "later", maxWaits: 1 });
  keys.mail = (await desk.call("POST", "mailbox/register", { body: { name: "a" } })).body.mailbox.token;
  keys.sms = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token.token;
});
afterAll(() => desk.server.close());

const both = "Send `lookback` or `after`, not both: `lookback` is for a first request without a cursor.";
const cursor = "`after` must be the cursor of an earlier response, or a message id, of this inbox.";

test.each([
  ["mail", "mail/message/none", 404, "There is no mail with this id in this mailbox; it keeps the latest ten."],
  ["mail", "mail/recent?after=x&lookback=1", 400, both],
  ["sms", "sms/recent?after=x&lookback=1", 400, both],
  ["mail", "mail/recent?after=x", 400, cursor],
  ["sms", "sms/recent?after=x", 400, cursor],
])("a reader of %s that asks for %s is refused: %i, %s", async (kind, path, status, error) => {
  const answer = await desk.call("GET", path, { token: keys[kind]! });
  const code = status === 404 ? "not_found" : "invalid_request";
  expect([answer.status, answer.body]).toEqual([status, { error, code }]);
});

test.each(["mail", "sms"])("a wait for %s above the limit of its inbox is told when to try again", async (kind) => {
  const leaving = new AbortController();
  const wait = (signal?: AbortSignal) =>
    desk.call("GET", `${kind}/recent?wait=20`, { token: keys[kind]!, ...(signal && { signal }) });
  const first = wait(leaving.signal).catch(() => {});
  const { mail, sms } = desk.server.services;
  await expect.poll(() => mail.pending() + sms.pending()).toBe(1);
  const { status, body, headers } = await wait();
  const error = "1 waits are pending on this inbox. End one, or try again in a second.";
  expect([status, body, headers.get("retry-after")]).toEqual([429, { error, code: "rate_limited" }, "1"]);
  leaving.abort();
  await first;
  await expect.poll(() => mail.pending() + sms.pending()).toBe(0);
});

test.each(["sms/pair", "sign-in"])("an unknown code at %s is refused with what may have become of it", async (path) => {
  const { status, body } = await desk.call("POST", path, { token: null, body: { code: "unknown" } });
  const error = "This code is unknown, was used already, or is older than ten minutes. Request a new one.";
  expect([status, body]).toEqual([401, { error, code: "unauthenticated" }]);
});

test("a mail that is missing is refused in a sentence of its own", async () => {
  const headers = { "content-type": "message/rfc822", "content-length": "0" };
  const { status, body } = await desk.call("POST", "mail/push", { headers });
  expect([status, body]).toEqual([400, { error: "The body, which is the mail, is missing.", code: "invalid_request" }]);
});

test("a scope that does not exist is refused with all that do", async () => {
  const body = { name: "a", scopes: "mailbox:reed" };
  const answer = await desk.call("POST", "agent-tokens/create", { body });
  expect([answer.status, answer.body.error]).toEqual([
    400,
    `\`scopes\` names "mailbox:reed", which is not one of ${scopes.join(", ")}.`,
  ]);
});
