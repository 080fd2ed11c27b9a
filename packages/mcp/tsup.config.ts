import { copyFileSync } from "node:fs";
import { defineConfig } from "tsup";
import { commandBuild, commandEntries } from "../../scripts/tsup-command.mjs";

export default defineConfig({
  ...commandBuild,
  entry: { ...commandEntries, main: "src/main.ts" },
  splitting: false,
  minify: true,
  onSuccess: async () => copyFileSync("../../docs/skill/svc-tunnel/SKILL.md", "dist/skill.md"),
});
