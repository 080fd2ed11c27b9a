import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

/** A JSON Schema object, as the tool list shows it. */
export type JsonObject = Record<string, unknown>;

/** What the SDK wants of a schema: its JSON form. Values are checked by the tool itself, whose errors name the next step. */
export interface ListedSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "frontdesk";
    validate(value: unknown): { value: JsonObject };
    readonly types?: { readonly input: JsonObject; readonly output: JsonObject };
    readonly jsonSchema: { input(): JsonObject; output(): JsonObject };
  };
}

/** Converts at start-up: one schema that can't be converted would otherwise take the whole list with it later. */
export function toListedSchema(schema: v.GenericSchema): ListedSchema {
  const json = toListedJson(schema);
  return {
    "~standard": {
      version: 1,
      vendor: "frontdesk",
      validate: (value) => ({ value: value as JsonObject }),
      jsonSchema: { input: () => json, output: () => json },
    },
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
