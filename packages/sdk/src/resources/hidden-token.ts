/** Makes `token` non-enumerable, so that logs, copies and JSON of the record do not show it. Returns the same record. */
export function hideToken<T extends { token: string }>(record: T): T {
  return Object.defineProperty(record, "token", { enumerable: false });
}
