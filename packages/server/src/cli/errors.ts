/** The command line is wrong: its message says what to write instead, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command was right but could not be done: the message is all the operator needs, and the exit code is 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
