import { expect, test } from "vitest";
import type { Operation } from "../../src/docs/document.ts";
import {
  exampleBody,
  exampleValues,
  isDestructive,
  loadTryInputs,
  missingBodyField,
  newestMessageId,
  readsOneMessage,
} from "../../src/docs/try-values.ts";
import { startServer } from "../page.ts";
import { agentKey, mailbox, signedInWith, smsToken, subdomain } from "../view.ts";

// The functions read no more of an operation than a test gives.
const operation = (fields: object) => ({ parameters: [], body: null, ...fields }) as unknown as Operation;
const idInPath = { name: "id", in: "path" };

test.each([
  ["DELETE", "/svc-api/mailbox/{id}", true],
  ["POST", "/svc-api/mailbox/{id}/token", true],
  ["POST", "/svc-api/subdomain/{id}/renew-token", true],
  ["POST", "/svc-api/mailbox/{id}/tokens", false],
  ["GET", "/svc-api/mailbox/list", false],
])("%s %s cannot be undone: %s", (method, path, expected) => {
  expect(isDestructive(operation({ method, path }))).toBe(expected);
});

test.each([
  ["mailboxToken", [idInPath], true],
  ["smsToken", [idInPath], true],
  ["agentKey", [idInPath], false],
  ["mailboxToken", [{ name: "id", in: "query" }], false],
])("with the key %s and %j, the id is that of a message: %s", (key, parameters, expected) => {
  expect(readsOneMessage(operation({ key, parameters }))).toBe(expected);
});

test("a field is filled from the example if it is required, and neither a header nor an id", () => {
  const parameters = [
    { name: "name", in: "query", required: true, example: 7 },
    { name: "bare", in: "query", required: true },
    { name: "limit", in: "query", example: 10 },
    { name: "x-signature", in: "header", required: true, example: "s" },
    { name: "id", in: "path", required: true, example: "m1" },
  ];
  expect(exampleValues(operation({ parameters }))).toEqual({
    ...{ name: "7", bare: "", limit: "", "x-signature": "", id: "" },
  });
});

const bodyOf = (id: string, example: unknown, type = "application/json") =>
  exampleBody(operation({ id, body: { type, example } }));

test.each(["registerMailbox", "registerSubdomain", "registerAuthenticator"])(
  "the body of %s has a name that is probably free",
  (id) => {
    const example = { name: "signup", other: 1 };
    expect(JSON.parse(bodyOf(id, example))).toEqual({ name: expect.stringMatching(/^try-[a-z0-9]{1,6}$/), other: 1 });
    expect(example.name).toBe("signup");
  },
);

test("the body of a new key, a changed key, a mail and a code is one that the server accepts", () => {
  expect(JSON.parse(bodyOf("createAgentKey", { name: "ci", scopes: "a:b", expiry: "x" }))).toEqual({
    ...{ name: "try", scopes: "mailbox:read", expiry: "x" },
  });
  expect(JSON.parse(bodyOf("updateAgentKey", { expiry: "x" }))).toEqual({ name: expect.stringMatching(/^try-/) });
  expect(bodyOf("pushMail", "Subject: x\n\ny", "message/rfc822")).toBe("Subject: x\n\ny");
  expect(bodyOf("signIn", { code: "c1", other: 1 })).toBe('{\n  "code": "",\n  "other": 1\n}');
  expect(bodyOf("pushSms", { phone: "5550100" })).toBe('{\n  "phone": "5550100"\n}');
});

test("a body whose code is empty cannot be sent, and says where a code comes from", () => {
  const missingOf = (id: string, body: string) => missingBodyField(operation({ id }), body);
  expect(missingOf("signIn", '{"code": ""}')).toEqual({
    sentence:
      "It needs the code of a sign-in link, which `frontdesk dashboard` prints on the server. Put the part after `#sign-in=` into `code`.",
  });
  expect(missingOf("claim", '{"code":""}')).toEqual({
    sentence: "It needs a pairing code, which is valid once.",
    operationId: "createPairing",
  });
  expect(missingOf("claim", '{"code": "c1"}')).toBeNull();
  expect(missingOf("claim", "{}")).toBeNull();
});

