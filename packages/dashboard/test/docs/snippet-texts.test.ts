import { expect, test } from "vitest";
import type { Document, Operation } from "../../src/docs/document.ts";
import { toSnippets } from "../../src/docs/snippets.ts";

const server = "https://desk.example.com";
const document = { server } as Document; // No more of it is read.
const json = (example: unknown) => ({ type: "application/json", schema: {}, example, isRequired: true });
const operation: Operation = {
  ...{ id: "anOperation", method: "POST", path: "/svc-api/things", tag: "", summary: "", description: "" },
  ...{ key: "agentKey", scopes: [], isLaterOnly: false, parameters: [], body: null, responses: [] },
};
const textsOf = (changes: Partial<Operation>) =>
  Object.fromEntries(toSnippets({ ...operation, ...changes }, document).map(({ name, code }) => [name, code]));
const sdk = (key: string, call: string) =>
  [
    'import { createClient, unwrap } from "@frontdesk/sdk";\n',
    `const client = createClient({ baseUrl: "${server}", key: ${key} });`,
    `const response = await unwrap(client.${call});`,
  ].join("\n");
const authorization = '-H "Authorization: Bearer $FRONTDESK_KEY"';

test.each<[string, Partial<Operation>, string[], string]>([
  [
    "with neither parameters nor a body",
    {},
    [`curl -X POST "${server}/svc-api/things"`, authorization],
    sdk("process.env.FRONTDESK_KEY!", 'POST("/svc-api/things")'),
  ],
  [
    "that reads without a key",
    { method: "GET", key: null },
    [`curl "${server}/svc-api/things"`],
    sdk("null", 'GET("/svc-api/things")'),
  ],
  [
    "with a parameter that has no example",
    { method: "DELETE", path: "/svc-api/{id}", parameters: [{ name: "id", in: "path", schema: {} }] },
    [`curl -X DELETE "${server}/svc-api/id"`, authorization],
    sdk("process.env.FRONTDESK_KEY!", 'DELETE("/svc-api/{id}", { params: { path: { id: "id" } } })'),
  ],
  [
    "with a parameter of its query alone",
    { method: "GET", parameters: [{ name: "q", in: "query", required: true, schema: {}, example: "a&b" }] },
    [`curl "${server}/svc-api/things?q=a%26b"`, authorization],
    sdk("process.env.FRONTDESK_KEY!", 'GET("/svc-api/things", { params: { query: { q: "a&b" } } })'),
  ],
  [
    "with a body of several kinds of names",
    { method: "PUT", body: json({ userName: 1, From: "a", "x-y": [true, null], _z9: { A: "b" } }) },
    [
      `curl -X PUT "${server}/svc-api/things"`,
      authorization,
      '-H "Content-Type: application/json"',
      `-d '{"userName":1,"From":"a","x-y":[true,null],"_z9":{"A":"b"}}'`,
    ],
    sdk(
      "process.env.FRONTDESK_KEY!",
      'PUT("/svc-api/things", { body: { userName: 1, From: "a", "x-y": [ true, null ], _z9: { A: "b" } } })',
    ),
  ],
  [
    "with a body without an example",
    { body: json(undefined) },
    [`curl -X POST "${server}/svc-api/things"`, authorization, '-H "Content-Type: application/json"', "-d '{}'"],
    sdk("process.env.FRONTDESK_KEY!", 'POST("/svc-api/things", { body: {} })'),
  ],
])("a call %s is written out in full", (_what, changes, curl, code) => {
  expect(textsOf(changes)).toEqual({ curl: curl.join(" \\\n  "), SDK: code });
});

test("a mail is sent from a file", () => {
  const { curl } = textsOf({ body: { ...json("From: a@b.example"), type: "message/rfc822" } });
  expect(curl?.split(" \\\n  ").slice(2)).toEqual(['-H "Content-Type: message/rfc822"', "--data-binary @mail.eml"]);
});

test("a request that the app signs is written out with its signature, and the SDK's way named", () => {
  expect(textsOf({ key: "smsGateSignature", body: json({ text: "Anna's" }) })).toEqual({
    curl: [
      `body='{"text":"Anna'\\''s"}'`,
      "time=$(date +%s)",
      `sign=$(printf %s "$body$time" | openssl dgst -sha256 -hmac "$FRONTDESK_SMS_TOKEN" -r | cut -d' ' -f1)`,
      `curl -X POST "${server}/svc-api/things" \\`,
      `  -H "X-Timestamp: $time" -H "X-Signature: $sign" \\`,
      `  -H "Content-Type: application/json" -d "$body"`,
    ].join("\n"),
    SDK: "// The app signs its requests itself; programs use `inbox.push()` instead.",
  });
});

test.each([
  ["getAccount", "frontdesk", "createFrontdesk", "FRONTDESK_KEY"],
  ["getMail", "mailbox", "openMailbox", "FRONTDESK_MAILBOX_KEY"],
  ["pushSms", "inbox", "openSmsInbox", "FRONTDESK_SMS_TOKEN"],
])("the SDK's call of %s begins with what opens `%s`", (id, variable, opener, key) => {
  const lines = textsOf({ id }).SDK?.split("\n").slice(0, 3);
  expect(lines).toEqual([
    `import { ${opener} } from "@frontdesk/sdk";`,
    "",
    `const ${variable} = ${opener}({ baseUrl: "${server}", key: process.env.${key}! });`,
  ]);
});
