import { defineConfig, type Options } from "tsup";

const common: Options = {
  target: "node20",
  platform: "node",
  // Which of the two is meant, the package's `imports` say.
  external: ["#server"],
  sourcemap: true,
};

export default defineConfig([
  {
    ...common,
    entry: { index: "src/index.ts", "playwright/index": "src/playwright/index.ts" },
    format: ["esm", "cjs"],
  },
  {
    ...common,
    // What test runners load themselves is a module of ES.
    entry: {
      "load-server": "src/load-server.ts",
      "playwright/setup": "src/playwright/setup.ts",
      "vitest/index": "src/vitest/index.ts",
    },
    format: ["esm"],
  },
  { ...common, entry: { "load-server": "src/load-server-by-node.ts" }, format: ["cjs"] },
  {
    ...common,
    entry: { msw: "src/msw.ts" },
    format: ["esm", "cjs"],
    // Browsers take this one too.
    platform: "neutral",
    noExternal: ["@frontdesk/contract", "openapi-msw"],
    // What is bundled, for the licences that go with it. The others bundle nothing, and would write to the same file at once.
    metafile: true,
  },
]);
