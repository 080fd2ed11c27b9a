import { expect, test } from "vitest";
import { findReasonForKey } from "../../src/providers/keyless-rules.ts";
import { openBed, recipients } from "./bed.ts";
import { toMultipart } from "./cases.ts";

const keyOnly = "This server accepts only its own keys (--provider-auth key).";
const loopbackOnly = "Only a server that listens on loopback alone accepts other credentials.";
const page = "A request from a web page needs a key of this server.";
const proxy = "A request through a proxy needs a key of this server.";
const otherHost = "A request for a host name other than localhost needs a key of this server.";

interface Situation {
  headers?: Record<string, string>;
  ip?: string | null;
  cameToProviderPort?: boolean;
  options?: object;
  isLoopbackOnly?: boolean;
}

test.each<[Situation, string | null]>([
  [{}, null],
  [{ headers: { host: "[::1]:8787" } }, null],
  [{ headers: { host: "evil.example" } }, otherHost],
  [{ headers: {} }, otherHost],
  [{ headers: { host: "api.twilio.com" }, cameToProviderPort: true }, null],
  [{ headers: { host: "api.twilio.com" } }, otherHost],
  [{ options: { providerAuth: "key" } }, keyOnly],
  [{ isLoopbackOnly: false }, loopbackOnly],
  [{ ip: "192.0.2.1" }, loopbackOnly],
  [{ ip: null }, loopbackOnly],
  [{ cameToProviderPort: true, options: { providerHost: "0.0.0.0" } }, loopbackOnly],
  [{ options: { providerHost: "0.0.0.0" } }, null],
  [{ headers: { host: "localhost", origin: "null" } }, page],
  [{ headers: { host: "localhost", "sec-fetch-site": "none" } }, page],
  [{ headers: { host: "localhost", "x-forwarded-for": "192.0.2.1" } }, proxy],
])("a request without a key of this server, with %j, is told %j", (situation, reason) => {
  const { headers = { host: "localhost:8787" }, ip = "127.0.0.1", cameToProviderPort = false } = situation;
  const { options, isLoopbackOnly = true } = situation;
  const server = {
    options: { providerAuth: "local", providerHost: "127.0.0.1", ...options },
    facts: { isLoopbackOnly },
  } as unknown as Parameters<typeof findReasonForKey>[2];
  expect(findReasonForKey(new Headers(headers), { ip, cameToProviderPort }, server)).toBe(reason);
});

test("who may not deliver is told why, and which key to use, in the provider's form", async () => {
  const { desk, send, post, smsInbox } = await openBed("resend");
  const body = { name: "reader", scopes: "mailbox:read" };
  const { token } = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token;
  const answers = [
    await send(recipients.mail, undefined, { key: null }),
    await send(recipients.mail, undefined, { key: "wrong" }),
    await send(recipients.mail, undefined, { key: smsInbox.token }),
    await send(recipients.mail, undefined, { key: token }),
    await post("{}", { path: "/domains" }),
    await post("x=1", { headers: { "content-type": "application/x-www-form-urlencoded" } }),
  ];
  const toError = (statusCode: number, name: string, message: string) => [statusCode, { statusCode, name, message }];
  expect(answers.map(({ status, body: error }) => [status, error])).toEqual([
    toError(401, "missing_api_key", "This needs a credential: a key of this server, as Resend's."),
    toError(401, "missing_api_key", `${loopbackOnly} Use an agent key or an SMS key as Resend's key.`),
    toError(401, "restricted_api_key", "An SMS key delivers no mail. Use an agent key with the scope mail:push."),
    toError(401, "restricted_api_key", "This key lacks the scope mail:push. Use one that has it."),
    toError(501, "not_found", "Frontdesk has only these routes of Resend: POST /emails, POST /emails/batch."),
    toError(415, "validation_error", "Send the body with Content-Type: application/json."),
  ]);
});

