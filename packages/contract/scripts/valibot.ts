import { allowOnly, type Schema } from "./openapi.ts";
import { NotCarriedError, type Place } from "./places.ts";

/** The name under which the generated file has the schema that a `$ref` points to. */
export type Reference = (pointer: string, place: Place) => string;

const annotations = ["description", "title", "example", "examples", "deprecated", "$comment"];
const values = ["type", "enum", "const", "default"];
const keywords: Record<string, readonly string[]> = {
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  boolean: [],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  object: ["properties", "required", "additionalProperties"],
  null: [],
};
const formats: Record<string, [check: string, message: string]> = {
  "date-time": ["isDateTime", "must be a time as RFC 3339 writes it, such as 2026-11-20T09:30:00Z"],
  uri: ["isUri", "must be an absolute address, such as https://example.com/"],
};

/** The valibot form of a schema, as code. @throws NotCarriedError on a keyword that would be dropped. */
export function toValibot(schema: Schema, place: Place, reference: Reference): string {
  if (schema.$ref !== undefined) {
    allowOnly(schema, ["$ref", ...annotations], place);
    return reference(schema.$ref, [...place, "$ref"]);
  }
  const types = typesOf(schema, place);
  allowOnly(schema, [...annotations, ...values, ...types.flatMap((type) => keywords[type] ?? [])], place);
  const kinds = types.filter((type) => type !== "null");
  const isNullable = kinds.length < types.length;
  if (isNullable && schema.enum && !schema.enum.includes(null))
    throw new NotCarriedError([...place, "enum"], "`type` allows null and `enum` does not; let them agree");
  const parts = kinds.map((type) => ofType(type, schema, place, reference));
  const code =
    parts.length > 1 ? `v.union([${parts.join(", ")}], ${text(`must be a ${types.join(" or ")}`)})` : parts[0];
  if (code === undefined) return 'v.null("must be null")';
  return isNullable ? `v.nullable(${code})` : code;
}

/** The form of a query or path parameter, whose value arrives as text. */
export function fromText(schema: Schema, place: Place, reference: Reference): string {
  const kind = schema.$ref === undefined ? typesOf(schema, place) : [];
  if (kind.length === 1 && (kind[0] === "integer" || kind[0] === "number")) {
    allowOnly(schema, [...annotations, ...values, ...(keywords[kind[0]] ?? [])], place);
    const isWhole = kind[0] === "integer";
    const pattern = isWhole ? "/^-?\\d{1,15}$/" : "/^-?\\d{1,15}(?:\\.\\d{1,9})?$/";
    const first = `v.regex(${pattern}, ${text(isWhole ? "must be a whole number" : "must be a number")})`;
    return pipe("v.string()", [first, "v.transform(Number)", ...numberSteps(schema), ...valueSteps(schema, "number")]);
  }
  // A list is a parameter that is repeated, and each value arrives as text.
  const isTextList = kind.length === 1 && kind[0] === "array" && schema.items?.type === "string";
  if (isTextList) return toValibot(schema, place, reference);
  if (kind.length === 1 && kind[0] === "string") return toValibot(schema, place, reference);
  throw new NotCarriedError(
    place,
    "a parameter must be one string, number or integer, or a list of strings, for nothing here reads others",
  );
}

function typesOf({ type }: Schema, place: Place): string[] {
  if (type === undefined) throw new NotCarriedError(place, "a schema must name its `type`; nothing here reads others");
  const types = Array.isArray(type) ? type : [type];
  for (const each of types)
    if (!(each in keywords)) throw new NotCarriedError([...place, "type"], `there is no type \`${each}\``);
  return types;
}

function ofType(type: string, schema: Schema, place: Place, reference: Reference): string {
  switch (type) {
    case "string":
      return pipe('v.string("must be a string")', [...stringSteps(schema, place), ...valueSteps(schema, type)]);
    case "integer":
    case "number": {
      const whole = type === "integer" ? ['v.integer("must be a whole number")'] : [];
      return pipe('v.number("must be a number")', [...whole, ...numberSteps(schema), ...valueSteps(schema, "number")]);
    }
    case "boolean":
      return pipe('v.boolean("must be true or false")', valueSteps(schema, type));
    case "array":
      return pipe(`v.array(${itemsOf(schema, place, reference)}, "must be a list")`, arraySteps(schema, place));
    default:
      return ofObject(schema, place, reference);
  }
}

