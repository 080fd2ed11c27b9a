import { type Document, type Operation, operationsOf, type Parameter, type Schema } from "./operation-table.ts";

/** Valibot schemas of each operation's path, query and body. The messages finish the sentence "`field` …". */
export function toInputSchemas(document: Document): string {
  const named = new Map<string, string>();

  const reference = (pointer: string): string => {
    const name = pointer.split("/").at(-1) ?? "";
    if (!named.has(name)) {
      const schema = document.components.schemas[name];
      if (!schema) throw new Error(`There is no schema ${pointer}`);
      named.set(name, toValibot(schema, reference));
    }
    return name;
  };

  const rows = operationsOf(document).map(({ operation }) => {
    const parameters = (operation.parameters ?? []).map((entry) => resolveParameter(entry, document));
    const body = operation.requestBody?.content["application/json"]?.schema.$ref;
    return [
      `  ${operation.operationId}: {`,
      `    path: ${fromParameters(parameters.filter((parameter) => parameter.in === "path"))},`,
      `    query: ${fromParameters(parameters.filter((parameter) => parameter.in === "query"))},`,
      `    body: ${body ? reference(body) : "v.undefined()"},`,
      "  },",
    ].join("\n");
  });
  const constants = [...named].map(([name, code]) => `const ${name} = ${code};`);
  return `import * as v from "valibot";\n\n${constants.join("\n")}\n\n/** What each operation accepts. Query values arrive as text and leave as what the contract says. */\nexport const inputs = {\n${rows.join("\n")}\n} as const;\n`;
}

function resolveParameter(entry: NonNullable<Operation["parameters"]>[number], document: Document): Parameter {
  if (!("$ref" in entry)) return entry;
  const parameter = document.components.parameters[entry.$ref.split("/").at(-1) ?? ""];
  if (!parameter) throw new Error(`There is no parameter ${entry.$ref}`);
  return parameter;
}

function fromParameters(parameters: Parameter[]): string {
  const fields = parameters.map(({ name, required, schema }) => {
    const code = isNumeric(schema) ? `v.pipe(v.string(), ${numberSteps(schema, true)})` : toValibot(schema, () => "");
    if (required) return `${name}: ${code}`;
    return schema.default === undefined
      ? `${name}: v.optional(${code})`
      : `${name}: v.optional(${code}, ${JSON.stringify(String(schema.default))})`;
  });
  return `v.object({ ${fields.join(", ")} })`;
}

const isNumeric = (schema: Schema) => schema.type === "integer" || schema.type === "number";

function numberSteps(schema: Schema, fromText: boolean): string {
  const whole = schema.type === "integer";
  const steps: string[] = [];
  if (fromText) {
    const pattern = whole ? "/^-?\\d{1,15}$/" : "/^-?\\d{1,15}(?:\\.\\d{1,9})?$/";
    steps.push(`v.regex(${pattern}, ${JSON.stringify(whole ? "must be a whole number" : "must be a number")})`);
    steps.push("v.transform(Number)");
  } else if (whole) {
    steps.push('v.integer("must be a whole number")');
  }
  if (schema.minimum !== undefined) steps.push(`v.minValue(${schema.minimum}, "must be at least ${schema.minimum}")`);
  if (schema.maximum !== undefined) steps.push(`v.maxValue(${schema.maximum}, "must be at most ${schema.maximum}")`);
  return steps.join(", ");
}

function toValibot(schema: Schema, reference: (pointer: string) => string): string {
  if (schema.$ref) return reference(schema.$ref);
  if (Array.isArray(schema.type)) {
    const kinds = schema.type.filter((type) => type !== "null");
    const parts = kinds.map((type) => toValibot({ ...schema, type }, reference));
    const message = JSON.stringify(`must be a ${schema.type.join(" or ")}`);
    const code = parts.length === 1 ? (parts[0] as string) : `v.union([${parts.join(", ")}], ${message})`;
    return schema.type.includes("null") ? `v.nullable(${code})` : code;
  }
  switch (schema.type) {
    case "string": {
      const steps = ['v.string("must be a string")'];
      if (schema.minLength === 1) steps.push('v.nonEmpty("must not be empty")');
      if (schema.maxLength !== undefined)
        steps.push(`v.maxLength(${schema.maxLength}, "must have at most ${schema.maxLength} characters")`);
      return steps.length === 1 ? (steps[0] as string) : `v.pipe(${steps.join(", ")})`;
    }
    case "number":
    case "integer": {
      const steps = numberSteps(schema, false);
      const base = 'v.number("must be a number")';
      return steps ? `v.pipe(${base}, ${steps})` : base;
    }
    case "array":
      return `v.array(${toValibot(schema.items ?? {}, reference)}, "must be a list")`;
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
        const code = toValibot(property, reference);
        return `${name}: ${schema.required?.includes(name) ? code : `v.exactOptional(${code})`}`;
      });
      return `v.object({ ${fields.join(", ")} }, "must be an object")`;
    }
    default:
      throw new Error(`No valibot form for ${JSON.stringify(schema)}`);
  }
}
