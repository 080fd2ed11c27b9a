/** The command failed. The message is complete: no stack is printed. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  /** Exit code of the process. @default 1 */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    // With an undefined `cause`, the error would have that member all the same, and logs would show it.
    super(message, cause === undefined ? {} : { cause });
    this.exitCode = exitCode;
  }
}

/** The command line is wrong. The message says what to write instead; the exit code is 2. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";

  constructor(message: string) {
    super(message, { exitCode: 2 });
  }
}
