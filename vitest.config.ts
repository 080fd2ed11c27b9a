import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const path = (place: string) => fileURLToPath(new URL(place, import.meta.url));

// Tests and coverage read sources, never a stale build: by the very table that the compiler goes by.
const { paths } = JSON.parse(readFileSync(path("tsconfig.base.json"), "utf8")).compilerOptions;
export const alias = Object.entries<string[]>(paths).map(([name, [source]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: path(source!),
}));

/** How long a test asks again for what it waits for: a second is no fault on a machine that does much at once. */
export const patience = { poll: { timeout: 15_000 } };

/** The tests of all packages; or those that put something in a module's place and so need modules of their own. */
const toProject = (name: "plain" | "mocked") => ({
  resolve: { alias },
  test: {
    name,
    root: path("packages"),
    include: [name === "mocked" ? "*/test/**/*.mocked.test.ts" : "*/test/**/*.test.ts"],
    exclude: name === "mocked" ? [] : ["**/*.mocked.test.ts"],
    // Sources are read once a worker, not once a file.
    isolate: name === "mocked",
    // Half of this is what some took on a machine that did ten things at once.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: patience,
  },
});

export default defineConfig({
  test: {
    projects: (["plain", "mocked"] as const).map(toProject),
    passWithNoTests: false,
    // One worker a core: most files wait for processes and sockets, and hold no core meanwhile.
    maxWorkers: "100%",
    // CI reads the counts from a file, for the words of a reporter are not an interface.
    reporters: process.env.FRONTDESK_TEST_REPORT ? ["default", "json"] : ["default"],
    ...(process.env.FRONTDESK_TEST_REPORT ? { outputFile: { json: process.env.FRONTDESK_TEST_REPORT } } : {}),
    // The dashboard runs in Chromium, where test:dashboard looks at it.
    coverage: { include: ["packages/*/src/**/*.ts"], exclude: ["**/generated/**", "packages/dashboard/**"] },
  },
});
