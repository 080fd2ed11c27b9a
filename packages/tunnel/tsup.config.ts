import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", cli: "src/cli/main.ts" },
  format: ["esm"],
  target: "node20",
  platform: "node",
  // Nothing else to fetch, for `npx` and for whoever installs the package.
  noExternal: [/.*/],
  clean: true,
  // What is bundled, for the licences that go with it.
  metafile: true,
  // Bundled CommonJS asks for Node's own modules by `require`.
  banner: {
    js: 'import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);',
  },
  sourcemap: true,
});
