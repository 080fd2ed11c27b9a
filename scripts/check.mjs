// Runs the checks of `npm test` after its build, stage by stage: first the quick ones, two at a time because each keeps one core
// busy, then the tests. What a check prints is shown when it has ended. The first stage with a failure ends the run.
import { inLanes, runCommand } from "./run-command.mjs";

const LANES = 2;
const stages = [["packages:check", "lint", "typecheck", "gen -- --check"], ["test:unit"]];

for (const stage of stages) {
  const failed = [];
  await inLanes(stage, LANES, async (script) => {
    const words = ["npm", "run", "--silent", ...script.split(" ")];
    // A check that runs alone prints as it goes.
    const { code, output, seconds } = await runCommand(words, { isQuiet: stage.length > 1 });
    console.log(`${output}\n── ${script}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s ──`);
    if (code !== 0) failed.push(script);
  });
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(", ")}. Run one alone with \`npm run ${failed[0]}\`.`);
    process.exit(1);
  }
}
