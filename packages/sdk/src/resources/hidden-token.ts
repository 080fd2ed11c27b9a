/** The same record, whose token is read by its name and not shown where the record is logged, copied or made JSON. */
export function hideToken<T extends { token: string }>(record: T): T {
  return Object.defineProperty(record, "token", { enumerable: false });
}
