/**
 * Writes src/generated from openapi.yaml, and docs/reference/operations.md. With `--check` it writes nothing and fails when a file is not
 * what it would write.
 */
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { parse } from "yaml";
import { toInputSchemas } from "./input-schemas.ts";
import type { Document } from "./openapi.ts";
import { toOperationTable } from "./operation-table.ts";
import { describeNotCarried, NotCarriedError } from "./places.ts";
import { toSurfacePage } from "./surface-page.ts";

const root = new URL("../../../", import.meta.url);
const source = readFileSync(new URL("openapi.yaml", root), "utf8");
const document: Document = parse(source, { merge: true, maxAliasCount: -1 });

const banner = "// Generated from openapi.yaml by `npm run gen`. Do not edit.\n";
const types = astToString(
  await openapiTS(structuredClone(document) as never, { defaultNonNullable: false, alphabetize: false }),
);
const generated = "packages/contract/src/generated";
const files: Record<string, string> = {
  [`${generated}/api.ts`]: banner + types,
  [`${generated}/operations.ts`]: banner + orStop(toOperationTable),
  [`${generated}/inputs.ts`]: banner + orStop(toInputSchemas),
  [`${generated}/document.ts`]: `${banner}/** openapi.yaml as it was written. */\nexport const yaml = ${JSON.stringify(source)};\n\n/** openapi.yaml as an object. */\nexport const document: Record<string, unknown> = ${JSON.stringify(document, null, 1)};\n`,
  "docs/reference/operations.md": toSurfacePage(),
};

const check = process.argv.includes("--check");
const stale: string[] = [];
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, root);
  if (!check) {
    writeFileSync(file, text);
  } else if (readFileSync(file, "utf8") !== text) {
    stale.push(name);
  }
}
if (stale.length > 0) {
  console.error(`Not up to date: ${stale.join(", ")}. Run \`npm run gen\` and commit the result.`);
  process.exit(1);
}
console.log(check ? "The generated files are up to date" : `Wrote ${Object.keys(files).join(", ")}`);

/** What openapi.yaml says and nothing would check ends the run, and names its line. */
function orStop(generate: (document: Document) => string): string {
  try {
    return generate(document);
  } catch (error) {
    if (!(error instanceof NotCarriedError)) throw error;
    console.error(describeNotCarried(error, source));
    process.exit(1);
  }
}
