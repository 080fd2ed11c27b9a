import { createCommand, processTerminal, run, stopOnClosedOutput, type Terminal } from "@frontdesk/basics/command-line";
import { commands, explainClientError as explain } from "./commands.ts";
import { version } from "./version.ts";

/** Creates the program `frontdesk` without its commands, which `run` loads when they are called. */
function createFrontdesk(terminal: Terminal) {
  return createCommand(terminal, {
    name: "frontdesk",
    description: "Manages mailboxes, codes, SMS and tunnels on a Frontdesk server. Needs an agent key.",
    examples: ["FRONTDESK_URL=http://localhost:8787 FRONTDESK_KEY=svcagt_… frontdesk status"],
  });
}

stopOnClosedOutput();
process.exitCode = await run(createFrontdesk, process.argv.slice(2), processTerminal, {
  version,
  commands,
  explain,
});
