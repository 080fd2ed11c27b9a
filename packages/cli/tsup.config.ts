import { defineConfig } from "tsup";
import { commandBuild, commandEntries } from "../../scripts/tsup-command.mjs";

export default defineConfig({
  ...commandBuild,
  entry: { ...commandEntries, main: "src/main.ts" },
  // A command's code is a chunk of its own, read when it is called.
  splitting: true,
  minify: true,
});
