import { processTerminal, stopOnClosedOutput } from "@frontdesk/basics/command-line";
import { runCommand } from "./command.ts";

/** How long pending work, such as a DNS lookup, may delay the exit. */
const EXIT_TIMEOUT_MS = 500;

stopOnClosedOutput();
// The command line may contain token and password, and other users of the machine can read it. The title replaces it.
process.title = "frontdesk-tunnel";
process.exitCode = await runCommand(process.argv.slice(2), processTerminal, process.stdin);
setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref();
