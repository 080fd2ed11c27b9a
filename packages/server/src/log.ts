/** What belongs to a line beside its sentence, for programs. */
export type LogFields = Record<string, string | number | boolean | null>;

/** Where the server tells its operator something. Never given a token, a secret or a message's text. */
export interface Log {
  /** Each request; absent where nobody asked for that much. */
  debug?(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** An error nobody foresaw, with its stack. */
  error(message: string, error: unknown): void;
}

/** Warnings and errors go to stderr; the rest is nobody's concern in an embedded server. */
export const consoleLog: Log = {
  info: () => {},
  warn: (message) => console.warn(message),
  error: (message, error) => console.error(message, error),
};
