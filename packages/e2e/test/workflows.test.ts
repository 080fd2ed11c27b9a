import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./documents.ts";

const folder = `${root}.github/workflows/`;

test.each(readdirSync(folder))("%s names each action by a commit, with its version beside it", (file) => {
  const lines = readFileSync(folder + file, "utf8").match(/uses: .*$/gm) ?? [];
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});
