/** The edge's log, for the operator. Never gets tokens or secrets. */
export interface EdgeLog {
  info(message: string): void;
  warn(message: string): void;
}
