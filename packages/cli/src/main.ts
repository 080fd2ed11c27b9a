import { commands } from "./commands.ts";
import { group, processTerminal, run, stopOnClosedOutput } from "./framework/index.ts";
import { version } from "./version.ts";

const frontdesk = group(
  "frontdesk",
  "Manages mailboxes, codes, SMS and tunnels on a Frontdesk server. Needs an agent key.",
  commands,
  ["FRONTDESK_URL=http://localhost:8787 FRONTDESK_KEY=svcagt_… frontdesk status"],
);

stopOnClosedOutput();
process.exitCode = await run(frontdesk, process.argv.slice(2), processTerminal, { version });
