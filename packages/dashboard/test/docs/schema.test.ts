import { h } from "preact";
import { expect, test } from "vitest";
import type { Document, Parameter, Schema } from "../../src/docs/document.ts";
import { Fields, Parameters } from "../../src/docs/schema.tsx";
import { drawView } from "../view.ts";

const components: Record<string, Schema> = { Name: { type: "string", description: "Its name." } };
const document = {
  resolve: ({ $ref, ...rest }: Schema) => ({ ...($ref ? components[$ref] : {}), ...rest }),
} as Document;
const fieldsOf = (schema: Schema) => drawView(h(Fields, { schema, document }));
const words = (view: ReturnType<typeof drawView>, selector: string) =>
  view.all(selector).map(({ textContent }) => textContent?.trim());

test.each<[string, Schema]>([
  ["string", { type: "string" }],
  ["date-time", { type: "string", format: "date-time" }],
  ["integer", { type: "integer", format: "int32" }],
  ["string or null", { type: ["string", "null"] }],
  ["any", {}],
  ["array of string", { type: "array", items: { $ref: "Name" } }],
  ["array", { type: "array" }],
  ["object", { type: "object" }],
  ["object of named values", { type: "object", additionalProperties: { type: "string" } }],
  ["true", { type: "boolean", const: true }],
  ["false", { type: "boolean", const: false }],
  ['"a" | null', { type: "string", enum: ["a", null] }],
  ["integer, 0 to 10", { type: "integer", minimum: 0, maximum: 10 }],
  ["integer, at least 0", { type: "integer", minimum: 0 }],
  ["integer, at most 0", { type: "integer", maximum: 0 }],
  ["string, 1 to 64 characters", { type: "string", minLength: 1, maxLength: 64 }],
  ["string, 0 to 64 characters", { type: "string", maxLength: 64 }],
  ["array of integer, at most 3", { type: "array", items: { type: "integer" }, maxItems: 3 }],
  ["boolean, default false", { type: "boolean", default: false }],
  ['string, default "auto"', { type: "string", default: "auto" }],
  ["integer, -5 to 0", { type: "integer", minimum: -5, maximum: 0 }],
  ["integer, 1 to 9, default 3", { type: "integer", minimum: 1, maximum: 9, default: 3 }],
])("a field is described as %s", (description, schema) => {
  const view = fieldsOf({ type: "object", properties: { it: schema } });
  expect(words(view, ".muted")).toEqual([description]);
});

test("the fields of an object have their names, descriptions and what is optional, also inside objects and lists", () => {
  const inner: Schema = { type: "object", properties: { inner: { type: "integer" } }, required: ["inner"] };
  const view = fieldsOf({
    type: "object",
    required: ["name", "one"],
    properties: { name: { $ref: "Name" }, one: inner, many: { type: "array", items: inner } },
  });
  expect(words(view, "code.name")).toEqual(["name", "one", "inner", "many", "inner"]);
  expect(words(view, ".badge")).toEqual(["optional"]);
  expect(words(view, "div.small")).toEqual(["Its name."]);
  expect(view.all("ul ul")).toHaveLength(2);
});

test("a schema without fields shows nothing", () => {
  expect(fieldsOf({ type: "object" }).root.innerHTML).toBe("");
});

test("a parameter has its place, its type, its description and whether it is required", () => {
  const parameters: Parameter[] = [
    { name: "id", in: "path", required: true, description: "Which one.", schema: { type: "string" } },
    { name: "n", in: "query", schema: { type: "integer", minimum: 1 } },
  ];
  const view = drawView(h(Parameters, { parameters, document }));
  expect(words(view, "code.name")).toEqual(["id", "n"]);
  expect(words(view, ".muted")).toEqual(["in the path, string", "in the query, integer, at least 1"]);
  expect(words(view, "p.row")).toEqual(["idin the path, stringrequired", "nin the query, integer, at least 1"]);
  expect(words(view, "div.small")).toEqual(["Which one."]);
});