test("the path of an unknown provider names all that there are, and the certificate the port that is off", async () => {
  const { desk } = await openBed("resend");
  const call = async (path: string) => (await desk.server.fetch(new Request(`http://desk.test/as/${path}`))).json();
  const names = "resend, sendgrid, postmark, mailgun, ses, twilio, vonage, sns";
  expect(await call("unknown/emails")).toMatchObject({
    code: "not_found",
    error: `There is no provider of this name. There are ${names}.`,
  });
  expect(await call("ca.pem")).toMatchObject({
    code: "not_found",
    error: "The provider port is off. Start the server with --provider-port.",
  });
});

test("an app is told what is wrong with its idempotency key", async () => {
  const { post, provider } = await openBed("resend");
  const send = (key: string, text: string) =>
    post(provider.toBody({ to: recipients.mail, text }), { headers: { "idempotency-key": key } });
  expect((await send("k".repeat(257), "one")).body).toEqual({
    statusCode: 422,
    name: "invalid_idempotency_key",
    message: "The idempotency key has more than 256 characters.",
  });
  await send("one", "one");
  expect((await send("one", "two")).body).toEqual({
    statusCode: 409,
    name: "invalid_idempotent_request",
    message: "This idempotency key was used for another request within 24 hours.",
  });
});

const mail = { from: "a@shop.example", to: "signup@desk.example.com", subject: "x", text: "x" };
const long = "x".repeat(600_000);

test.each<[string, object, number, string]>([
  ["a text", { text: "x".repeat(2 * 1024 * 1024 + 1) }, 413, "A text of the mail has more than 2 MiB."],
  ["a header", { subject: long }, 413, "The texts of headers and addresses have more than 512 KiB."],
  [
    "names and headers",
    { subject: "x".repeat(65_537) },
    413,
    "Subject, names and headers have more than 65536 characters.",
  ],
  [
    "the rest",
    { tags: Array(30_000).fill("0123456789012345") },
    413,
    "The body has more than 512 KiB of JSON besides long texts and attachments.",
  ],
])("an app is told which limit %s is above", async (_what, changes, status, message) => {
  const { post, received } = await openBed("resend");
  const answer = await post(JSON.stringify({ ...mail, ...changes }));
  expect([answer.status, answer.body.message]).toEqual([status, message]);
  expect(await received()).toEqual([]);
});

test.each<[string, string | (() => string), string | null, number, string]>([
  ["too many fields", `x=1${"&x=1".repeat(2_000)}`, null, 413, "The form has more than 2000 fields."],
  [
    "too many parts",
    () => toMultipart(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`f${index}`, "x"]))),
    "multipart",
    413,
    "The form has more than 1000 parts.",
  ],
  [
    "a long name",
    () => toMultipart({ ["n".repeat(257)]: "x" }),
    "multipart",
    413,
    "The name of a field has more than 256 characters.",
  ],
  [
    "a long text",
    () => toMultipart({ text: "x".repeat(2 * 1024 * 1024 + 1) }),
    "multipart",
    413,
    "A text of the form has more than 2 MiB.",
  ],
  ["no end", "--x\r\n", "multipart", 400, "The body is not a valid form of multipart/form-data."],
  [
    "another type",
    "{}",
    "json",
    415,
    "Send the body with Content-Type: multipart/form-data or application/x-www-form-urlencoded.",
  ],
])("an app is told what is wrong with a form that has %s", async (_what, body, type, status, message) => {
  const { post } = await openBed("mailgun");
  const contentType = {
    multipart: "multipart/form-data; boundary=x",
    json: "application/json",
    form: "application/x-www-form-urlencoded",
  }[type ?? "form"]!;
  const answer = await post(typeof body === "string" ? body : body(), { headers: { "content-type": contentType } });
  expect([answer.status, answer.body]).toEqual([status, { message }]);
});

test("an SMS is logged with its inbox and the provider that it came through", async () => {
  const lines: unknown[][] = [];
  const log = { info: (...line: unknown[]) => void lines.push(line), warn() {}, error() {} };
  const { send, smsInbox } = await openBed("twilio", { log });
  for (const to of ["+15550100009", "+15550100001"]) await send(to);
  expect(lines.filter(([line]) => String(line).startsWith("SMS"))).toEqual([
    ["SMS dropped: no SMS inbox has its number", { sms_token: null, client: "through Twilio's API" }],
    ["SMS received", { sms_token: smsInbox.id, client: "through Twilio's API" }],
  ]);
});