test.each([
  ["the mailbox by its key", { key: "mailboxToken", tag: "Mail" }, ["svcm_1", "box1@desk.example.com"]],
  ["the SMS inbox by its key", { key: "smsToken", tag: "SMS" }, ["svcsms_1", "5550100, 5550101"]],
  [
    "the mailbox of a mail by its address",
    { key: "agentKey", tag: "Mail", body: { type: "message/rfc822" } },
    ["box1@desk.example.com", "box1@desk.example.com"],
  ],
  ["the mailbox", { key: "agentKey", tag: "Mailboxes" }, ["m1", "box1@desk.example.com"]],
  ["the SMS inbox", { key: "agentKey", tag: "SMS inboxes" }, ["s1", "5550100, 5550101"]],
  ["the SMS inbox that signs", { key: "smsGateSignature", tag: "SMS" }, ["s1", "5550100, 5550101"]],
  ["the subdomain", { key: "agentKey", tag: "Subdomains" }, ["d1", "demo.tunnel.example.com"]],
  ["the agent key", { key: "agentKey", tag: "Agent keys" }, ["k2", "ci"]],
  ["the webhook", { key: "agentKey", tag: "Webhooks" }, ["w1", "https://app.example/hook"]],
  ["the authenticator", { key: "agentKey", tag: "Authenticators" }, ["a1", "shop"]],
])("offers %s, with a label", async (_what, fields, [value, label]) => {
  const server = startServer();
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1, next: null });
  server.respond("sms/list", { sms_tokens: [smsToken("5550100", "5550101")], limit: null, used: 1 });
  server.respond("subdomain/list", { subdomains: [subdomain()] });
  server.respond("agent-tokens/list", { agent_tokens: [agentKey()], next: null });
  server.respond("webhooks/list", { webhooks: [{ id: "w1", url: "https://app.example/hook" }] });
  server.respond("authenticators/list", { authenticators: [{ id: "a1", name: "shop" }] });
  const { signal } = new AbortController();
  const inputs = await loadTryInputs(operation({ parameters: [idInPath], ...fields }), signedInWith(null), signal);
  expect(inputs).toEqual({ choices: [{ value, label }], missing: null });
});

test("an SMS inbox without a number is told apart by the day of its registration", async () => {
  startServer().respond("sms/list", { sms_tokens: [smsToken()], limit: null, used: 1 });
  const { signal } = new AbortController();
  const { choices } = await loadTryInputs(operation({ key: "smsToken" }), signedInWith(null), signal);
  expect(choices).toEqual([{ value: "svcsms_1", label: "no number yet, registered 2026-01-01" }]);
});

test("an operation on no record offers none, and asks for none", async () => {
  const server = startServer();
  const { signal } = new AbortController();
  const inputs = await loadTryInputs(operation({ key: "agentKey", tag: "Mailboxes" }), signedInWith(null), signal);
  expect(inputs).toEqual({ choices: [], missing: null });
  expect(server.requests).toEqual([]);
});

test.each([
  ["mailboxToken", "mail/recent", "emails"],
  ["smsToken", "sms/recent", "messages"],
] as const)("the newest message of an inbox with %s is that of %s", async (kind, path, list) => {
  const server = startServer();
  const { signal } = new AbortController();
  server.respond(path, { [list]: [{ id: "n1" }], cursor: "n1", more: false });
  expect(await newestMessageId(kind, "key1", signal)).toBe("n1");
  expect(server.requests[0]).toMatchObject({ path, key: "key1", query: { n: "1" } });
  server.respond(path, { [list]: [], cursor: "n0", more: false });
  expect(await newestMessageId(kind, "key1", signal)).toBeNull();
});
