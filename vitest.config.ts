import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const path = (place: string) => fileURLToPath(new URL(place, import.meta.url));

// `npm start` prints variables to export. With them the fixtures would use that server, and not the one that they are tested with.
for (const name of ["URL", "KEY", "KEY_FILE", "MAIL_TOKEN", "SMS_TOKEN"]) delete process.env[`FRONTDESK_${name}`];

// Tests and coverage read sources, never a stale build: by the very table that the compiler goes by.
const { paths } = JSON.parse(readFileSync(path("tsconfig.base.json"), "utf8")).compilerOptions;
export const alias = Object.entries<string[]>(paths).map(([name, [source]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: path(source!),
}));

/** Milliseconds for which a test polls for what it waits for; only a busy machine needs more than a moment. */
export const patience = { poll: { timeout: 60_000 } };

const inDashboard = {
  environment: "happy-dom",
  environmentOptions: { happyDOM: { url: "http://desk.test/" } },
  setupFiles: path("packages/dashboard/test/own-frames.ts"),
};

/** Tests that mock modules and change what belongs to a whole process, such as its umask. */
const needProcess = ["server/test/storage/folder-access.mocked.test.ts"];

/**
 * The tests of all packages. Those that mock a module need modules for each file; those that replace the clock need the real one
 * back at their end; those that look for leaks need a heap in which nothing else is; those of the dashboard need the document of a
 * browser. `npm test` leaves out the tests for leaks, and those that take seconds each, because they start processes or read many
 * megabytes: the outside suite `long` runs these.
 */
const projects = {
  plain: { include: ["*/test/**/*.test.ts"], exclude: ["**/*.{clock,leaks,long,mocked}.test.ts", "dashboard/**"] },
  long: { include: ["*/test/**/*.long.test.ts"] },
  mocked: { include: ["*/test/**/*.mocked.test.ts"], exclude: needProcess, pool: "threads", isolate: true },
  clock: {
    include: ["*/test/**/*.clock.test.ts"],
    exclude: ["dashboard/**"],
    setupFiles: path("vitest.real-timers.ts"),
  },
  process: { include: needProcess, pool: "forks", isolate: true },
  longLeaks: { include: ["*/test/**/*.leaks.test.ts"], pool: "threads", isolate: true },
  dashboard: { include: ["dashboard/test/**/*.test.ts"], exclude: ["**/*.clock.test.ts"], ...inDashboard },
  dashboardIsolated: { include: ["dashboard/test/**/*.clock.test.ts"], isolate: true, ...inDashboard },
};

const toProject = ([name, files]: [string, object]) => ({
  resolve: { alias },
  oxc: { jsx: { runtime: "automatic" as const, importSource: "preact" } },
  test: {
    name,
    root: path("packages"),
    // Sources are read once a worker, not once a file.
    isolate: false,
    ...files,
    // Ends what hangs. A machine that does ten things at once needs a minute for some tests.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: patience,
  },
});

export default defineConfig({
  test: {
    projects: Object.entries(projects).map(toProject),
    globalSetup: path("vitest.temporary-files.ts"),
    passWithNoTests: false,
    // More workers than cores: many files wait for processes and sockets, and hold no core meanwhile (a tenth less time on two cores).
    maxWorkers: Math.ceil(availableParallelism() * 2),
    // CI reads the counts from a file, for the words of a reporter are not an interface.
    reporters: process.env.FRONTDESK_TEST_REPORT ? ["default", "json"] : ["default"],
    ...(process.env.FRONTDESK_TEST_REPORT ? { outputFile: { json: process.env.FRONTDESK_TEST_REPORT } } : {}),
    // The dashboard runs in Chromium, where the outside suite `dashboard` looks at it.
    coverage: { include: ["packages/*/src/**/*.ts"], exclude: ["**/generated/**", "packages/dashboard/**"] },
  },
});
