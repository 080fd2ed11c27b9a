import { expect, test, vi } from "vitest";
import { loadDocument } from "../../src/docs/document.ts";

const json = (schema: object, more: object = {}) => ({ content: { "application/json": { schema, ...more } } });

/** An API description with one of everything that the reference shows. */
const raw = {
  info: { title: "API", version: "1.0.0", description: "About it." },
  servers: [{ url: "https://desk.example.com" }, { url: "https://other.example.com" }],
  tags: [
    { name: "Mail", description: "Mails." },
    { name: "SMS", description: "Texts." },
  ],
  paths: {
    "/mail/{id}": {
      get: {
        operationId: "getMail",
        tags: ["Mail"],
        summary: "Gets a mail",
        description: "One of them.",
        security: [{ agentKey: ["mailbox:read"] }],
        parameters: [{ $ref: "#/components/parameters/id" }, { name: "full", in: "query", schema: { type: "string" } }],
        responses: {
          "200": { description: "OK", ...json({ $ref: "#/components/schemas/Mail" }, { example: { id: "m1" } }) },
          "404": { $ref: "#/components/responses/NotFound" },
          "204": { description: "Nothing" },
        },
      },
    },
    "/sms": {
      post: {
        operationId: "pushSms",
        tags: ["SMS"],
        summary: "Pushes",
        security: [],
        "x-edition": "later",
        requestBody: { required: true, ...json({ type: "object" }, { example: { phone: "5550100" } }) },
        responses: {
          "200": { description: "OK", ...json({}, { examples: { one: { value: 1 }, two: { value: 2 } } }) },
        },
      },
      put: {
        operationId: "replaceSms",
        tags: ["SMS"],
        summary: "Replaces",
        security: [{}],
        "x-edition": "earlier",
        requestBody: json({ type: "object" }),
        responses: {},
      },
    },
  },
  components: {
    parameters: { id: { name: "id", in: "path", required: true, schema: { type: "string" } } },
    responses: { NotFound: { description: "Not found", ...json({ type: "object" }) } },
    schemas: { Mail: { type: "object", description: "A mail" }, Alias: { $ref: "#/components/schemas/Mail" } },
    securitySchemes: {
      agentKey: { description: "The agent's.", "x-scopes": { "mailbox:read": "read" } },
      mailboxToken: { description: "The mailbox's." },
    },
  },
};

async function load(response: Response | Error) {
  vi.stubGlobal("fetch", async (path: string) => {
    if (path !== "/openapi.json" || response instanceof Error) throw response;
    return response;
  });
  try {
    return await loadDocument();
  } finally {
    vi.unstubAllGlobals();
  }
}
const document = () => load(Response.json(raw));
const operations = async () => (await document()).tags.flatMap((tag) => tag.operations);

test("the reference has the title, the first server, the tags and the keys of the description", async () => {
  const { title, version, description, server, tags, keys } = await document();
  expect({ title, version, description, server }).toEqual({ ...raw.info, server: "https://desk.example.com" });
  expect(tags.map(({ name, operations }) => [name, operations.map(({ id }) => id)])).toEqual([
    ["Mail", ["getMail"]],
    ["SMS", ["pushSms", "replaceSms"]],
  ]);
  expect(keys).toEqual([
    { kind: "agentKey", description: "The agent's.", scopes: { "mailbox:read": "read" } },
    { kind: "mailboxToken", description: "The mailbox's.", scopes: {} },
  ]);
});

test("a description without a server is that of the page's own", async () => {
  expect((await load(Response.json({ ...raw, servers: [] }))).server).toBe("http://desk.test");
});

test("an operation has its key, its scopes, its edition and what it takes", async () => {
  const [get, push, replace] = await operations();
  expect(get).toMatchObject({
    ...{ method: "GET", path: "/mail/{id}", tag: "Mail", summary: "Gets a mail", description: "One of them." },
    ...{ key: "agentKey", scopes: ["mailbox:read"], isLaterOnly: false, body: null },
    parameters: [
      { name: "id", in: "path", required: true },
      { name: "full", in: "query" },
    ],
  });
  expect(push).toMatchObject({
    ...{ method: "POST", description: "", key: null, scopes: [], isLaterOnly: true, parameters: [] },
    body: { type: "application/json", schema: { type: "object" }, example: { phone: "5550100" }, isRequired: true },
  });
  expect(replace).toMatchObject({ method: "PUT", key: null, isLaterOnly: false, body: { isRequired: false } });
});

test("a response has its examples, one without a name or several with one, or neither type nor schema", async () => {
  const [get, push] = await operations();
  const byStatus = Object.fromEntries(get!.responses.map((response) => [response.status, response]));
  expect(byStatus["200"]).toMatchObject({
    type: "application/json",
    examples: [{ name: "Example", value: { id: "m1" } }],
  });
  expect(byStatus["404"]).toMatchObject({ description: "Not found", schema: { type: "object" }, examples: [] });
  expect(byStatus["204"]).toEqual({
    ...{ status: "204", description: "Nothing", type: null, schema: null, examples: [] },
  });
  expect(push!.responses[0]?.examples).toEqual([
    { name: "one", value: 1 },
    { name: "two", value: 2 },
  ]);
});

test("a reference to a schema is followed to its end, and what stands beside it counts more", async () => {
  const { resolve } = await document();
  expect(resolve({ $ref: "#/components/schemas/Alias" })).toEqual({ type: "object", description: "A mail" });
  expect(resolve({ $ref: "#/components/schemas/Mail", description: "Mine" })).toEqual({
    type: "object",
    description: "Mine",
  });
  expect(resolve({ type: "string" })).toEqual({ type: "string" });
});

test.each([
  [new Error("offline"), "The server does not answer, so the API description could not be loaded."],
  ...[304, 404, 500, 503].map((status): [Response, string] => [
    new Response(null, { status }),
    `The API description could not be loaded: status ${status}.`,
  ]),
])("says why it could not be loaded", async (response, message) => {
  await expect(load(response)).rejects.toThrow(message);
});
