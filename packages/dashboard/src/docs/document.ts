import type { Scope } from "@frontdesk/sdk";

/** JSON Schema, as far as openapi.yaml uses it. */
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
  /** Media type; `null` if there is no body. */
  type: string | null;
  schema: Schema | null;
  examples: { name: string; value: unknown }[];
}
/** Security schemes of openapi.yaml. */
export type KeyKind = "agentKey" | "mailboxToken" | "smsToken" | "smsGateSignature";
export interface OperationBody {
  /** Media type. */
  type: string;
  schema: Schema;
  example: unknown;
  isRequired: boolean;
}
/** Media type of a mail, which is sent as it is. All other bodies are JSON. */
export const mailType = "message/rfc822";
export interface Operation {
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** Kind of key that authenticates the request; `null` if it needs none. */
  key: KeyKind | null;
  scopes: Scope[];
  /** Whether only servers of the later edition have it. */
  isLaterOnly: boolean;
  parameters: Parameter[];
  body: OperationBody | null;
  responses: DocumentedResponse[];
}
/** The API description, prepared for rendering. References in schemas are kept: `resolve` follows them. */
export interface Document {
  title: string;
  version: string;
  description: string;
  /** Base URL. */
  server: string;
  tags: { name: string; description: string; operations: Operation[] }[];
  keys: { kind: KeyKind; description: string; scopes: Record<string, string> }[];
  resolve(schema: Schema): Schema;
}

/** The fields of openapi.json that are rendered. Any component may be a reference. */
interface RawDocument {
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
  security: Partial<Record<KeyKind, Scope[]>>[];
  "x-edition"?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> } | { $ref: string }>;
}

/** Fetches the API description of this server. @throws Error with a message for the user */
export async function loadDocument(): Promise<Document> {
  const response = await fetch("/openapi.json").catch(() => {
    throw new Error("The server does not answer, so the API description could not be loaded.");
  });
  if (!response.ok) throw new Error(`The API description could not be loaded: status ${response.status}.`);
  return parseDocument((await response.json()) as RawDocument);
}

/** Groups the operations by tag and resolves references, except those in schemas. */
function parseDocument(apiDescription: RawDocument): Document {
  /** Returns the component that a reference such as "#/components/parameters/id" leads to, and other values unchanged. */
  function followReference<T>(value: T | { $ref: string }): T {
    if (typeof value !== "object" || value === null || !("$ref" in value)) return value as T;
    const [kind = "", name = ""] = value.$ref.replace("#/components/", "").split("/");
    // The linter of openapi.yaml ensures that the component exists and has the expected type.
    return followReference(apiDescription.components[kind]?.[name] as T);
  }
  const operations = Object.entries(apiDescription.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(path, method, operation)),
  );
  return {
    ...apiDescription.info,
    server: apiDescription.servers[0]?.url ?? location.origin,
    tags: apiDescription.tags.map((tag) => ({
      ...tag,
      operations: operations.filter((operation) => operation.tag === tag.name),
    })),
    keys: (Object.keys(apiDescription.components.securitySchemes) as KeyKind[]).map((kind) => {
      const { description, "x-scopes": scopes = {} } = apiDescription.components.securitySchemes[kind];
      return { kind, description, scopes };
    }),
    /** Returns a schema without a reference. Fields beside `$ref`, such as a description, override those of the component. */
    resolve({ $ref, ...overrides }) {
      return $ref ? { ...followReference<Schema>({ $ref }), ...overrides } : overrides;
    },
  };

  /** Converts an operation of the API description to what the reference shows. */
  function toOperation(path: string, method: string, operation: RawOperation): Operation {
    return {
      id: operation.operationId,
      method: method.toUpperCase() as Operation["method"],
      path,
      tag: operation.tags[0] ?? "",
      summary: operation.summary,
      description: operation.description ?? "",
      ...requiredKey(operation),
      // Servers of the earlier edition of the API do not have these operations.
      isLaterOnly: operation["x-edition"] === "later",
      parameters: (operation.parameters ?? []).map((parameter) => followReference<Parameter>(parameter)),
      body: toBody(operation.requestBody),
      responses: Object.entries(operation.responses).map(([status, response]) =>
        toResponse(status, followReference(response)),
      ),
    };
  }

  /** Returns the kind of key that a request needs, and its scopes. The description names at most one kind for each operation. */
  function requiredKey({ security }: RawOperation): Pick<Operation, "key" | "scopes"> {
    const [key = null, scopes = []] = Object.entries(security[0] ?? {})[0] ?? [];
    return { key: key as KeyKind | null, scopes };
  }

  /** Returns the media type, schema and example of a request's body; `null` if the operation takes none. */
  function toBody(requestBody: RawOperation["requestBody"]): OperationBody | null {
    // Every request of the API has at most one media type.
    const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    if (!type || !media) return null;
    return { type, schema: media.schema, example: media.example, isRequired: requestBody?.required ?? false };
  }

  /** Returns what the reference shows of a response with this status: its description, schema and examples. */
  function toResponse(
    status: string,
    response: { description: string; content?: Record<string, Media> },
  ): DocumentedResponse {
    // Every response of the API has at most one media type, with one example or several named ones.
    const [type, media] = Object.entries(response.content ?? {})[0] ?? [];
    const examples = Object.entries(media?.examples ?? {}).map(([name, { value }]) => ({ name, value }));
    return {
      status,
      description: response.description,
      type: type ?? null,
      schema: media?.schema ?? null,
      examples: media?.example === undefined ? examples : [{ name: "Example", value: media.example }],
    };
  }
}
