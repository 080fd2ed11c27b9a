import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

// A person reads these sentences: each says what is wrong, and most say what to do instead.

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk({ edition: "later", clock: { now: () => Date.UTC(2026, 0, 2) } });
  await desk.call("POST", "mailbox/register", { body: { name: "taken" } });
  await desk.call("POST", "subdomain/register", { body: { name: "taken" } });
  await desk.call("POST", "authenticators/register", { body: { name: "taken", secret: "JBSWY3DP" } });
});
afterAll(() => desk.server.close());

type Refusal = [request: string, body: object | undefined, status: number, code: string, error: string];

const mailboxNameRule = "`name` must be 1 to 64 letters, digits and inner `.`, `_` or `-`, without two dots in a row.";
const subdomainNameRule = "`name` must be 1 to 63 letters, digits and inner hyphens, and must not start with xn--.";
const authenticatorNameRule =
  "`name` must have 1 to 64 letters, digits, dots, dashes or underscores, and begin and end with a letter or digit.";
const eitherUriOrSecret = "Give either `uri` (otpauth://totp/…) or `secret`, and not both.";
const hook = "https://app.example.com/hook";

test.each<Refusal>([
  ["POST mailbox/register", { name: "a..b" }, 400, "invalid_request", mailboxNameRule],
  [
    "POST mailbox/register",
    { name: "Postmaster" },
    409,
    "already_taken",
    "The name postmaster is reserved. Choose another.",
  ],
  [
    "POST mailbox/register",
    { name: "TAKEN" },
    409,
    "already_taken",
    "The mailbox name taken is taken. Choose another.",
  ],
  ["POST subdomain/register", { name: "xn--a" }, 400, "invalid_request", subdomainNameRule],
  ["POST subdomain/register", { name: "WWW" }, 409, "already_taken", "The name www is reserved. Choose another."],
  [
    "POST subdomain/register",
    { name: "taken" },
    409,
    "already_taken",
    "The subdomain taken.tunnel.localhost is taken. Choose another name.",
  ],
  [
    "POST subdomain/register",
    { name: "a", domain_base: "VIP.localhost" },
    403,
    "vip_required",
    "Names directly under vip.localhost need the tier vip or higher; this account is normal. Use tunnel.localhost, or have the tier raised.",
  ],
  [
    "POST subdomain/register",
    { name: "a", domain_base: "else.test" },
    400,
    "invalid_request",
    "`domain_base` must be tunnel.localhost or vip.localhost.",
  ],
  ["POST authenticators/register", { name: "-a", secret: "JBSWY3DP" }, 400, "invalid_request", authenticatorNameRule],
  ["POST authenticators/register", { name: "a" }, 400, "invalid_request", eitherUriOrSecret],
  [
    "POST authenticators/register",
    { name: "a", secret: "JBSWY3DP", uri: "otpauth://totp/a?secret=JBSWY3DP" },
    400,
    "invalid_request",
    eitherUriOrSecret,
  ],
  [
    "POST authenticators/register",
    { name: "Taken", secret: "JBSWY3DP" },
    409,
    "already_taken",
    "This account already has an authenticator named taken. Choose another name, or delete that one.",
  ],
  [
    "POST sms/register",
    { phone: "123456" },
    400,
    "invalid_request",
    "`phone` must be a phone number of 7 to 15 digits.",
  ],
  [
    "POST agent-tokens/create",
    { name: "a", scopes: " , " },
    400,
    "invalid_request",
    "`scopes` is empty. Name at least one, or leave it out for full access.",
  ],
  [
    "POST agent-tokens/create",
    { name: "a", expiry: "soon" },
    400,
    "invalid_request",
    "`expiry` must be an RFC 3339 time, such as 2030-01-31T00:00:00Z, or null.",
  ],
  [
    "POST agent-tokens/create",
    { name: "a", expiry: "2026-01-02T00:00:00Z" },
    400,
    "invalid_request",
    "`expiry` is in the past. Give a later time, or null.",
  ],
  [
    "POST webhooks/register",
    { url: "/hook" },
    400,
    "invalid_request",
    "`url` must be an absolute URL, such as https://app.example.com/frontdesk.",
  ],
  [
    "POST webhooks/register",
    { url: "ftp://app.example.com/" },
    400,
    "invalid_request",
    "`url` must begin with https: or http:.",
  ],
  [
    "POST webhooks/register",
    { url: "https://:pw@app.example.com/" },
    400,
    "invalid_request",
    "`url` must not contain a user or password. The receiver authenticates webhooks by their signature.",
  ],
  [
    "POST webhooks/register",
    { url: "https://[fd00::1]/" },
    400,
    "invalid_request",
    "`url` points to fd00::1, which is not a public IP address. The operator can allow it with --webhook-allow.",
  ],
  [
    "GET mailbox/list?cursor=x",
    undefined,
    400,
    "invalid_request",
    "`cursor` must be the `next` of an earlier response of this list.",
  ],
  ["DELETE mailbox/none", undefined, 404, "not_found", "There is no mailbox with this id in this account."],
  ["DELETE sms/none", undefined, 404, "not_found", "There is no SMS inbox with this id in this account."],
  ["DELETE subdomain/none", undefined, 404, "not_found", "There is no subdomain with this id in this account."],
  [
    "DELETE authenticators/none",
    undefined,
    404,
    "not_found",
    "There is no authenticator with this id in this account.",
  ],
  ["DELETE webhooks/none", undefined, 404, "not_found", "There is no webhook with this id in this account."],
  ["DELETE agent-tokens/none", undefined, 404, "not_found", "There is no agent key with this id in this account."],
])("%s with %j is refused: %i %s, %s", async (request, body, status, code, error) => {
  const [method = "", path = ""] = request.split(" ");
  const answer = await desk.call(method, path, { body });
  expect([answer.status, answer.body]).toEqual([status, { error, code }]);
});

