import { processTerminal, stopOnClosedOutput } from "@frontdesk/cli/framework";
import { run } from "./run.ts";

stopOnClosedOutput();
process.exitCode = await run(process.argv.slice(2), processTerminal);
