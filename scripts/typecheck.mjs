// Checks the types of the sources, of the dashboard and of the examples.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { compile, root } from "./compiler/compile.mjs";

const examples = readdirSync(join(root, "examples"))
  .map((name) => join("examples", name))
  .filter((folder) => existsSync(join(root, folder, "tsconfig.json")));

const failed = [".", "packages/dashboard", ...examples].filter((project) => !compile("-p", project));
if (failed.length > 0) {
  console.error(`Types are wrong in ${failed.join(", ")}.`);
  process.exit(1);
}