test.each([
  ["mailbox", "`mailbox_id` is for the event `mail`, which `events` does not name.", ["sms"]],
  ["sms", "`sms_id` is for the event `sms`, which `events` does not name.", ["mail"]],
])("a webhook for one %s inbox without its event is refused: %s", async (kind, error, events) => {
  const made = await desk.call("POST", `${kind}/register`, { body: kind === "sms" ? {} : { name: "own" } });
  const { id } = kind === "sms" ? made.body.sms_token : made.body.mailbox;
  const { status, body } = await desk.call("POST", "webhooks/register", {
    body: { url: hook, events, [`${kind}_id`]: id },
  });
  expect([status, body]).toEqual([400, { error, code: "invalid_request" }]);
});

test("a key that asks to revoke itself is told to take another", async () => {
  const { id } = (await desk.call("GET", "account")).body.agent_token;
  const { status, body } = await desk.call("DELETE", `agent-tokens/${id}`);
  expect([status, body]).toEqual([
    403,
    { error: "A key can't revoke itself. Use another key of the account.", code: "own_key" },
  ]);
});

test.each([
  ["GET", "/svc-api/mailbox/register", 405, "method_not_allowed", "This path takes POST, not GET.", "POST, OPTIONS"],
  [
    "GET",
    "/svc-api/agent-tokens/a",
    405,
    "method_not_allowed",
    "This path takes PUT and DELETE, not GET.",
    "PUT, DELETE, OPTIONS",
  ],
  ["PATCH", "/svc-api/account", 405, "method_not_allowed", "This path takes GET, not PATCH.", "GET, OPTIONS"],
  [
    "GET",
    "/docs/toString",
    404,
    "not_found",
    "There is no operation with this name. /docs lists all operations.",
    null,
  ],
  ["GET", "/assets/nothing.js", 404, "not_found", "There is no such file.", null],
  [
    "GET",
    "/downloads/nothing.tgz",
    404,
    "not_found",
    "There is no such download. /downloads/SHA256SUMS lists them.",
    null,
  ],
  ["GET", "/svc-api/%E0%A4%A", 400, "invalid_request", "The path's percent-encoding is broken.", null],
])("%s %s is answered with %i %s: %s", async (method, path, status, code, error, allow) => {
  const response = await desk.server.fetch(new Request(`http://desk.test${path}`, { method }));
  expect([response.status, await response.json(), response.headers.get("allow")]).toEqual([
    status,
    { error, code },
    allow,
  ]);
});

test("a mail that names nobody is refused with an example of how to name one", async () => {
  const headers = { "content-type": "message/rfc822" };
  const { status, body } = await desk.call("POST", "mail/push", { raw: "Subject: Hello\r\n\r\nA text.\r\n", headers });
  const error = "The mail names no recipient. Give it as `?to=signup@desk.example.com`.";
  expect([status, body]).toEqual([400, { error, code: "invalid_request" }]);
});

test("a body in another format than JSON is refused with the format that it should have", async () => {
  const headers = { "content-type": "text/csv; header=present" };
  const { status, body } = await desk.call("POST", "mailbox/register", { raw: "name\na\n", headers });
  const error = "The body is declared as text/csv. Send JSON, with Content-Type: application/json.";
  expect([status, body]).toEqual([415, { error, code: "unsupported_media_type" }]);
});

test.each([{ oauth: "off" }, { dashboard: false }] as const)(
  "with %j, the page that connects apps says who has switched it off",
  async (options) => {
    const own = await openDesk(options);
    const response = await own.server.fetch(new Request("http://desk.test/connect"));
    await own.server.close();
    const error = "Apps cannot connect here: the operator has switched it off, or the dashboard.";
    expect([response.status, await response.json()]).toEqual([404, { error, code: "not_found" }]);
  },
);

test.each(["GET", "DELETE"])("%s of the MCP path is refused with the method that it takes", async (method) => {
  const { status, body } = await desk.call(method, "/mcp");
  const error = `This path takes POST, not ${method}: MCP over streamable HTTP, with an agent key as bearer.`;
  expect([status, body]).toEqual([405, { error, code: "method_not_allowed" }]);
});
