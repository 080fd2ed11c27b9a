import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

/** A JSON Schema object, as the tool list shows it. */
export type JsonObject = Record<string, unknown>;

/** A Standard Schema with its JSON Schema, as the MCP SDK requires. */
interface StandardJsonSchema<Value> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "frontdesk";
    validate(value: unknown): { value: Value } | { issues: { message: string }[] };
    readonly types?: { readonly input: Value; readonly output: Value };
    readonly jsonSchema: { input(): JsonObject; output(): JsonObject };
  };
}

/** Converts a schema whose values the tool checks itself. */
export function toUncheckedSchema(schema: v.GenericSchema): StandardJsonSchema<JsonObject> {
  return toSchema(toInputJsonSchema(schema), (value) => ({ value: value as JsonObject }));
}

/**
 * Converts the valibot schema of a prompt's arguments to one for the MCP SDK, which checks them by it. Only for prompts: `callTool` checks
 * the arguments of tools.
 */
export function toCheckedSchema<const Schema extends v.GenericSchema>(
  schema: Schema,
): StandardJsonSchema<v.InferOutput<Schema>> {
  return toSchema(toInputJsonSchema(schema), (value) => {
    const { success, output, issues } = v.safeParse(schema, value);
    return success ? { value: output } : { issues: issues.map(({ message }) => ({ message })) };
  });
}

/** Creates the object that the MCP SDK requires (Standard Schema, version 1), with the same JSON Schema for input and output. */
function toSchema<Value>(
  json: JsonObject,
  validate: StandardJsonSchema<Value>["~standard"]["validate"],
): StandardJsonSchema<Value> {
  return {
    "~standard": { version: 1, vendor: "frontdesk", validate, jsonSchema: { input: () => json, output: () => json } },
  };
}

/**
 * Returns the JSON Schema without the parts that only cost tokens: `$schema`, and `required` if there are no properties. With
 * properties an empty `required` stays, because reviewers of MCP directories report a missing one.
 */
export function toInputJsonSchema(schema: v.GenericSchema): JsonObject {
  const { $schema: _schemaUri, ...json } = toJsonSchema(schema, { target: "draft-2020-12" }) as JsonObject;
  if (Object.keys((json.properties ?? {}) as object).length === 0) delete json.required;
  return json;
}

/**
 * Returns the JSON Schema of a result. No field is required: clients of 2025 also validate error results with it and would
 * drop their text.
 */
export function toOutputJsonSchema(schema: v.GenericSchema): JsonObject {
  const { required: _required, ...json } = toInputJsonSchema(schema);
  return { ...json, description: "If isError: code, message, next instead" };
}

/** More explanations would only cost tokens: the agent corrects these and calls again. */
const maxExplained = 3;

/** Describes for the agent why its arguments failed their checks, at most three. `allowed`: names of the tool's arguments. */
export function explainIssues(issues: readonly v.BaseIssue<unknown>[], allowed: readonly string[]): string {
  return issues
    .slice(0, maxExplained)
    .map((issue) => {
      const name = String(issue.path?.[0]?.key ?? "");
      // The model has made this name up, so it may be of any length.
      if (name && !allowed.includes(name))
        return `There is no argument \`${name.slice(0, 40)}\`; allowed: ${allowed.join(", ") || "none"}.`;
      if (issue.received === "undefined") return `The argument \`${name}\` is missing.`;
      return `The argument \`${name}\` is wrong: ${issue.message}.`;
    })
    .join(" ");
}
