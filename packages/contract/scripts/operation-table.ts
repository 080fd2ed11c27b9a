import { type Document, mailType, type Operation, operationsOf } from "./openapi.ts";
import { NotCarriedError } from "./places.ts";

const tokenKinds: Record<string, string> = {
  agentKey: "agent",
  mailboxToken: "mailbox",
  smsToken: "sms",
  smsGateSignature: "signature",
};

/** `mail` is a stream of bytes; the others are JSON. */
function toBodyKind(body: Operation["requestBody"]): "none" | "mail" | "required" | "optional" {
  if (!body) return "none";
  if (mailType in body.content) return "mail";
  return body.required ? "required" : "optional";
}

/** Method, path, token kind, scope and edition of each operation: what a router needs to know. */
export function toOperationTable(document: Document): string {
  const rows = operationsOf(document).map(({ path, method, operation, place }) => {
    if (operation.security.length > 1)
      throw new NotCarriedError([...place, "security"], "an operation opens to one kind of credential");
    const [scheme, scopes] = Object.entries(operation.security[0] ?? {})[0] ?? [];
    const token = scheme === undefined ? "none" : tokenKinds[scheme];
    if (token === undefined)
      throw new NotCarriedError([...place, "security"], `there is no kind of credential for ${scheme}`);
    if (scopes && scopes.length > 1) throw new NotCarriedError([...place, "security"], "at most one scope");
    const row = {
      method: method.toUpperCase(),
      path,
      token,
      scope: scopes?.[0] ?? null,
      edition: operation["x-edition"] ?? null,
      body: toBodyKind(operation.requestBody),
      answer: Object.keys(operation.responses["200"]?.content ?? { "application/json": 0 })[0],
    };
    return `  ${operation.operationId}: ${JSON.stringify(row)},`;
  });
  const scopes = Object.keys(document.components.securitySchemes.agentKey?.["x-scopes"] ?? {});
  const codes = document.components.schemas.ErrorCode?.enum ?? [];
  return [
    "/** Every operation of the contract, by its operationId. */",
    `export const operations = {\n${rows.join("\n")}\n} as const;`,
    "",
    "/** Every scope an agent key can hold. */",
    `export const scopes = ${JSON.stringify(scopes)} as const;`,
    "",
    "/** Every `code` an error can carry. */",
    `export const errorCodes = ${JSON.stringify(codes)} as const;`,
    "",
  ].join("\n");
}
