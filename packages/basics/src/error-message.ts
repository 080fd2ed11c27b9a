/** Returns the full message of anything that was thrown; for any other value, its text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the first line of the message of the innermost cause, for a log line. "unknown reason" for a value that is no Error.
 */
export function rootCauseMessage(error: unknown): string {
  // Its own message is empty, as when Node could connect to none of a host's addresses.
  if (error instanceof AggregateError && error.errors.length > 0) return rootCauseMessage(error.errors[0]);
  if (!(error instanceof Error)) return "unknown reason";
  return error.cause === undefined ? error.message.split("\n", 1)[0]! : rootCauseMessage(error.cause);
}
