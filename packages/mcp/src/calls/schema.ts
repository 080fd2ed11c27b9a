import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

/** A JSON Schema object, as the tool list shows it. */
export type JsonObject = Record<string, unknown>;

/** What the SDK wants of a schema: its JSON form, and a check. */
interface ListedSchema<Value> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "frontdesk";
    validate(value: unknown): { value: Value } | { issues: { message: string }[] };
    readonly types?: { readonly input: Value; readonly output: Value };
    readonly jsonSchema: { input(): JsonObject; output(): JsonObject };
  };
}

/** A schema whose values are checked by whoever is given them. */
export function toListedSchema(schema: v.GenericSchema): ListedSchema<JsonObject> {
  return toSchema(toListedJson(schema), (value) => ({ value: value as JsonObject }));
}

/** A schema whose values the SDK checks, and refuses as the protocol says. */
export function toCheckedSchema<const Schema extends v.GenericSchema>(
  schema: Schema,
): ListedSchema<v.InferOutput<Schema>> {
  return toSchema(toListedJson(schema), (value) => {
    const { success, output, issues } = v.safeParse(schema, value);
    return success ? { value: output } : { issues: issues.map(({ message }) => ({ message })) };
  });
}

function toSchema<Value>(
  json: JsonObject,
  validate: ListedSchema<Value>["~standard"]["validate"],
): ListedSchema<Value> {
  return {
    "~standard": { version: 1, vendor: "frontdesk", validate, jsonSchema: { input: () => json, output: () => json } },
  };
}

/**
 * The JSON form without `$schema`, which costs tokens and says nothing; an empty `required` stays only where there are
 * properties, since reviewers take its absence for an omission.
 */
export function toListedJson(schema: v.GenericSchema): JsonObject {
  const { $schema: _dialect, ...json } = toJsonSchema(schema, { target: "draft-2020-12" }) as JsonObject;
  if (Object.keys((json.properties ?? {}) as object).length === 0) delete json.required;
  return json;
}

/**
 * The JSON form of a result. Nothing in it is required: clients of 2025 hold errors to it as well, and would drop the
 * text of each that lacks a fact.
 */
export function toListedOutput(schema: v.GenericSchema): JsonObject {
  const { required: _facts, ...json } = toListedJson(schema);
  return { ...json, description: "If isError: code, message, next instead" };
}

/** The facts of a failed check, in one sentence that names what is allowed. */
export function explainIssues(issues: readonly v.BaseIssue<unknown>[], allowed: readonly string[]): string {
  return issues
    .slice(0, 3)
    .map((issue) => {
      const name = String(issue.path?.[0]?.key ?? "");
      if (name && !allowed.includes(name))
        return `There is no argument \`${name.slice(0, 40)}\`; allowed: ${allowed.join(", ") || "none"}.`;
      if (issue.received === "undefined") return `The argument \`${name}\` is missing.`;
      return `The argument \`${name}\` is wrong: ${issue.message}.`;
    })
    .join(" ");
}
