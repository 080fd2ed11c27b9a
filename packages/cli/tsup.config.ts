import { defineConfig } from "tsup";

export default defineConfig({
  entry: { main: "src/main.ts" },
  format: ["esm"],
  target: "node20",
  platform: "node",
  // Nothing else to fetch for `npx`; a command's code is a chunk of its own, read when it is called.
  noExternal: [/.*/],
  splitting: true,
  minify: true,
  clean: true,
  // What is bundled, for the licences that go with it.
  metafile: true,
  // Bundled CommonJS asks for Node's own modules by `require`.
  banner: {
    js: 'import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);',
  },
});
