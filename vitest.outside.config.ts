import { defineConfig } from "vitest/config";
import { alias, patience } from "./vitest.config.ts";

const report = process.env.FRONTDESK_TEST_REPORT;

/** The longer checks, each suite a folder: `npm run outside -- <folder>` (scripts/outside.mjs). */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ["packages/*/outside/**/*.test.ts"],
    globalSetup: "vitest.temporary-files.ts",
    testTimeout: 600_000,
    hookTimeout: 60_000,
    expect: patience,
    passWithNoTests: false,
    fileParallelism: false,
    // Of tests that say that they may run side by side.
    maxConcurrency: 2,
    reporters: report ? ["default", "json"] : ["default"],
    ...(report ? { outputFile: { json: report } } : {}),
  },
});
