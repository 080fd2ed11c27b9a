import * as v from "valibot";
import { expect, test } from "vitest";
import { noLimits } from "../../src/index.ts";
import { optionsSchema, parseOptions } from "../../src/options/options.ts";

test("noLimits lifts every limit that 0 lifts, and changes no other setting", () => {
  const described = Object.entries(optionsSchema.entries)
    .filter(([, schema]) => v.getDescription(schema)?.includes("0: no limit"))
    .map(([name]) => name)
    // Bounds the storage's calls, nobody's use of the server.
    .filter((name) => name !== "storageTimeout");
  expect(Object.keys(noLimits)).toEqual(described);
  expect(parseOptions(noLimits)).toMatchObject(noLimits);
});
