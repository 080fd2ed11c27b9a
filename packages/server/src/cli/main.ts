import { processTerminal, stopOnClosedOutput } from "@frontdesk/cli/framework";
import { runFrontdesk } from "./run.ts";

stopOnClosedOutput();
process.exitCode = await runFrontdesk(process.argv.slice(2), processTerminal);
