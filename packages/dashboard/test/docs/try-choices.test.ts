import { beforeEach, expect, test } from "vitest";
import type { KeyKind, Operation } from "../../src/docs/document.ts";
import {
  exampleBody,
  exampleValues,
  isDestructive,
  loadTryInputs,
  missingBodyField,
  newestMessageId,
} from "../../src/docs/try-values.ts";
import { type Server, startServer } from "../page.ts";
import { agentKey, mailbox, signedInWith, smsToken, subdomain } from "../view.ts";

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1, next: null });
  server.respond("sms/list", { sms_tokens: [smsToken("5550100001", "5550100002")], limit: null, used: 1 });
  server.respond("subdomain/list", { subdomains: [subdomain()] });
  server.respond("agent-tokens/list", { agent_tokens: [agentKey()] });
  server.respond("webhooks/list", { webhooks: [{ id: "w1", url: "https://a.example/" }] });
  server.respond("authenticators/list", { authenticators: [{ id: "a1", name: "github" }] });
});

const idInPath = { name: "id", in: "path" };
const { signal } = new AbortController();
// The functions read no more of an operation.
const operation = (parts: object) => ({ parameters: [], key: "agentKey", body: null, tag: "", ...parts }) as never;

test.each([
  ["mailboxToken", "Mail", "svcm_1", "box1@desk.example.com"],
  ["smsToken", "SMS", "svcsms_1", "5550100001, 5550100002"],
  ["agentKey", "Mailboxes", "m1", "box1@desk.example.com"],
  ["agentKey", "SMS", "s1", "5550100001, 5550100002"],
  ["smsGateSignature", "SMS", "s1", "5550100001, 5550100002"],
  ["agentKey", "Subdomains", "d1", "demo.tunnel.example.com"],
  ["agentKey", "Agent keys", "k2", "ci"],
  ["agentKey", "Webhooks", "w1", "https://a.example/"],
  ["agentKey", "Authenticators", "a1", "github"],
] as const)("an operation with %s of %s offers %s as “%s”", async (key: KeyKind, tag, value, label) => {
  const inputs = await loadTryInputs(operation({ key, tag, parameters: [idInPath] }), signedInWith(null), signal);
  expect(inputs).toEqual({ choices: [{ value, label }], missing: null });
});

test("a mail that is sent offers the addresses, and an operation without a record nothing", async () => {
  const mail = { type: "message/rfc822" };
  const toMail = await loadTryInputs(operation({ tag: "Mail", body: mail }), signedInWith(null), signal);
  const [choice] = toMail.choices;
  expect(choice).toEqual({ value: "box1@desk.example.com", label: "box1@desk.example.com" });
  const none = await loadTryInputs(operation({ tag: "Mailboxes" }), signedInWith(null), signal);
  expect(none).toEqual({ choices: [], missing: null });
});

test("an SMS inbox without a number is called by the day of its registration", async () => {
  server.respond("sms/list", { sms_tokens: [smsToken()], limit: null, used: 1 });
  const { choices } = await loadTryInputs(operation({ key: "smsToken" }), signedInWith(null), signal);
  expect(choices.map(({ label }) => label)).toEqual(["no number yet, registered 2026-01-01"]);
});

test.each([
  ["mailboxToken", "mail/recent", "emails"],
  ["smsToken", "sms/recent", "messages"],
] as const)("the newest message of an inbox with %s is that of %s, or none", async (kind, path, list) => {
  server.respond(path, { [list]: [{ id: "new" }], cursor: "c" });
  expect(await newestMessageId(kind, "svc_1", signal)).toBe("new");
  expect(server.requests.at(-1)).toMatchObject({ query: { n: "1" }, key: "svc_1" });
  server.respond(path, { [list]: [], cursor: "c" });
  expect(await newestMessageId(kind, "svc_1", signal)).toBeNull();
});

test.each([
  [{ name: "name", in: "path", required: true, example: "demo" }, "demo"],
  [{ name: "n", in: "query", required: true, example: 3 }, "3"],
  [{ name: "n", in: "query", required: true }, ""],
  [{ name: "n", in: "query", example: 3 }, ""],
  [{ name: "x-signature", in: "header", required: true, example: "00" }, ""],
  [{ name: "id", in: "path", required: true, example: "m1" }, ""],
])("the field of %j begins with “%s”", (parameter, value) => {
  expect(exampleValues(operation({ parameters: [parameter] }))).toEqual({ [parameter.name]: value });
});

test.each([
  ["DELETE", "/svc-api/mailbox/{id}", true],
  ["POST", "/svc-api/sms/{id}/token", true],
  ["POST", "/svc-api/mailbox/{id}/renew-token", true],
  ["POST", "/svc-api/mailbox/register", false],
  ["GET", "/svc-api/tokens", false],
])("%s %s cannot be undone: %s", (method, path, expected) => {
  expect(isDestructive(operation({ method, path }))).toBe(expected);
});

const bodyOf = (id: string, example: unknown, type = "application/json") =>
  exampleBody(operation({ id, body: { type, example } }) as Operation);

test.each(["registerMailbox", "registerSubdomain", "registerAuthenticator", "updateAgentKey"])(
  "the example of %s has a name that hardly anybody has taken",
  (id) => {
    const names = Array.from({ length: 20 }, () => JSON.parse(bodyOf(id, { name: "signup" })).name);
    expect(new Set(names).size).toBe(20);
    for (const name of names) expect(name).toMatch(/^try-[a-z0-9]{1,6}$/);
  },
);

test("other examples are as documented, but for codes and for what this server would reject", () => {
  expect(JSON.parse(bodyOf("registerWebhook", { url: "https://a.example/" }))).toEqual({ url: "https://a.example/" });
  expect(JSON.parse(bodyOf("signIn", { code: "abc" }))).toEqual({ code: "" });
  expect(JSON.parse(bodyOf("createAgentKey", { name: "ci", scopes: "x", expiry: null }))).toEqual({
    name: "try",
    scopes: "mailbox:read",
    expiry: null,
  });
  expect(Object.keys(JSON.parse(bodyOf("updateAgentKey", { name: "ci", expiry: "2030" })))).toEqual(["name"]);
  expect(bodyOf("pushMail", "Subject: a\r\n", "message/rfc822")).toBe("Subject: a\r\n");
});

test.each([
  ["signIn", '{ "code": "" }', undefined, "frontdesk dashboard"],
  ["claimPairing", '{ "code":"" }', "createPairing", "pairing code"],
])("%s without a code says where to get one", (id, body, operationId, words) => {
  const missing = missingBodyField(operation({ id }), body);
  expect(missing?.operationId).toBe(operationId);
  expect(missing?.sentence).toContain(words);
  expect(missingBodyField(operation({ id }), '{ "code": "abc" }')).toBeNull();
});
