import { type Input, inputs, type OperationId } from "@frontdesk/contract";
import * as v from "valibot";
import { Problem } from "../problem.ts";

/** A request's input before validation. */
export interface RawInput {
  path: Record<string, string>;
  query: URLSearchParams;
  /** The parsed body, or the problem found while reading it. */
  body: { value: unknown } | { problem: Problem };
}

/**
 * Returns an operation's input. Each part is validated on access, so that a handler that first looks up the record of the path
 * responds with 404 before 400, as the contract demands.
 */
export function decodeInput<Id extends OperationId>(operationId: Id, raw: RawInput): Input<Id> {
  // The getters return what the schemas say, which TypeScript cannot see through the generic index.
  return new LazyInput(inputs[operationId], raw) as Input<Id>;
}

/** A class, because getters of an object literal cost V8 a hidden class for each request. */
class LazyInput {
  readonly #schemas: (typeof inputs)[OperationId];
  readonly #raw: RawInput;

  constructor(schemas: (typeof inputs)[OperationId], raw: RawInput) {
    this.#schemas = schemas;
    this.#raw = raw;
  }
  get path(): unknown {
    // Path and query are always objects, so an error names a field, never the whole value ("").
    return validate(this.#schemas.path, this.#raw.path, "");
  }
  get query(): unknown {
    return validate(this.#schemas.query, toQueryValues(this.#raw.query, this.#schemas.query.entries), "");
  }
  get body(): unknown {
    if (this.#schemas.body.type === "undefined") return undefined;
    if ("problem" in this.#raw.body) throw this.#raw.body.problem;
    return validate(this.#schemas.body, this.#raw.body.value, "The body");
  }
}

/** Validates a value. @throws Problem `invalid_request` that names the field, or `subject` if the whole value is wrong */
function validate(schema: v.GenericSchema, value: unknown, subject: string): unknown {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = toFieldName(issue.path ?? []);
  // For a missing key, valibot's `expected` is the quoted key. All other messages come from the contract.
  const isMissing = issue.expected?.startsWith('"') ?? false;
  const reason = isMissing ? "is missing" : issue.message;
  throw new Problem("invalid_request", field ? `\`${field}\` ${reason}.` : `${subject} ${reason}.`);
}

/** Returns the name of a field for an error message, such as `messages[1].sender`. */
function toFieldName(path: readonly { key?: unknown }[]): string {
  return path
    .map(({ key }, position) => {
      const isListIndex = typeof key === "number";
      if (isListIndex) return `[${key}]`;
      return position === 0 ? String(key) : `.${String(key)}`;
    })
    .join("");
}

/** Returns the query as an object. Of a repeated parameter the first value counts, unless its schema in `entries` is a list. */
function toQueryValues(query: URLSearchParams, entries: v.ObjectEntries): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of query) {
    if (Object.hasOwn(values, name)) continue;
    const isList = Object.hasOwn(entries, name) && isListSchema(entries[name]!);
    values[name] = isList ? query.getAll(name) : value;
  }
  return values;
}

/** Returns whether a parameter's schema is a list, also if it may be absent. */
function isListSchema(schema: v.ObjectEntries[string]): boolean {
  return schema.type === "array" || ("wrapped" in schema && schema.wrapped.type === "array");
}