function stringSteps({ minLength, maxLength, pattern, format }: Schema, place: Place): string[] {
  const steps: string[] = [];
  if (minLength === 1) steps.push('v.nonEmpty("must not be empty")');
  else if (minLength) steps.push(check(`checks.atLeast(${minLength})`, `must have at least ${minLength} characters`));
  if (maxLength !== undefined)
    steps.push(check(`checks.atMost(${maxLength})`, `must have at most ${maxLength} characters`));
  if (pattern !== undefined) {
    if (!isPattern(pattern)) throw new NotCarriedError([...place, "pattern"], "this is no regular expression");
    steps.push(`v.regex(new RegExp(${text(pattern)}, "u"), ${text(`must match ${pattern}`)})`);
  }
  if (format !== undefined) {
    const known = formats[format];
    if (!known) throw new NotCarriedError([...place, "format"], `nothing here checks the format \`${format}\``);
    steps.push(check(`checks.${known[0]}`, known[1]));
  }
  return steps;
}

function numberSteps(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const steps: string[] = [];
  if (minimum !== undefined) steps.push(`v.minValue(${minimum}, "must be at least ${minimum}")`);
  if (maximum !== undefined) steps.push(`v.maxValue(${maximum}, "must be at most ${maximum}")`);
  if (exclusiveMinimum !== undefined) steps.push(`v.gtValue(${exclusiveMinimum}, "must be above ${exclusiveMinimum}")`);
  if (exclusiveMaximum !== undefined) steps.push(`v.ltValue(${exclusiveMaximum}, "must be below ${exclusiveMaximum}")`);
  if (multipleOf !== undefined) steps.push(`v.multipleOf(${multipleOf}, "must be a multiple of ${multipleOf}")`);
  return steps;
}

function itemsOf({ items }: Schema, place: Place, reference: Reference): string {
  if (!items) throw new NotCarriedError(place, "a list must say what its `items` are");
  return toValibot(items, [...place, "items"], reference);
}

function arraySteps(schema: Schema, place: Place): string[] {
  refuseValues(schema, place);
  const { minItems, maxItems, uniqueItems } = schema;
  const steps: string[] = [];
  if (minItems !== undefined) steps.push(`v.minLength(${minItems}, "must have at least ${minItems} entries")`);
  if (maxItems !== undefined) steps.push(`v.maxLength(${maxItems}, "must have at most ${maxItems} entries")`);
  if (uniqueItems) steps.push(check("checks.isUnique", "must not have an entry twice"));
  return steps;
}

function ofObject(schema: Schema, place: Place, reference: Reference): string {
  refuseValues(schema, place);
  const { properties = {}, required = [], additionalProperties = true } = schema;
  if (additionalProperties !== true)
    throw new NotCarriedError(
      [...place, "additionalProperties"],
      "fields that are not named are ignored, never refused",
    );
  for (const name of required)
    if (!(name in properties)) throw new NotCarriedError([...place, "required"], `no property is called \`${name}\``);
  const fields = Object.entries(properties).map(([name, property]) => {
    const code = toValibot(property, [...place, "properties", name], reference);
    const fallback = property.default === undefined ? "" : `, ${text(property.default)}`;
    return `${text(name)}: ${required.includes(name) ? code : `v.exactOptional(${code}${fallback})`}`;
  });
  // To valibot a list is an object too.
  return `v.pipe(v.unknown(), ${check("checks.isNoList", "must be an object")}, v.object({ ${fields.join(", ")} }, "must be an object"))`;
}

/** `enum` and `const`, of which each type has its own. */
function valueSteps({ enum: allowed, const: only }: Schema, type: string): string[] {
  const steps: string[] = [];
  const own = (allowed ?? []).filter((value) => typeof value === type);
  if (allowed) steps.push(check(`checks.isOneOf(${text(own)})`, `must be one of ${own.join(", ")}`));
  if (only !== undefined) steps.push(check(`checks.isOneOf(${text([only])})`, `must be ${String(only)}`));
  return steps;
}

function refuseValues(schema: Schema, place: Place): void {
  for (const key of ["enum", "const"] as const)
    if (schema[key] !== undefined)
      throw new NotCarriedError([...place, key], `nothing here checks \`${key}\` of a list or an object`);
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") !== null;
  } catch {
    return false;
  }
}

const text = (value: unknown) => JSON.stringify(value);
const check = (predicate: string, message: string) => `v.check(${predicate}, ${text(message)})`;
const pipe = (first: string, steps: string[]) =>
  steps.length === 0 ? first : `v.pipe(${[first, ...steps].join(", ")})`;
