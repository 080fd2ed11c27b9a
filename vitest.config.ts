import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

// Tests and coverage read sources, never a stale build.
export const alias = [
  { find: /^@frontdesk\/contract$/, replacement: source("contract/src/index.ts") },
  { find: /^@frontdesk\/contract\/conform$/, replacement: source("contract/src/conform.ts") },
  { find: /^@frontdesk\/contract\/document$/, replacement: source("contract/src/generated/document.ts") },
  { find: /^@frontdesk\/sdk\/codes$/, replacement: source("sdk/src/codes/index.ts") },
  { find: /^@frontdesk\/sdk$/, replacement: source("sdk/src/index.ts") },
  { find: /^@frontdesk\/server$/, replacement: source("server/src/index.ts") },
  { find: /^@frontdesk\/tunnel\/wire$/, replacement: source("tunnel/src/wire/index.ts") },
  { find: /^@frontdesk\/tunnel$/, replacement: source("tunnel/src/index.ts") },
];

export default defineConfig({
  test: {
    projects: ["contract", "sdk", "server", "tunnel", "mcp"].map((name) => ({
      resolve: { alias },
      test: {
        name,
        root: source(name),
        include: ["test/**/*.test.ts"],
        testTimeout: 30_000,
        hookTimeout: 30_000,
      },
    })),
    passWithNoTests: false,
    // CI reads the counts from a file, for the words of a reporter are not an interface.
    reporters: process.env.FRONTDESK_TEST_REPORT ? ["default", "json"] : ["default"],
    ...(process.env.FRONTDESK_TEST_REPORT ? { outputFile: { json: process.env.FRONTDESK_TEST_REPORT } } : {}),
    coverage: { include: ["packages/*/src/**/*.ts"], exclude: ["**/generated/**"] },
  },
});
