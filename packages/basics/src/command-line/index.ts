// What all command lines of Frontdesk share. Commander parses them, prints their help and finds their mistakes.

export { Option } from "@commander-js/extra-typings";
export { type CommandFactory, type CommandParts, createCommand, createGroup, type LazyCommands } from "./command.ts";
export { escapeControls, replaceControls } from "./controls.ts";
export { CommandError, UsageError } from "./errors.ts";
export { type Failure, run } from "./run.ts";
export { toTable } from "./table.ts";
export { processTerminal, stopOnClosedOutput, type Terminal } from "./terminal.ts";
