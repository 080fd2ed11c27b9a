import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { toInputSchemas } from "../scripts/input-schemas.ts";
import type { Document, Schema } from "../scripts/openapi.ts";
import { toOperationTable } from "../scripts/operation-table.ts";
import { describeNotCarried, NotCarriedError } from "../scripts/places.ts";
import { checks } from "../src/checks.ts";
import { yaml } from "../src/generated/document.ts";

/** A contract of one operation with this field in its body. */
function contractOf(field: object, operation: object = {}): Document {
  const Body = { type: "object", properties: { field } };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Body" } } };
  const post = {
    operationId: "act",
    security: [],
    responses: {},
    requestBody: { required: true, content },
    ...operation,
  };
  // What is no OpenAPI is the point of some tests.
  return {
    paths: { "/act": { post } },
    components: { parameters: {}, schemas: { Body }, securitySchemes: {} },
  } as never;
}

/** The generated schemas of the one operation, run as the server runs them. */
function run(document: Document): Record<"path" | "query" | "body", v.GenericSchema> {
  const code = toInputSchemas(document)
    .replace(/^import .*$/gm, "")
    .replace("export const inputs =", "return");
  return new Function("v", "checks", code.replace("as const", ""))(v, checks).act;
}

/** What the server answers to a body with this field: `null` when it takes it. */
function refusalOf(field: Schema, value: unknown): string | null {
  const result = v.safeParse(run(contractOf(field)).body, { field: value }, { abortEarly: true });
  return result.success ? null : (result.issues[0]?.message ?? "");
}

