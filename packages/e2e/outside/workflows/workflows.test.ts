import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../test/documents.ts";

const folder = join(root, ".github/workflows");

test.each(readdirSync(folder))("actionlint finds nothing in %s", (name) => {
  const { stdout, status } = spawnSync(process.env.ACTIONLINT!, ["-no-color", join(folder, name)], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});
