/** Structured fields of a log line. */
export type LogFields = Record<string, string | number | boolean | null>;

/** The server's log. Receives no credential, secret or message body. */
export interface Log {
  /** Logs each request. Missing unless the log level is `debug`, so that the lines are not even built. */
  debug?(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** Logs an unexpected error with its stack. */
  error(message: string, error: unknown): void;
}

/** Default log of an embedded server: warnings and errors on stderr, nothing else. */
export const consoleLog: Log = {
  info: () => {},
  warn: (message, fields) => (fields ? console.warn(message, fields) : console.warn(message)),
  error: (message, error) => console.error(message, error),
};
