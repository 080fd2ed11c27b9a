import { runCommand } from "./command.ts";

/** How long pending work, such as a DNS lookup, may delay the exit. */
const EXIT_TIMEOUT_MS = 500;

const stop = new AbortController();
// A second signal exits at once.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => (stop.signal.aborted ? process.exit() : stop.abort()));
// The reader of the output has closed it (EPIPE): closes as on Ctrl-C.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop.abort());

// The command line may contain token and password, and other users of the machine can read it. The title replaces it.
process.title = "frontdesk-tunnel";
process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  out: console.log,
  err: console.error,
  isTerminal: process.stdout.isTTY,
  signal: stop.signal,
});
setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref();
