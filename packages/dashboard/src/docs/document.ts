/** As much of OpenAPI 3.1 as openapi.yaml uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}
interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
export interface DocumentedResponse {
  status: string;
  description: string;
  type: string | null;
  schema: Schema | null;
  examples: { name: string; value: unknown }[];
}
export type KeyKind = "agentKey" | "mailboxToken" | "smsToken" | "smsGateSignature";
export interface Operation {
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** `null` where no key is needed. */
  key: KeyKind | null;
  scopes: string[];
  isLaterOnly: boolean;
  parameters: Parameter[];
  body: { schema: Schema; example: unknown; isRequired: boolean } | null;
  answers: DocumentedResponse[];
}
export interface Document {
  title: string;
  version: string;
  description: string;
  server: string;
  tags: { name: string; description: string; operations: Operation[] }[];
  keys: { kind: KeyKind; description: string; scopes: Record<string, string> }[];
  resolve(schema: Schema): Schema;
}

/** What stands in the file; references still in their places. */
interface Raw {
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  components: Record<string, Record<string, unknown>> & {
    securitySchemes: Record<KeyKind, { description: string; "x-scopes"?: Record<string, string> }>;
  };
}
interface RawOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Partial<Record<KeyKind, string[]>>[];
  "x-edition"?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> } | { $ref: string }>;
}

/** The contract, as this server serves it. */
export async function loadDocument(): Promise<Document> {
  const response = await fetch("/openapi.json").catch(() => {
    throw new Error("The server does not answer, so the contract could not be read.");
  });
  if (!response.ok) throw new Error(`The contract could not be read: the server answered ${response.status}.`);
  return parseDocument((await response.json()) as Raw);
}

function parseDocument(raw: Raw): Document {
  const find = <T>(thing: T | { $ref: string }): T => {
    if (typeof thing !== "object" || thing === null || !("$ref" in thing)) return thing as T;
    const [kind = "", name = ""] = thing.$ref.replace("#/components/", "").split("/");
    // The linter of the contract holds each reference to what it must lead to.
    return find(raw.components[kind]?.[name] as T);
  };
  const operations = Object.entries(raw.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(path, method, operation)),
  );
  return {
    ...raw.info,
    server: raw.servers[0]?.url ?? location.origin,
    tags: raw.tags.map((tag) => ({ ...tag, operations: operations.filter((one) => one.tag === tag.name) })),
    keys: (Object.keys(raw.components.securitySchemes) as KeyKind[]).map((kind) => {
      const { description, "x-scopes": scopes = {} } = raw.components.securitySchemes[kind];
      return { kind, description, scopes };
    }),
    // A schema beside a reference may say more, such as what it means there.
    resolve: (schema) => (schema.$ref ? { ...find<Schema>({ $ref: schema.$ref }), ...without(schema) } : schema),
  };

  function toOperation(path: string, method: string, operation: RawOperation): Operation {
    const [key = null, scopes = []] = Object.entries(operation.security[0] ?? {})[0] ?? [];
    const { requestBody } = operation;
    const body = requestBody?.content["application/json"];
    return {
      id: operation.operationId,
      method: method.toUpperCase() as Operation["method"],
      path,
      tag: operation.tags[0] ?? "",
      summary: operation.summary,
      description: operation.description ?? "",
      key: key as KeyKind | null,
      scopes,
      isLaterOnly: operation["x-edition"] === "later",
      parameters: (operation.parameters ?? []).map((parameter) => find<Parameter>(parameter)),
      body: body ? { schema: body.schema, example: body.example, isRequired: requestBody?.required ?? false } : null,
      answers: Object.entries(operation.responses).map(([status, answer]) => toAnswer(status, find(answer))),
    };
  }

  function toAnswer(
    status: string,
    answer: { description: string; content?: Record<string, Media> },
  ): DocumentedResponse {
    const [type, media] = Object.entries(answer.content ?? {})[0] ?? [];
    const examples = Object.entries(media?.examples ?? {}).map(([name, { value }]) => ({ name, value }));
    return {
      status,
      description: answer.description,
      type: type ?? null,
      schema: media?.schema ?? null,
      examples: media?.example === undefined ? examples : [{ name: "Example", value: media.example }],
    };
  }
}

function without({ $ref: _reference, ...rest }: Schema): Schema {
  return rest;
}
