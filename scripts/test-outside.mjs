// Runs, in turn, every script `test:<name>` of the root package.json that `npm test` does not run itself. A script fails by
// its exit code; 77 means that it was skipped and has said why. One that runs vitest is counted by its tests, any other as one.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stages } from "./stages.mjs";

const SKIPPED = 77;
const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const names = Object.keys(scripts).filter(
  (name) => name.startsWith("test:") && name !== "test:outside" && !stages.flat().includes(name),
);
const folder = mkdtempSync(join(tmpdir(), "frontdesk-outside-"));
const total = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
const lines = [];

for (const name of names) {
  console.log(`\n── ${name} ──`);
  const report = join(folder, `${name.slice(5)}.json`);
  const start = Date.now();
  const { status } = spawnSync("npm", ["run", "--silent", name], {
    stdio: "inherit",
    env: { ...process.env, FRONTDESK_TEST_REPORT: report },
  });
  const counts =
    status === SKIPPED ? { numPendingTests: 1 } : (read(report) ?? { numPassedTests: status === 0 ? 1 : 0 });
  const { numPassedTests = 0, numPendingTests = 0 } = counts;
  // A script that failed has failed, whatever its tests say.
  const numFailedTests = Math.max(counts.numFailedTests ?? 0, status === 0 || status === SKIPPED ? 0 : 1);
  total.numPassedTests += numPassedTests;
  total.numFailedTests += numFailedTests;
  total.numPendingTests += numPendingTests;
  const seconds = Math.round((Date.now() - start) / 1000);
  lines.push(
    `${name}: passed ${numPassedTests}, failed ${numFailedTests}, skipped ${numPendingTests}, in ${seconds} s`,
  );
}
rmSync(folder, { recursive: true, force: true });

console.log(`\ntest:outside ran ${names.length} scripts\n${lines.map((line) => `  ${line}\n`).join("")}`);
if (process.env.FRONTDESK_TEST_REPORT) writeFileSync(process.env.FRONTDESK_TEST_REPORT, JSON.stringify(total));
process.exitCode = total.numFailedTests > 0 ? 1 : 0;

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
