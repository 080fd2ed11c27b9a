import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { toInputSchemas } from "../scripts/input-schemas.ts";
import type { Document } from "../scripts/openapi.ts";
import { toOperationTable } from "../scripts/operation-table.ts";
import { toSurfacePage } from "../scripts/surface-page.ts";
import { document as generated, yaml } from "../src/generated/document.ts";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const source = read("openapi.yaml");
const document: Document = parse(source, { merge: true, maxAliasCount: -1 });

test.each([
  ["packages/contract/src/generated/operations.ts", () => toOperationTable(document)],
  ["packages/contract/src/generated/inputs.ts", () => toInputSchemas(document)],
  ["docs/reference/operations.md", toSurfacePage],
])("%s is what the generator writes", (path, generate) => {
  const withoutBanner = read(path).replace(/^\/\/ Generated from .*\n/, "");
  expect(withoutBanner).toBe(generate());
});

test("the document of the package is openapi.yaml", () => {
  expect(yaml).toBe(source);
  expect(generated).toEqual(document);
});
