import { commands } from "./commands.ts";
import { endWithReader, group, processTerminal, run } from "./kit/index.ts";
import { version } from "./version.ts";

const frontdesk = group(
  "frontdesk",
  "Mailboxes, codes, text messages and tunnels of a Frontdesk server, with a key of it.",
  commands,
  ["FRONTDESK_URL=http://localhost:8787 FRONTDESK_KEY=svcagt_… frontdesk status"],
);

endWithReader();
process.exitCode = await run(frontdesk, process.argv.slice(2), processTerminal, { version });
