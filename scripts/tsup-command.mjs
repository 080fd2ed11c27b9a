/** Each command imports this first: it fails with a sentence on a Node that is too old. */
export const commandEntries = { "node-version": "../basics/src/node-version.ts" };

/** Build options of the packages that `npx` runs: everything they import is bundled, so that it has nothing else to fetch. */
export const commandBuild = {
  format: ["esm"],
  target: "node20",
  platform: "node",
  noExternal: [/.*/],
  clean: true,
  // What is bundled, for the licences that go with it.
  metafile: true,
  // Bundled CommonJS asks for Node's own modules by `require`.
  banner: {
    js: 'import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);',
  },
};
