// Changes the sources one place at a time, and counts which changes their tests notice (Stryker). It works on a copy.
// Words: a folder or file such as `basics`, `server/inbox` or `server/inbox/page.ts`, for `packages/server/src/inbox`. Its tests are
// those of the folder with the same name in `packages/server/test`, or all of the package if there is none. Or `since/<commit>`:
// the lines that have changed since then, for at most four minutes.
// FRONTDESK_MUTANTS=statements leaves steps out, does not await them, or swaps them, in place of Stryker's own changes.
// FRONTDESK_SAMPLE=50 tries 50 mutants, which FRONTDESK_SEED chooses. FRONTDESK_TESTS=server/test/store,server/test/api: other tests.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { changedSources } from "./changed-sources.mjs";

/** Mutants that must be noticed, percent. */
const REQUIRED_SCORE = 85;
const MUTANT_TIMEOUT_MS = 30_000;
/**
 * Tests that cannot pass here. All mutants are in the sources at once, so these are larger than `size` allows. The others need built
 * files, which the copy does not have.
 */
const UNFIT_TESTS = ["size", "own-clients", "document-headers", "api/dashboard"].map((name) => `**/${name}.test.ts`);
/** With Stryker's installation before it, a run for changed lines takes less than five minutes. */
const CHANGES_TIMEOUT_MS = 4 * 60_000;
const end = Date.now() + CHANGES_TIMEOUT_MS;
const root = join(import.meta.dirname, "../../../..");
const own = join(import.meta.dirname, "node_modules");

const [part = ""] = process.argv.slice(2);
const changesStatements = process.env.FRONTDESK_MUTANTS === "statements";
/** Kinds of changes that are not made. Loaded here, because Stryker is installed only when this suite is named. */
const excludedMutations = changesStatements
  ? (await import("./statement-mutators.mjs")).ownMutators
  : ["StringLiteral", "Regex"];
const isSample = Number(process.env.FRONTDESK_SAMPLE) > 0;
const base = part.startsWith("since/") ? part.slice("since/".length) : undefined;
const isShort = isSample || base !== undefined;
const targets = base ? changedSources(root, base) : [namedSource()];
if (targets.length === 0) {
  console.log(`No sources with tests have changed since ${base}.`);
  process.exit();
}

const copy = mkdtempSync(join(tmpdir(), "frontdesk-mutants-"));
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
copySources();
const report = join(import.meta.dirname, ".incremental", `${part.replaceAll("/", "-")}.json`);
mkdirSync(dirname(report), { recursive: true });
// One folder of tests after the other, so that slow tests of one do not use up the time of all.
for (const tests of new Set(targets.map(({ file }) => testFolderOf(file)))) {
  const sources = targets.filter(({ file }) => testFolderOf(file) === tests);
  const hasEnded = tryMutants(tests, sources);
  if (!hasEnded) console.log(`The time is over. Not all changes in these files were tried:\n${listOf(sources)}`);
}

/** Tries the mutants of sources with the tests of a folder. Returns whether it ended in time; only changed lines have a limit. */
function tryMutants(tests, sources) {
  const timeout = base ? Math.max(1, end - Date.now()) : undefined;
  writeFileSync(join(copy, "vitest.mutants.config.ts"), vitestConfig(tests));
  writeFileSync(join(copy, "stryker.config.json"), JSON.stringify(strykerConfig(sources)));
  const words = [join(own, "@stryker-mutator/core/bin/stryker.js"), "run", "stryker.config.json"];
  const { status, error } = spawnSync(process.execPath, words, { cwd: copy, stdio: "inherit", timeout });
  if (error?.code === "ETIMEDOUT") return false;
  if (status !== 0) process.exitCode = status ?? 1;
  return true;
}

function listOf(sources) {
  return sources.map(({ file }) => `  ${file}`).join("\n");
}

/** The folder or file that the command names. */
function namedSource() {
  const [name, ...path] = part.split("/");
  const file = join("packages", name, "src", ...path);
  if (name !== "" && existsSync(join(root, file)))
    return { file, mutate: file.endsWith(".ts") ? [file] : [`${file}/**/*.ts`] };
  console.error(`There are no sources in ${file}. Name a folder: npm run outside -- mutants/server/inbox`);
  process.exit(1);
}

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
function vitestConfig(tests) {
  const folders = process.env.FRONTDESK_TESTS?.split(",") ?? [tests];
  const include = folders.map((folder) => `${folder}/**/*.test.ts`);
  const exclude = [...UNFIT_TESTS, ...slowTests()];
  const test = { root: "packages", include, exclude, isolate: true, testTimeout: 60_000, hookTimeout: 60_000 };
  return `import { defineConfig } from "vitest/config";
import { alias, patience } from "./vitest.config.ts";
export default defineConfig({ resolve: { alias }, test: { ...${JSON.stringify(test)}, expect: patience } });
`;
}

/** Tests that a short run leaves out. They take seconds each, for every mutant, and a run for changed lines has only minutes. */
function slowTests() {
  if (changesStatements || !isShort) return [];
  return base === undefined ? ["**/*.leaks.test.ts"] : ["**/*.{leaks,long}.test.ts"];
}

/** The nearest folder of tests, relative to `packages`: `server/test/inbox` for `packages/server/src/inbox/page.ts`. */
function testFolderOf(file) {
  const [, name, , ...path] = file.split("/");
  for (let length = path.length; length > 0; length--) {
    const folder = join(name, "test", ...path.slice(0, length));
    if (existsSync(join(root, "packages", folder))) return folder;
  }
  return join(name, "test");
}

function strykerConfig(sources) {
  return {
    testRunner: "vitest",
    plugins: [
      join(own, "@stryker-mutator/vitest-runner/dist/src/index.js"),
      join(import.meta.dirname, "survivors-reporter.mjs"),
      join(import.meta.dirname, "sample-checker.mjs"),
      ...(changesStatements ? [join(import.meta.dirname, "statement-mutators.mjs")] : []),
    ],
    checkers: isSample ? ["sample"] : [],
    vitest: { configFile: "vitest.mutants.config.ts", related: false },
    inPlace: true,
    mutate: [...sources.flatMap(({ mutate }) => mutate), "!**/generated/**"],
    mutator: { excludedMutations },
    coverageAnalysis: "perTest",
    disableTypeChecks: false,
    // A mutant of a constant that is computed at import runs all tests.
    ignoreStatic: isShort,
    ...(isShort ? {} : { incremental: true, incrementalFile: report }),
    reporters: isShort ? ["survivors", "clear-text"] : ["progress-append-only", "clear-text"],
    clearTextReporter: { allowColor: false, reportTests: false },
    timeoutMS: MUTANT_TIMEOUT_MS,
    allowEmpty: base !== undefined,
    // A few changed lines have too few mutants for a score. The survivors are printed.
    thresholds: { high: 100, low: REQUIRED_SCORE, break: base ? null : REQUIRED_SCORE },
  };
}
