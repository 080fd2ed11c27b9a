import { createInterface } from "node:readline/promises";

/** Where a command reads its surroundings and writes its words; tests hand in their own. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** A result, for the reader or the program that called. What a terminal would act on reaches nobody's terminal. */
  out(line: string): void;
  /** Everything else: warnings, errors, notes. */
  err(line: string): void;
  /** What the command has drawn itself, as it is. @default out */
  draw?(text: string): void;
  /** Whether a person reads what `out` writes, rather than a file or a program. @default false */
  isWatched?: boolean;
  /** Aborted when the person, or who started the command, wants it to end. Asked for by what runs until then. */
  stopped?(): AbortSignal;
  /** The person's answer; `null` when nobody is there to ask. */
  ask(question: string): Promise<string | null>;
}

const ending = new AbortController();

/**
 * Lets this process bear that nobody reads its output any more, as behind `| head`: what runs on is told to end, and the rest
 * ends by itself. Output that cannot be written for another reason is a failure.
 */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      ending.abort();
      if (error.code === "EPIPE") return;
      process.exitCode = 1;
      // Standard error may be what cannot be written.
      if (stream === process.stdout) process.stderr.write(`The output could not be written: ${error.message}.\n`);
    });
}

/** This process's own. */
export const processTerminal: Terminal = {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  isWatched: process.stdout.isTTY === true,
  stopped() {
    // A second one ends the process as ever.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
    return ending.signal;
  },
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
