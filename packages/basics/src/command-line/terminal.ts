import { createInterface } from "node:readline/promises";

/** Environment and output of a command; tests pass their own. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** Writes a result line to standard output. */
  out(line: string): void;
  /** Writes warnings, errors and notes to standard error. */
  err(line: string): void;
  /** Writes trusted text without escaping, such as a QR code. @default out */
  writeRaw?(text: string): void;
  /** Whether standard output is a terminal. @default false */
  isInteractive?: boolean;
  /** Whether standard output shows colours, by its kind and the variable NO_COLOR. @default false */
  hasColors?: boolean;
  /** Returns a signal that aborts on Ctrl-C, SIGTERM and SIGHUP. Only commands that run until then call it. */
  stopSignal?(): AbortSignal;
  /** Prompts the person. Resolves with `null` if there is no terminal. */
  ask(question: string): Promise<string | null>;
}

/** Aborts when running commands should stop. */
const stopController = new AbortController();

/**
 * Stops the running command quietly if its output is closed, as by `| head`: aborts the signal of `stopSignal`. Any other write
 * error does so too, but makes the exit code 1, and is printed unless it is one of standard error itself.
 */
export function stopOnClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      stopController.abort();
      const isClosedByReader = error.code === "EPIPE";
      if (isClosedByReader) return;
      process.exitCode = 1;
      if (stream === process.stdout) process.stderr.write(`Cannot write to standard output: ${error.message}.\n`);
    });
}

/** The terminal of this process. */
export const processTerminal: Terminal = {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  isInteractive: process.stdout.isTTY === true,
  hasColors: process.stdout.isTTY && process.stdout.hasColors(),
  /** Takes over the signals that end the process: the first aborts the returned signal. */
  stopSignal() {
    // A second signal ends the process at once.
    const onSignal = () => (stopController.signal.aborted ? process.exit() : stopController.abort());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
    return stopController.signal;
  },
  /** Prompts on standard error, so that standard output has results only. Returns `null` if there is no terminal, so nobody to ask. */
  async ask(question) {
    if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
    const reader = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await reader.question(question);
    } finally {
      reader.close();
    }
  },
};
