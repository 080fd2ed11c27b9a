// Runs the checks of `npm test` behind its build: the quick ones side by side, for each keeps one core busy, then the tests.
// What a check prints is shown when it has ended; the first that fails ends the run once its neighbours have.
import { spawn } from "node:child_process";
import { stages } from "./stages.mjs";

const LANES = 2;

for (const stage of stages) {
  const waiting = [...stage];
  const failed = [];
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const start = Date.now();
      const { code, output } = await run(name, stage.length > 1);
      console.log(
        `${output}\n── ${name}: ${code === 0 ? "passed" : "FAILED"} in ${Math.round((Date.now() - start) / 1_000)} s ──`,
      );
      if (code !== 0) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(", ")}. Run one alone with \`npm run ${failed[0]}\`.`);
    process.exit(1);
  }
}

/** Alone a check prints as it goes. */
function run(name, isQuiet) {
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", "--silent", name], {
      stdio: isQuiet ? ["ignore", "pipe", "pipe"] : "inherit",
      shell: process.platform === "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (bytes) => {
        output += bytes;
      });
    }
    child.on("close", (code) => resolve({ code, output }));
  });
}
