import { describe, expect, test } from "vitest";
import type { Document, Operation } from "../../src/docs/document.ts";
import { toSnippets } from "../../src/docs/snippets.ts";
import { exampleBody, exampleValues, isDestructive, missingBodyField } from "../../src/docs/try-values.ts";
import { formatCount } from "../../src/ui/numbers.ts";
import { toInboxSnippets } from "../../src/views/inbox-snippets.ts";

const operation: Operation = {
  id: "anOperation",
  method: "POST",
  path: "/svc-api/things/{id}",
  tag: "Things",
  summary: "",
  description: "",
  key: "agentKey",
  scopes: [],
  isLaterOnly: false,
  parameters: [
    { name: "id", in: "path", required: true, schema: {}, example: "a/b" },
    { name: "phone", in: "query", required: true, schema: {}, example: "555 0100" },
    { name: "limit", in: "query", schema: {}, example: 3 },
  ],
  body: { type: "application/json", schema: {}, example: { name: "it" }, isRequired: true },
  responses: [],
};
const document = { server: "https://desk.example.com" } as Document; // No more of it is read.
const snippet = (changes: Partial<Operation>, name: string) =>
  toSnippets({ ...operation, ...changes }, document).find((one) => one.name === name)?.code;

describe("the reference's snippets", () => {
  test("send what is required, without showing a key", () => {
    expect(snippet({}, "curl")).toBe(
      [
        'curl -X POST "https://desk.example.com/svc-api/things/a%2Fb?phone=555+0100"',
        '-H "Authorization: Bearer $FRONTDESK_KEY"',
        '-H "Content-Type: application/json"',
        `-d '{"name":"it"}'`,
      ].join(" \\\n  "),
    );
    expect(snippet({ key: null, method: "GET", body: null, parameters: [] }, "curl")).toBe(
      'curl "https://desk.example.com/svc-api/things/{id}"',
    );
    expect(snippet({ key: null, method: "DELETE", body: null, parameters: [] }, "curl")).toBe(
      'curl -X DELETE "https://desk.example.com/svc-api/things/{id}"',
    );
  });

  test("quote a body for the shell, also one with single quotes", () => {
    const body = { type: "application/json", schema: {}, example: { name: "Anna's cat's key" }, isRequired: true };
    expect(snippet({ body }, "curl")).toContain(`-d '{"name":"Anna'\\''s cat'\\''s key"}'`);
    expect(snippet({ body, key: "smsGateSignature" }, "curl")).toContain(`body='{"name":"Anna'\\''s cat'\\''s key"}'`);
  });

  test("name the variable of the key that the operation needs", () => {
    for (const [key, variable] of [
      ["agentKey", "FRONTDESK_KEY"],
      ["mailboxToken", "FRONTDESK_MAILBOX_KEY"],
      ["smsToken", "FRONTDESK_SMS_TOKEN"],
    ] as const) {
      expect(snippet({ key }, "curl")).toContain(`Bearer $${variable}"`);
      expect(snippet({ key }, "SDK")).toContain(`process.env.${variable}!`);
    }
  });

  test.each([
    ["getAccount", "createFrontdesk", "FRONTDESK_KEY", "await frontdesk.account();"],
    ["getMail", "openMailbox", "FRONTDESK_MAILBOX_KEY", "await mailbox.message("],
    ["pushSms", "openSmsInbox", "FRONTDESK_SMS_TOKEN", "await inbox.push("],
    ["anOperation", "createClient", "FRONTDESK_KEY", 'client.POST("/svc-api/things/{id}", { params: '],
  ])("call %s with the SDK's %s", (id, opener, variable, call) => {
    const code = snippet({ id }, "SDK");
    expect(code).toMatch(/^import \{ \w+(?:, unwrap)? \} from "@frontdesk\/sdk";\n\nconst \w+ = /);
    expect(code).toContain(`= ${opener}({ baseUrl: "https://desk.example.com", key: process.env.${variable}! });\n`);
    expect(code).toContain(call);
  });

  test("write parameters and body of a call as TypeScript on one line", () => {
    const values = 'params: { path: { id: "a/b" }, query: { phone: "555 0100" } }, body: { name: "it" }';
    expect(snippet({}, "SDK")).toContain(`client.POST("/svc-api/things/{id}", { ${values} })`);
  });

  test("sign requests as SMSGate does", () => {
    expect(snippet({ key: "smsGateSignature" }, "curl")).toMatch(/openssl dgst -sha256 -hmac "\$FRONTDESK_SMS_TOKEN"/);
  });
});

describe("the first try of an operation", () => {
  test("has values for everything required, except what the account must have", () => {
    expect(exampleValues(operation)).toEqual({ id: "", phone: "555 0100", limit: "" });
  });

  test("registers a free name", () => {
    const names = [1, 2].map(() => JSON.parse(exampleBody({ ...operation, id: "registerMailbox" })).name);
    expect(names[0]).toMatch(/^try-[a-z0-9]+$/);
    expect(names[0]).not.toBe(names[1]);
  });

  test("says that a pairing code is needed", () => {
    const pair = {
      ...operation,
      id: "pair",
      body: { type: "application/json", schema: {}, example: { code: "example" }, isRequired: true },
    };
    expect(missingBodyField(pair, exampleBody(pair))).toMatchObject({ operationId: "createPairing" });
    expect(missingBodyField({ ...pair, id: "signIn" }, exampleBody(pair))?.sentence).toContain("sign-in link");
    expect(missingBodyField(pair, '{"code":"a"}')).toBeNull();
  });

  test.each([
    ["DELETE", "/svc-api/mailbox/{id}", true],
    ["POST", "/svc-api/mailbox/{id}/token", true],
    ["POST", "/svc-api/subdomain/{id}/renew-token", true],
    ["POST", "/svc-api/mailbox/register", false],
    ["GET", "/svc-api/mailbox/list", false],
  ] as const)("of %s %s needs its object to be chosen: %s", (method, path, expected) => {
    expect(isDestructive({ ...operation, method, path })).toBe(expected);
  });
});

test("a mailbox's snippets show no key, but copy it", () => {
  for (const { name, code, shown = code } of toInboxSnippets("mailbox", { name: "signup", token: "svcm_TheKey" })) {
    expect(shown).not.toContain("svcm_TheKey");
    if (name !== "Shell") expect(code).toContain("svcm_TheKey");
  }
});

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [1_234_567, "1,234,567"],
])("%i is written %s", (value, text) => {
  expect(formatCount(value)).toBe(text);
});
