import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    testTimeout: 90_000,
    // They share one network.
    fileParallelism: false,
    reporters: process.env.FRONTDESK_TEST_REPORT ? ["default", "json"] : ["default"],
    ...(process.env.FRONTDESK_TEST_REPORT ? { outputFile: { json: process.env.FRONTDESK_TEST_REPORT } } : {}),
  },
});
