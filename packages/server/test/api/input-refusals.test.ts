import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, firstKey, openDesk } from "./harness.ts";

let desk: Desk;
const keys: Record<string, string> = { agent: firstKey };

beforeAll(async () => {
  desk = await openDesk({ edition: "later" });
  keys.mail = (await desk.call("POST", "mailbox/register", { body: { name: "a" } })).body.mailbox.token;
  keys.sms = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token.token;
});
afterAll(() => desk.server.close());

test.each([
  ["mailbox/list?limit=0", "agent", "`limit` must be at least 1."],
  ["mailbox/list?limit=1001", "agent", "`limit` must be at most 1000."],
  ["mailbox/list?limit=x", "agent", "`limit` must be a whole number."],
  ["mailbox/list?limit=x&limit=1", "agent", "`limit` must be a whole number."],
  ["audit?limit=0", "agent", "`limit` must be at least 1."],
  ["audit?cursor=-", "agent", "`cursor` must be the `next` of an earlier response of this list."],
  ["mailbox/check", "agent", "`name` is missing."],
  ["sms/check", "agent", "`phone` is missing."],
  ["mail/recent?wait=51", "mail", "`wait` must be at most 50."],
  ["mail/recent?wait=-1", "mail", "`wait` must be at least 0."],
  ["mail/recent?n=0", "mail", "`n` must be at least 1."],
  ["mail/recent?n=11", "mail", "`n` must be at most 10."],
  ["mail/recent?full=yes", "mail", "`full` must be one of true, false."],
  ["mail/recent?lookback=3601", "mail", "`lookback` must be at most 3600."],
  ["mail/recent?to=", "mail", "`to` must not be empty."],
  ["mail/recent?authenticated=1", "mail", "`authenticated` must be one of true, false."],
  ["sms/recent?wait=51", "sms", "`wait` must be at most 50."],
])("GET %s with the key for %s is refused: %s", async (path, key, error) => {
  const { status, body } = await desk.call("GET", path, { token: keys[key]! });
  expect([status, body]).toEqual([400, { error, code: "invalid_request" }]);
});

const secret = "JBSWY3DP";
const push = { phone: "5550100001", sender: "a", body: "b" };

test.each<[string, unknown, string, key?: string]>([
  ["mailbox/register", undefined, "The body must be an object."],
  ["mailbox/register", [], "The body must be an object."],
  ["mailbox/register", "a", "The body must be an object."],
  ["mailbox/register", {}, "`name` is missing."],
  ["mailbox/register", { name: 7 }, "`name` must be a string."],
  ["webhooks/register", {}, "`url` is missing."],
  ["webhooks/register", { url: "https://a.test", events: [] }, "`events` must have at least 1 entries."],
  ["webhooks/register", { url: "https://a.test", events: ["mail", "fax"] }, "`events[1]` must be one of mail, sms."],
  ["authenticators/register", { secret, digits: 9 }, "`digits` must be at most 8."],
  ["authenticators/register", { secret, digits: 5 }, "`digits` must be at least 6."],
  ["authenticators/register", { secret, period: 9 }, "`period` must be at least 10."],
  ["authenticators/register", { secret, algorithm: "MD5" }, "`algorithm` must be one of SHA1, SHA256, SHA512."],
  [
    "authenticators/register",
    { secret: "!!" },
    "The authenticator's secret must be base32: up to 256 letters A to Z and digits 2 to 7.",
  ],
  [
    "authenticators/register",
    { uri: "x" },
    "This is not an otpauth://totp/ URI, which the QR code of an authenticator contains.",
  ],
  ["agent-tokens/create", { name: "x".repeat(101) }, "`name` must have at most 100 characters."],
  ["agent-tokens/create", { name: "a", scopes: 7 }, "`scopes` must be a string."],
  ["sms/push", { messages: [{ ...push }, {}] }, "`messages[1].phone` is missing, also at the top level.", "sms"],
  ["sms/push", { ...push, phone: "1" }, "`messages[0].phone` must be a phone number of 7 to 15 digits.", "sms"],
  [
    "sms/push",
    { ...push, received_at: "x" },
    "`messages[0].received_at` must be an RFC 3339 time, or epoch seconds or milliseconds.",
    "sms",
  ],
])("POST %s with %j is refused: %s", async (path, sent, error, key = "agent") => {
  const { status, body } = await desk.call("POST", path, { token: keys[key]!, body: sent });
  expect([status, body]).toEqual([400, { error, code: "invalid_request" }]);
});

test("an id that does not exist is named before a body that is wrong", async () => {
  const raw = "{";
  const headers = { "content-type": "application/json" };
  const { status, body } = await desk.call("PUT", "agent-tokens/none", { raw, headers });
  const error = "There is no agent key with this id in this account.";
  expect([status, body]).toEqual([404, { error, code: "not_found" }]);
});

test("the first value of a repeated parameter counts", async () => {
  await desk.call("POST", "mailbox/register", { body: { name: "b" } });
  const { body } = await desk.call("GET", "mailbox/list?limit=1&limit=x");
  expect(body.mailboxes).toHaveLength(1);
});
