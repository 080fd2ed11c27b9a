import { defineConfig, type Options } from "tsup";

const common: Options = {
  target: "node20",
  platform: "node",
  // Which of the two is meant, the package's `imports` say.
  external: ["#server"],
  // What is bundled, for the licences that go with it.
  metafile: true,
  sourcemap: true,
};

export default defineConfig([
  { ...common, entry: { index: "src/index.ts" }, format: ["esm", "cjs"] },
  { ...common, entry: { "load-server": "src/load-server.ts" }, format: ["esm"] },
  { ...common, entry: { "load-server": "src/load-server-by-node.ts" }, format: ["cjs"] },
]);
