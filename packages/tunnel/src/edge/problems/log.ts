/** Where the edge writes what an operator should see. Never holds a token or a secret. */
export interface EdgeLog {
  info(message: string): void;
  warn(message: string): void;
}
