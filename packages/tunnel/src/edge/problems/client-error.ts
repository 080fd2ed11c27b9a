import { type Head, LEGACY_ERROR_HEADER, TUNNEL_ERROR_HEADER } from "../../wire/index.ts";

const ERROR_HEADERS: ReadonlySet<string> = new Set([TUNNEL_ERROR_HEADER, LEGACY_ERROR_HEADER]);

/** Returns the error code with which the tunnel client reports that it cannot reach the app; `null` for the app's own 502. */
export function clientErrorOf({ headers }: Head): string | null {
  const isErrorHeader = (text: string, at: number) => at % 2 === 0 && ERROR_HEADERS.has(text.toLowerCase());
  const at = headers.findIndex(isErrorHeader);
  if (at < 0) return null;
  const code = headers[at + 1] ?? "";
  return /^[A-Z_]{1,40}$/.test(code) ? code : "";
}
