// Framework of all command lines of Frontdesk.

export { command, group } from "./command.ts";
export { CommandError, UsageError } from "./errors.ts";
export { type Failure, run } from "./run.ts";
export { toTable } from "./table.ts";
export { processTerminal, stopOnClosedOutput, type Terminal } from "./terminal.ts";
