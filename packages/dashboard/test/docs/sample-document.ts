import type { Document, Operation } from "../../src/docs/document.ts";

export const operation: Operation = {
  id: "getMail",
  method: "GET",
  path: "/svc-api/mail/{id}",
  tag: "Mail",
  summary: "Gets a mail",
  description: "One of **them**.",
  key: "mailboxToken",
  scopes: ["mailbox:read", "mailbox:create"],
  isLaterOnly: true,
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
  body: { type: "application/json", schema: {}, example: {}, isRequired: false },
  responses: [
    {
      status: "200",
      description: "OK",
      type: "application/json",
      schema: null,
      examples: [{ name: "a", value: "raw" }],
    },
    { status: "404", description: "None", type: null, schema: null, examples: [{ name: "b", value: { code: 1 } }] },
  ],
};

export const document: Document = {
  title: "Frontdesk",
  version: "1.2.3",
  description: "About it.",
  server: "https://desk.example.com",
  tags: [
    { name: "Mail", description: "Mails.", operations: [operation] },
    {
      name: "SMS",
      description: "Texts.",
      operations: [{ ...operation, id: "pushSms", method: "POST", summary: "Pushes" }],
    },
  ],
  keys: [
    { kind: "mailboxToken", description: "The mailbox's.", scopes: { wrong: "no" } },
    { kind: "agentKey", description: "The agent's.", scopes: { "mailbox:read": "reads mail" } },
  ],
  resolve: (schema) => schema,
};
