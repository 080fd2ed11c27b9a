import { processTerminal, stopOnClosedOutput } from "@frontdesk/basics/command-line";
import { runFrontdesk } from "./run.ts";

stopOnClosedOutput();
process.exitCode = await runFrontdesk(process.argv.slice(2), processTerminal);
