import { endWithReader, processTerminal } from "@frontdesk/cli/kit";
import { run } from "./run.ts";

endWithReader();
process.exitCode = await run(process.argv.slice(2), processTerminal);
