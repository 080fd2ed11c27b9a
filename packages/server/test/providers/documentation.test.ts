import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withProviderSections } from "../../scripts/provider-sections.ts";

const page = readFileSync(new URL("../../../../docs/how-to/providers.md", import.meta.url), "utf8");

test("docs/how-to/providers.md has the sections of all providers; else run: npm run gen", () => {
  expect(page).toBe(withProviderSections(page));
});

test("a page without the marks is an error that names them", () => {
  expect(() => withProviderSections("# Provider APIs")).toThrow("lacks the mark");
});
