// Writes the sections of the providers into docs/how-to/providers.md; with `--check` it compares instead. Part of `npm run gen`.
import { readFileSync, writeFileSync } from "node:fs";
import { withProviderSections } from "./provider-sections.ts";

const page = new URL("../../../docs/how-to/providers.md", import.meta.url);
const current = readFileSync(page, "utf8");
const updated = withProviderSections(current);
if (!process.argv.includes("--check")) writeFileSync(page, updated);
else if (updated !== current) {
  console.error("docs/how-to/providers.md is not up to date: npm run gen");
  process.exit(1);
}
