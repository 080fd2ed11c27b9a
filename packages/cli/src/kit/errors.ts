/** The command line is wrong: its message says what to write instead, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command was right but could not be done: the message is all the reader needs. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** What the program ends with. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.exitCode = exitCode;
  }
}
