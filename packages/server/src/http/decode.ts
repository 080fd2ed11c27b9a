import { type Input, inputs, type OperationId } from "@frontdesk/contract";
import * as v from "valibot";
import { Problem } from "../problem.ts";

/** What a request brings, before it is checked. */
export interface RawInput {
  path: Record<string, string>;
  query: URLSearchParams;
  /** The parsed body, or the problem met while reading it. */
  body: { value: unknown } | { problem: Problem };
}

/**
 * An operation's input, each part checked when it is first looked at. So a handler that first asks whether the thing
 * named in the path exists answers 404 before 400, as the contract orders it.
 */
export function decodeInput<Id extends OperationId>(operationId: Id, raw: RawInput): Input<Id> {
  // The getters return what the schemas say, which TypeScript cannot see through the generic index.
  return new LazyInput(inputs[operationId], raw) as Input<Id>;
}

/** Getters of a class: those of a fresh object literal cost a hidden class for each request. */
class LazyInput {
  readonly #schemas: (typeof inputs)[OperationId];
  readonly #raw: RawInput;

  constructor(schemas: (typeof inputs)[OperationId], raw: RawInput) {
    this.#schemas = schemas;
    this.#raw = raw;
  }
  get path(): unknown {
    return parse(this.#schemas.path, this.#raw.path, "");
  }
  get query(): unknown {
    return parse(this.#schemas.query, firstValues(this.#raw.query), "");
  }
  get body(): unknown {
    if (this.#schemas.body.type === "undefined") return undefined;
    if ("problem" in this.#raw.body) throw this.#raw.body.problem;
    return parse(this.#schemas.body, this.#raw.body.value, "The body");
  }
}

function parse(schema: v.GenericSchema, value: unknown, whole: string): unknown {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = toFieldName(issue.path ?? []);
  // Of a missing key valibot expects the key's name, quoted; the messages of all else come from the contract.
  const what = issue.expected?.startsWith('"') ? "is missing" : issue.message;
  throw new Problem("invalid_request", field ? `\`${field}\` ${what}.` : `${whole} ${what}.`);
}

/** `messages[1].sender`, as a person would write it. */
function toFieldName(path: readonly { key?: unknown }[]): string {
  return path
    .map(({ key }, position) => (typeof key === "number" ? `[${key}]` : `${position === 0 ? "" : "."}${String(key)}`))
    .join("");
}

/** Of a repeated parameter the first value counts. */
function firstValues(query: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of query) if (!Object.hasOwn(values, name)) values[name] = value;
  return values;
}
