import { allowOnly, type Document, mailType, type Operation, operationsOf, type Parameter } from "./openapi.ts";
import { NotCarriedError, type Place } from "./places.ts";
import { fromText, type Reference, toValibot } from "./valibot.ts";

const operationKeys = [
  ...["operationId", "tags", "summary", "description", "deprecated", "externalDocs"],
  ...["security", "parameters", "requestBody", "responses"],
];
const parameterKeys = ["name", "in", "required", "description", "schema", "example", "examples", "deprecated"];

/**
 * Valibot schemas of each operation's path, query and body. The messages finish the sentence "`field` …".
 *
 * @throws NotCarriedError where openapi.yaml says something of an input that no check would hold.
 */
export function toInputSchemas(document: Document): string {
  const named = new Map<string, string>();
  const open = new Set<string>();

  const reference: Reference = (pointer, place) => {
    const name = pointer.replace(/^#\/components\/schemas\//, "");
    const schema = document.components.schemas[name];
    if (!schema) throw new NotCarriedError(place, `there is no schema ${pointer} in components.schemas`);
    if (open.has(name)) throw new NotCarriedError(place, `${name} holds itself, which nothing here reads`);
    if (!named.has(name)) {
      open.add(name);
      named.set(name, toValibot(schema, ["components", "schemas", name], reference));
      open.delete(name);
    }
    return name;
  };

  const rows = operationsOf(document).map(({ path, operation, place }) => {
    allowOnly(operation, operationKeys, place);
    const parameters = (operation.parameters ?? []).map((entry, index) =>
      resolveParameter(entry, document, [...place, "parameters", index]),
    );
    const inPath = parameters.filter(({ parameter }) => parameter.in === "path");
    if (String(path.match(/(?<=\{)\w+(?=\})/g) ?? []) !== String(inPath.map(({ parameter }) => parameter.name)))
      throw new NotCarriedError(place, "the path and its parameters name different things, or in another order");
    return [
      `  ${operation.operationId}: {`,
      `    path: ${fromParameters(inPath, reference)},`,
      `    query: ${fromParameters(
        parameters.filter(({ parameter }) => parameter.in === "query"),
        reference,
      )},`,
      `    body: ${fromBody(operation.requestBody, [...place, "requestBody"], reference)},`,
      "  },",
    ].join("\n");
  });
  const constants = [...named].map(([name, code]) => `const ${name} = ${code};`);
  return `import * as v from "valibot";\nimport { checks } from "../checks.ts";\n\n${constants.join("\n")}\n\n/** What each operation accepts. Query values arrive as text and leave as what the contract says. */\nexport const inputs = {\n${rows.join("\n")}\n} as const;\n`;
}

interface Placed {
  parameter: Parameter;
  place: Place;
}

function resolveParameter(
  entry: NonNullable<Operation["parameters"]>[number],
  document: Document,
  where: Place,
): Placed {
  const name = "$ref" in entry ? entry.$ref.replace(/^#\/components\/parameters\//, "") : null;
  const parameter = name === null ? (entry as Parameter) : document.components.parameters[name]; // without `$ref` it is one
  if (!parameter) throw new NotCarriedError(where, `there is no parameter ${name} in components.parameters`);
  const place = name === null ? where : ["components", "parameters", name];
  allowOnly(parameter, parameterKeys, place);
  if (parameter.in !== "path" && parameter.in !== "query")
    throw new NotCarriedError([...place, "in"], `nothing here reads parameters in the ${parameter.in}`);
  if (parameter.in === "path" && !parameter.required)
    throw new NotCarriedError(place, "a parameter in the path must be `required`");
  return { parameter, place };
}

function fromParameters(parameters: Placed[], reference: Reference): string {
  const fields = parameters.map(({ parameter: { name, required, schema }, place }) => {
    const code = fromText(schema, [...place, "schema"], reference);
    if (required) return `${name}: ${code}`;
    return schema.default === undefined
      ? `${name}: v.optional(${code})`
      : `${name}: v.optional(${code}, ${JSON.stringify(String(schema.default))})`;
  });
  return `v.object({ ${fields.join(", ")} })`;
}

function fromBody(body: Operation["requestBody"], place: Place, reference: Reference): string {
  if (!body) return "v.undefined()";
  allowOnly(body, ["required", "description", "content"], place);
  if (mailType in body.content) return "v.custom<AsyncIterable<Uint8Array>>(checks.isAsyncIterable)";
  for (const [type, media] of Object.entries(body.content)) {
    if (type !== "application/json")
      throw new NotCarriedError([...place, "content", type], "nothing here reads a body that is not JSON");
    allowOnly(media, ["schema", "example", "examples"], [...place, "content", type]);
  }
  const schema = body.content["application/json"]?.schema;
  if (!schema) throw new NotCarriedError(place, "the body has no schema as application/json");
  return toValibot(schema, [...place, "content", "application/json", "schema"], reference);
}
