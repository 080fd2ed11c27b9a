/** The server's clock at this answer, in ms since 1970: a test machine's own may be wrong. */
export function toServerTime({ headers }: Response): number {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? Date.now() : date;
}