describe("each constraint of a field in openapi.yaml is checked", () => {
  test.each<[Schema, good: unknown[], bad: unknown[], message: string]>([
    [{ type: "string", minLength: 3 }, ["abc", "😀😀😀"], ["ab", "", "😀😀"], "must have at least 3 characters"],
    [{ type: "string", minLength: 1 }, ["a"], [""], "must not be empty"],
    [{ type: "string", maxLength: 2 }, ["ab", "😀😀"], ["abc", "😀😀😀"], "must have at most 2 characters"],
    [{ type: "string", pattern: "^[a-z]{2}$" }, ["ab"], ["a", "AB", "abc"], "must match ^[a-z]{2}$"],
    [{ type: "string", enum: ["later", "earlier"] }, ["later"], ["", "now"], "must be one of later, earlier"],
    [{ type: "string", const: "on" }, ["on"], ["off"], "must be on"],
    [
      { type: "string", format: "date-time" },
      ["2026-02-28T23:59:60Z", "2026-03-01T05:29:60+05:30", "2026-02-28T18:59:60-05:00"],
      ["2026-02-29T00:00:00Z", "2026-02-28T22:59:60Z", "2026-02-28T23:59:60+05:30", "soon"],
      "must be a time as RFC 3339 writes it, such as 2026-11-20T09:30:00Z",
    ],
    [
      { type: "string", format: "uri" },
      ["https://a.test/b?c#d"],
      ["/b", "a b", "https://"],
      "must be an absolute address, such as https://example.com/",
    ],
    [{ type: "integer", enum: [1, 2] }, [1], [3], "must be one of 1, 2"],
    [{ type: "integer", minimum: 1, maximum: 5 }, [1, 5], [0], "must be at least 1"],
    [{ type: "number", exclusiveMinimum: 0 }, [0.1], [0, -1], "must be above 0"],
    [{ type: "number", exclusiveMaximum: 1 }, [0.9], [1], "must be below 1"],
    [{ type: "integer", multipleOf: 5 }, [10], [11], "must be a multiple of 5"],
    [{ type: "boolean" }, [true, false], [1, "true", null], "must be true or false"],
    [
      { type: "array", items: { type: "string" }, maxItems: 1 },
      [[], ["a"]],
      [["a", "b"]],
      "must have at most 1 entries",
    ],
    [{ type: "array", items: { type: "string" }, minItems: 1 }, [["a"]], [[]], "must have at least 1 entries"],
    [
      { type: "array", items: { type: "string" }, uniqueItems: true },
      [["a", "b"]],
      [["a", "a"]],
      "must not have an entry twice",
    ],
    [{ type: "object", properties: {} }, [{}, { other: 1 }], [[], "x", null], "must be an object"],
    [{ type: ["string", "null"], pattern: "^a" }, ["a", null], ["b"], "must match ^a"],
    [{ type: ["string", "null"], enum: ["a", null] }, ["a", null], ["b"], "must be one of a"],
    [{ type: "null" }, [null], [0, ""], "must be null"],
  ])("%j", (field, good, bad, message) => {
    for (const value of good) expect([value, refusalOf(field, value)]).toEqual([value, null]);
    for (const value of bad) expect([value, refusalOf(field, value)]).toEqual([value, message]);
  });

  test("an absent field gets its default", () => {
    const { body } = run(contractOf({ type: "integer", default: 7 }));
    expect(v.parse(body, {})).toEqual({ field: 7 });
  });

  test("a parameter is checked by the value of its text", () => {
    const parameter = { name: "n", in: "query", schema: { type: "integer", multipleOf: 2, exclusiveMinimum: 0 } };
    const { query } = run(contractOf({ type: "string" }, { parameters: [parameter] }));
    expect(v.parse(query, { n: "4" })).toEqual({ n: 4 });
    for (const n of ["3", "0", "-2", "1e1", "x", ""]) expect(v.safeParse(query, { n }).success).toBe(false);
  });

  test("agrees with another JSON Schema validator", () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false });
    formats.default(ajv);
    const size = fc.nat({ max: 4 });
    const optional = { requiredKeys: ["type"] } satisfies { requiredKeys: ["type"] };
    const ofText = fc.record(
      {
        type: fc.constantFrom("string", ["string", "null"]),
        minLength: size,
        maxLength: size,
        pattern: fc.constantFrom("^a", "b$", "^.$", "^\\p{L}*$"),
        format: fc.constantFrom("date-time"),
      },
      optional,
    );
    const ofNumber = fc.record(
      {
        type: fc.constantFrom("integer", "number", ["integer", "null"], ["number", "string"]),
        minimum: size,
        maximum: size,
        exclusiveMinimum: size,
        exclusiveMaximum: size,
        multipleOf: fc.constantFrom(1, 2, 3),
        enum: fc.constant([1, 2, 3, "a", null]),
      },
      optional,
    );
    const ofList = fc.record(
      {
        type: fc.constant("array"),
        items: fc.oneof(ofText, ofNumber),
        minItems: size,
        maxItems: size,
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ["type", "items"] },
    );
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom("a", "b", "é", "😀", "1"), maxLength: 5 }),
      fc.constantFrom("2026-11-20T09:30:00Z", "2026-13-20T09:30:00Z", "2026-04-31T09:30:00+02:00", "2026-11-20"),
    );
    const simple = fc.oneof(word, fc.integer({ min: -1, max: 6 }), fc.constantFrom(1.5, null, true, {}));
    const value = fc.oneof(simple, fc.array(simple, { maxLength: 5 }));
    fc.assert(
      // biome-ignore lint/suspicious/noExplicitAny: a schema made by chance is none of TypeScript's
      fc.property(fc.oneof(ofText, ofNumber, ofList) as fc.Arbitrary<any>, fc.array(value), (schema, candidates) => {
        const validate = ajv.compile(schema);
        for (const candidate of candidates)
          expect([candidate, refusalOf(schema, candidate) === null]).toEqual([candidate, validate(candidate)]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a constraint that nothing would check is an error of the generator", () => {
  test.each<[object, place: string]>([
    [{ type: "string", patern: "^a" }, "field.patern"],
    [{ type: "string", format: "hostname" }, "field.format"],
    [{ type: "string", pattern: "(" }, "field.pattern"],
    [{ type: "string", minimum: 3 }, "field.minimum"],
    [{ type: "string", contentEncoding: "base64" }, "field.contentEncoding"],
    [{ type: "integer", maxLength: 3 }, "field.maxLength"],
    [{ type: "array" }, "field"],
    [{ type: "array", items: { type: "string", not: {} } }, "field.items.not"],
    [{ type: "array", items: { type: "string" }, contains: {} }, "field.contains"],
    [{ type: "array", items: { type: "string" }, enum: [[]] }, "field.enum"],
    [{ type: "object", additionalProperties: false }, "field.additionalProperties"],
    [{ type: "object", required: ["a"] }, "field.required"],
    [{ type: "object", minProperties: 1 }, "field.minProperties"],
    [{ type: "object", patternProperties: {} }, "field.patternProperties"],
    [{ type: "text" }, "field.type"],
    [{ type: ["string", "null"], enum: ["a"] }, "field.enum"],
    [{ anyOf: [] }, "field"],
    [{ type: "string", allOf: [] }, "field.allOf"],
    [{ type: "string", readOnly: true }, "field.readOnly"],
    [{ $ref: "#/components/schemas/Nothing" }, "field.$ref"],
    [{ $ref: "#/components/schemas/Body" }, "field.$ref"],
  ])("%j", (field, place) => {
    expect(placeOf(contractOf(field))).toBe(`components.schemas.Body.properties.${place}`);
  });

  const query = { name: "n", in: "query", schema: { type: "string" } };
  test.each<[object, place: string]>([
    [{ parameters: [{ ...query, in: "header" }] }, "parameters.0.in"],
    [{ parameters: [{ ...query, style: "form" }] }, "parameters.0.style"],
    [{ parameters: [{ ...query, schema: { type: "array", items: { type: "integer" } } }] }, "parameters.0.schema"],
    [{ parameters: [{ ...query, schema: { type: "integer", format: "int32" } }] }, "parameters.0.schema.format"],
    [{ parameters: [{ ...query, in: "path", required: true }] }, ""],
    [{ parameters: [{ $ref: "#/components/parameters/Nothing" }] }, "parameters.0"],
    [{ requestBody: { required: true, content: { "text/plain": {} } } }, "requestBody.content.text/plain"],
    [{ requestBody: { required: true, content: {} } }, "requestBody"],
    [{ callbacks: {} }, "callbacks"],
    [{ security: [{ agentKey: [] }, { mailboxToken: [] }] }, "security"],
    [{ security: [{ cookie: [] }] }, "security"],
  ])("%j", (operation, place) => {
    expect(placeOf(contractOf({ type: "string" }, operation))).toBe(`paths./act.post${place && `.${place}`}`);
  });

  test("the error names the line of openapi.yaml and what to do", () => {
    const source = yaml.replace(
      /^( {4}MailboxRegistration:\n(?: {6}.*\n)*?.*name: \{ )/m,
      "$1contentMediaType: text/x, ",
    );
    expect(source).not.toBe(yaml);
    const line = source.split("\n").findIndex((text) => text.includes("contentMediaType")) + 1;
    const error = stop(parse(source, { merge: true, maxAliasCount: -1 }));
    expect(describeNotCarried(error, source)).toBe(
      `openapi.yaml:${line}, components.schemas.MailboxRegistration.properties.name.contentMediaType: ` +
        "`contentMediaType` would be checked by nothing here; teach the generator, or leave it out",
    );
  });
});

function stop(document: Document): NotCarriedError {
  try {
    toInputSchemas(document);
    toOperationTable(document);
  } catch (error) {
    if (error instanceof NotCarriedError) return error;
    throw error;
  }
  throw new Error("The generator did not stop");
}

const placeOf = (document: Document) => stop(document).place.join(".");
