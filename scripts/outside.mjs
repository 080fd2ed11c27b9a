// Runs outside suites: those named (`npm run outside -- crash tarballs/short`), or all but those that run only when named.
// Words that begin with "-", and all after them, are passed to vitest.
//
// A suite is a folder `packages/*/outside/<name>/`; several packages may have a part of one. Its `suite.mjs` may export
//   prepare()                 calls `needs(…)`, which skips the suite if something is missing; may return { prefix, env, cleanUp }:
//                             words before the command, more variables, and what to do at the end
//   runsBesideOthers = true   it measures no time and mostly waits: a full run starts it beside another suite
//   onlyWhenNamed = true      a full run leaves it out
//   repeatsOnce = true        it drives a browser or a program of others, which may stumble: a failed test runs once more, and a
//                             test that passes only then is named at the end. Never for a suite that looks for lost messages or races
//   command = ["file", …]     runs instead of vitest, with the part that is named after a slash; exit code 77 is a skip
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Missing } from "./needs.mjs";
import { inLanes, runCommand } from "./run-command.mjs";

const SKIPPED = 77;
const LANES = 2;
const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = [process.execPath, join(root, "node_modules/vitest/vitest.mjs"), "run"];
const config = ["--config", "vitest.outside.config.ts"];

const known = await findSuites();
const words = process.argv.slice(2);
const firstFlag = words.findIndex((word) => word.startsWith("-"));
const names = firstFlag < 0 ? words : words.slice(0, firstFlag);
const flags = firstFlag < 0 ? [] : words.slice(firstFlag);
const unknown = names.filter((name) => !known.has(suiteOf(name)));
if (unknown.length > 0 || flags[0] === "--help") {
  if (unknown.length > 0) console.error(`There is no suite ${unknown.join(", ")}.`);
  console.log(`npm run outside -- [suite…] [flags of vitest]\n\nSuites: ${[...known.keys()].sort().join(", ")}`);
  process.exit(unknown.length > 0 ? 1 : 0);
}

const folder = mkdtempSync(join(tmpdir(), "frontdesk-outside-"));
const total = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
const lines = [];
const failures = [];
const unsteady = [];
const chosen = names.length > 0 ? names : [...known.keys()].filter((name) => !known.get(name).onlyWhenNamed);
const together = names.length > 0 ? [] : chosen.filter((name) => known.get(name).runsBesideOthers);
await inLanes(together, LANES, (name) => runSuite(name, true));
for (const name of chosen) if (!together.includes(name)) await runSuite(name, false);
rmSync(folder, { recursive: true, force: true });

// A log of this length is read at its end.
for (const test of unsteady) console.log(`\n↻ Passed only when repeated: ${test}`);
for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\nRan ${chosen.length} outside suites\n${lines.map((line) => `  ${line}\n`).join("")}`);
if (process.env.FRONTDESK_TEST_REPORT) writeFileSync(process.env.FRONTDESK_TEST_REPORT, JSON.stringify(total));
process.exitCode = total.numFailedTests > 0 ? 1 : 0;

async function runSuite(name, isQuiet) {
  const title = `\n── ${name} ──`;
  console.log(isQuiet ? `${title} begins` : title);
  const { code, output, seconds, report } = await tryRun(name, isQuiet);
  if (isQuiet) console.log(`${title}\n${output}`);
  const counts = code === SKIPPED ? { numPendingTests: 1 } : (report ?? { numPassedTests: code === 0 ? 1 : 0 });
  const { numPassedTests = 0, numPendingTests = 0 } = counts;
  const hasEndedWell = code === 0 || code === SKIPPED;
  // A suite that failed has failed, even if its tests passed: a process may have crashed at its end.
  const numFailedTests = Math.max(counts.numFailedTests ?? 0, hasEndedWell ? 0 : 1);
  if (numFailedTests > 0) failures.push(...(failuresIn(name, counts) ?? [`${name} ended with ${code}${tail(output)}`]));
  unsteady.push(...repeatsIn(name, counts));
  total.numPassedTests += numPassedTests;
  total.numFailedTests += numFailedTests;
  total.numPendingTests += numPendingTests;
  lines.push(
    `${name}: passed ${numPassedTests}, failed ${numFailedTests}, skipped ${numPendingTests}, in ${seconds} s`,
  );
}

/** Prepares a suite and runs it. Resolves with the exit code, the output, the seconds, and vitest's JSON report, or null. */
async function tryRun(name, isQuiet) {
  const { prepare, command, folders, repeatsOnce = false } = known.get(suiteOf(name));
  let preparation = {};
  try {
    preparation = (await prepare?.()) ?? {};
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.log(`${name} is skipped: ${error.message}.`);
    return { code: SKIPPED, output: "", seconds: 0, report: null };
  }
  const { prefix = [], env = {}, cleanUp } = preparation;
  const reportFile = join(folder, `${name.replaceAll("/", "-")}.json`);
  // The whole folder, or the part of it that `name` names.
  const part = name.slice(suiteOf(name).length + 1);
  const paths = folders.map((path) => `${path}/${part}`);
  const repeat = repeatsOnce ? ["--retry", "1"] : [];
  const line = [
    ...prefix,
    ...(command ? [...command, ...(part ? [part] : [])] : [...vitest, ...config, ...paths, ...repeat, ...flags]),
  ];
  try {
    const result = await runCommand(line, {
      isQuiet,
      env: { ...process.env, ...env, FRONTDESK_TEST_REPORT: reportFile },
    });
    return { ...result, report: readReport(reportFile) };
  } finally {
    cleanUp?.();
  }
}

/** Each failed test with the beginning of its reason, or null if no report names one. */
function failuresIn(name, { testResults = [] }) {
  const failed = testResults.flatMap(({ assertionResults, message, status }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0 && status === "failed") return [{ fullName: "a file", failureMessages: [message] }];
    return tests;
  });
  if (failed.length === 0) return null;
  return failed.map((test) => describeFailure(name, test));
}

/** Each test that failed first and passed when it was repeated, with the beginning of its reason. */
function repeatsIn(name, { testResults = [] }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map((test) => describeFailure(name, test));
}

function describeFailure(name, { fullName, failureMessages }) {
  const why = failureMessages.join("\n").split("\n").slice(0, 12).join("\n    ");
  return `${name}: ${fullName}\n    ${why}`;
}

/** The last lines of a quiet suite's output. Another suite has printed its own. */
function tail(output) {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines
    .slice(-12)
    .map((line) => `\n    ${line}`)
    .join("");
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** The suite that a name means: `tarballs` for `tarballs/short`. */
function suiteOf(name) {
  return name.split("/")[0];
}

/** All suites by name: their folders, and what their `suite.mjs` exports. */
async function findSuites() {
  const suites = new Map();
  for (const name of readdirSync(join(root, "packages"))) {
    const outside = `packages/${name}/outside`;
    if (!existsSync(join(root, outside))) continue;
    for (const suite of readdirSync(join(root, outside))) {
      const path = `${outside}/${suite}`;
      const files = readdirSync(join(root, path));
      const hasFacts = files.includes("suite.mjs");
      if (!hasFacts && !files.some((file) => file.endsWith(".test.ts"))) continue;
      const facts = hasFacts ? await import(new URL(`../${path}/suite.mjs`, import.meta.url).href) : {};
      const { folders = [], ...others } = suites.get(suite) ?? {};
      suites.set(suite, { ...others, ...facts, folders: [...folders, path] });
    }
  }
  return suites;
}
