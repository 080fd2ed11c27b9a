import { runCommand } from "./command.ts";

/** For a program that only waits for a name to be looked up, say, and has nothing more to tell. */
const LEAVE_WITHIN = 500;

const stop = new AbortController();
// The second time it is meant at once, whatever still runs.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => (stop.signal.aborted ? process.exit() : stop.abort()));
// Whoever read the lines is gone: leave as if told to.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop.abort());

// Token and password may stand in the command line, which every user of the machine can read until it is replaced.
process.title = "frontdesk-tunnel";
process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  out: console.log,
  err: console.error,
  terminal: process.stdout.isTTY,
  signal: stop.signal,
});
setTimeout(() => process.exit(), LEAVE_WITHIN).unref();
