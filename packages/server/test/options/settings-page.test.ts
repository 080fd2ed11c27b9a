import { readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import { toFlag } from "../../src/options/option-kinds.ts";
import { optionsSchema } from "../../src/options/options.ts";

const page = readFileSync(new URL("../../../../docs/reference/configuration.md", import.meta.url), "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.slice(2, -2).split(" | "));

test.each(Object.entries(optionsSchema.entries))("the page of settings says of %s what --help says", (name, schema) => {
  const variable = `\`FRONTDESK_${toFlag(name).replaceAll("-", "_").toUpperCase()}\``;
  const row = rows.find((cells) => cells.includes(variable));
  // The page has placeholders in code, because Markdown would read them as HTML.
  expect(row?.at(-1)?.replaceAll("`", "")).toBe(v.getDescription(schema));
});
