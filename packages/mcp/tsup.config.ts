import { copyFileSync } from "node:fs";
import { defineConfig } from "tsup";

export default defineConfig({
  entry: { main: "src/main.ts" },
  format: ["esm"],
  target: "node20",
  platform: "node",
  // One file, so that `npx` has nothing else to fetch.
  noExternal: [/.*/],
  splitting: false,
  minify: true,
  clean: true,
  // What is bundled, for the licences that go with it.
  metafile: true,
  // Bundled CommonJS asks for Node's own modules by `require`.
  banner: {
    js: 'import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);',
  },
  onSuccess: async () => copyFileSync("../../docs/skill/svc-tunnel/SKILL.md", "dist/skill.md"),
});
