import { NotCarriedError, type Place } from "./places.ts";

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
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
  "x-edition"?: "later";
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

/** Media type of a mail, whose bytes a handler reads as they arrive. */
export const mailType = "message/rfc822";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Every operation with its id and its place, in the order of the document. */
export function operationsOf(
  document: Document,
): { path: string; method: string; operation: Operation; place: Place }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const place = ["paths", path, method];
      if (!methods.includes(method)) throw new NotCarriedError(place, `no generator reads \`${method}\` of a path`);
      return { path, method, operation, place };
    }),
  );
}

/** Stops at a key that no generator reads. Keys that begin with `x-` are their readers' own. */
export function allowOnly(value: object, known: readonly string[], place: Place): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key) || key.startsWith("x-")) continue;
    throw new NotCarriedError(
      [...place, key],
      `\`${key}\` would be checked by nothing here; teach the generator, or leave it out`,
    );
  }
}
