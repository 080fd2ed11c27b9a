// What every command line of Frontdesk is made of.

export { command, group } from "./command.ts";
export { CommandError, UsageError } from "./errors.ts";
export { type Failure, run } from "./run.ts";
export { toTable } from "./table.ts";
export { endWithReader, processTerminal, type Terminal } from "./terminal.ts";
