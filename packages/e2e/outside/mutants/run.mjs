// Changes the sources of a folder one place at a time, and counts which changes its tests notice (Stryker). It works on a copy.
// Words: a folder such as `basics` or `server/inbox`. It is `packages/server/src/inbox`, and its tests are those of
// `packages/server/test/inbox`, or all of the package where no test folder has that name.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Mutants that must be noticed, percent. */
const REQUIRED_SCORE = 85;
const MUTANT_TIMEOUT_MS = 30_000;
const root = join(import.meta.dirname, "../../../..");
const own = join(import.meta.dirname, "node_modules");

const [part = ""] = process.argv.slice(2);
const [name, ...folders] = part.split("/");
const sources = join("packages", name, "src", ...folders);
if (name === "" || !existsSync(join(root, sources))) {
  console.error(`There are no sources in ${sources}. Name a folder: npm run outside -- mutants/server/inbox`);
  process.exit(1);
}

const copy = mkdtempSync(join(tmpdir(), "frontdesk-mutants-"));
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
copySources();
writeFileSync(join(copy, "vitest.mutants.config.ts"), vitestConfig());
const report = join(import.meta.dirname, ".incremental", `${part.replaceAll("/", "-")}.json`);
mkdirSync(dirname(report), { recursive: true });
writeFileSync(join(copy, "stryker.config.json"), JSON.stringify(strykerConfig(report)));
const stryker = join(own, "@stryker-mutator/core/bin/stryker.js");
const { status } = spawnSync(process.execPath, [stryker, "run", "stryker.config.json"], {
  cwd: copy,
  stdio: "inherit",
});
process.exitCode = status ?? 1;

/** Copies the files of the repository as they are now, and installs their dependencies. */
function copySources() {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  for (const file of stdout.split("\0").filter((path) => path && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  const install = ["-y", "pnpm@10.34.9", "install", "--frozen-lockfile", "--prefer-offline", "--silent"];
  spawnSync("npx", install, { cwd: copy, stdio: "inherit" });
  if (!existsSync(join(own, "vitest"))) symlinkSync(join(root, "node_modules/vitest"), join(own, "vitest"));
}

/** Runs in one process without the projects of the whole, because Stryker starts the same files again and again. */
function vitestConfig() {
  const own = join(name, "test", ...folders);
  const tests = existsSync(join(root, "packages", own)) ? own : join(name, "test");
  return `import { defineConfig } from "vitest/config";
import { alias, patience } from "./vitest.config.ts";
export default defineConfig({
  resolve: { alias },
  test: { root: "packages", include: ["${tests}/**/*.test.ts"], isolate: true, testTimeout: 60_000, expect: patience },
});
`;
}

function strykerConfig(incrementalFile) {
  return {
    testRunner: "vitest",
    plugins: [join(own, "@stryker-mutator/vitest-runner/dist/src/index.js")],
    vitest: { configFile: "vitest.mutants.config.ts", related: false },
    inPlace: true,
    mutate: [`${sources}/**/*.ts`, "!**/generated/**"],
    mutator: { excludedMutations: ["StringLiteral", "Regex"] },
    coverageAnalysis: "perTest",
    disableTypeChecks: false,
    incremental: true,
    incrementalFile,
    reporters: ["clear-text"],
    clearTextReporter: { allowColor: false, reportTests: false },
    timeoutMS: MUTANT_TIMEOUT_MS,
    thresholds: { high: 100, low: REQUIRED_SCORE, break: REQUIRED_SCORE },
  };
}
