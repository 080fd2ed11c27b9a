// Runs every script `test:<name>` of the root package.json that `npm test` does not run itself: those that measure no time two
// at a time, the others in turn. A script fails by its exit code; 77 means that it was skipped and has said why. One that runs
// vitest is counted by its tests, any other as one. What failed is told once more at the end: a log of this length is read there.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inLanes, runScript } from "./run-script.mjs";
import { sideBySide, stages } from "./stages.mjs";

const SKIPPED = 77;
const LANES = 2;
const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const names = Object.keys(scripts).filter(
  (name) => name.startsWith("test:") && name !== "test:outside" && !stages.flat().includes(name),
);
const folder = mkdtempSync(join(tmpdir(), "frontdesk-outside-"));
const total = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
const lines = [];
const faults = [];

const together = sideBySide.filter((name) => names.includes(name));
await inLanes(together, LANES, (name) => tryOne(name, true));
for (const name of names) if (!together.includes(name)) await tryOne(name, false);
rmSync(folder, { recursive: true, force: true });

for (const fault of faults) console.log(`\n✗ ${fault}`);
console.log(`\ntest:outside ran ${names.length} scripts\n${lines.map((line) => `  ${line}\n`).join("")}`);
if (process.env.FRONTDESK_TEST_REPORT) writeFileSync(process.env.FRONTDESK_TEST_REPORT, JSON.stringify(total));
process.exitCode = total.numFailedTests > 0 ? 1 : 0;

async function tryOne(name, isQuiet) {
  const title = `\n── ${name} ──`;
  console.log(isQuiet ? `${title} begins` : title);
  const report = join(folder, `${name.slice(5)}.json`);
  const env = { ...process.env, FRONTDESK_TEST_REPORT: report };
  const { code, output, seconds } = await runScript(name, { isQuiet, env });
  if (isQuiet) console.log(`${title}\n${output}`);
  const counts = code === SKIPPED ? { numPendingTests: 1 } : (read(report) ?? { numPassedTests: code === 0 ? 1 : 0 });
  const { numPassedTests = 0, numPendingTests = 0 } = counts;
  // A script that failed has failed, whatever its tests say.
  const numFailedTests = Math.max(counts.numFailedTests ?? 0, code === 0 || code === SKIPPED ? 0 : 1);
  if (numFailedTests > 0)
    faults.push(...(faultsIn(name, counts) ?? [`${name} ended with ${code}${lastLines(output)}`]));
  total.numPassedTests += numPassedTests;
  total.numFailedTests += numFailedTests;
  total.numPendingTests += numPendingTests;
  lines.push(
    `${name}: passed ${numPassedTests}, failed ${numFailedTests}, skipped ${numPendingTests}, in ${seconds} s`,
  );
}

/** Which tests failed, each with the beginning of why, or null if no report says so. */
function faultsIn(name, { testResults = [] }) {
  const failed = testResults.flatMap(({ assertionResults, message, status }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0 && status === "failed") return [{ fullName: "a file", failureMessages: [message] }];
    return tests;
  });
  if (failed.length === 0) return null;
  return failed.map(({ fullName, failureMessages }) => {
    const why = failureMessages.join("\n").split("\n").slice(0, 12).join("\n    ");
    return `${name}: ${fullName}\n    ${why}`;
  });
}

/** The end of what a quiet script has said; one that is not quiet said it itself. */
function lastLines(output) {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines
    .slice(-12)
    .map((line) => `\n    ${line}`)
    .join("");
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
