import { defineConfig } from "tsup";
import { commandBuild, commandEntries } from "../../scripts/tsup-command.mjs";

export default defineConfig({
  ...commandBuild,
  entry: { ...commandEntries, index: "src/index.ts", cli: "src/cli/main.ts" },
  sourcemap: true,
});
