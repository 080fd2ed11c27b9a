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

/** This process's own. */
export const processTerminal: Terminal = {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  isWatched: process.stdout.isTTY === true,
  stopped() {
    const controller = new AbortController();
    // A second one ends the process as ever.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
    return controller.signal;
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
