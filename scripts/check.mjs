// Runs the checks of `npm test` behind its build: the quick ones side by side, for each keeps one core busy, then the tests.
// What a check prints is shown when it has ended; the first that fails ends the run once its neighbours have.
import { inLanes, runScript } from "./run-script.mjs";
import { stages } from "./stages.mjs";

const LANES = 2;

for (const stage of stages) {
  const failed = [];
  await inLanes(stage, LANES, async (name) => {
    // Alone a check prints as it goes.
    const { code, output, seconds } = await runScript(name, { isQuiet: stage.length > 1 });
    console.log(`${output}\n── ${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s ──`);
    if (code !== 0) failed.push(name);
  });
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(", ")}. Run one alone with \`npm run ${failed[0]}\`.`);
    process.exit(1);
  }
}
