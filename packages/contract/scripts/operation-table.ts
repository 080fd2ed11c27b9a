/** The parts of an OpenAPI document that the generators read. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    parameters: Record<string, Parameter>;
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { "x-scopes"?: Record<string, string> }>;
  };
}
export interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
  "x-edition"?: "later";
}
export interface Parameter {
  name: string;
  in: "path" | "query";
  required?: boolean;
  schema: Schema;
}
export interface Schema {
  $ref?: string;
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
}

/** Every operation with its id, in the order of the document. */
export function operationsOf(document: Document): { path: string; method: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

const tokenKinds: Record<string, string> = {
  agentKey: "agent",
  mailboxToken: "mailbox",
  smsToken: "sms",
  smsGateSignature: "signature",
};

/** Method, path, token kind, scope and edition of each operation: what a router needs to know. */
export function toOperationTable(document: Document): string {
  const rows = operationsOf(document).map(({ path, method, operation }) => {
    const [scheme, scopes] = Object.entries(operation.security[0] ?? {})[0] ?? [];
    const token = scheme === undefined ? "none" : tokenKinds[scheme];
    if (token === undefined) throw new Error(`${operation.operationId}: unknown security scheme ${scheme}`);
    if (scopes && scopes.length > 1) throw new Error(`${operation.operationId}: at most one scope`);
    const row = {
      method: method.toUpperCase(),
      path,
      token,
      scope: scopes?.[0] ?? null,
      edition: operation["x-edition"] ?? null,
      body: operation.requestBody ? (operation.requestBody.required ? "required" : "optional") : "none",
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
