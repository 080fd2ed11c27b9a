import { type Head, LEGACY_ERROR_HEADER, TUNNEL_ERROR_HEADER } from "../../wire/index.ts";

const ERROR_HEADERS: ReadonlySet<string> = new Set([TUNNEL_ERROR_HEADER, LEGACY_ERROR_HEADER]);

/**
 * Returns the error code with which the tunnel client reports that it cannot reach the app. "" if its code is malformed;
 * `null` for the app's own 502.
 */
export function clientErrorOf({ headers }: Head): string | null {
  // `headers` is a flat list: names are at even indexes, values at odd ones.
  const isErrorHeader = (text: string, index: number) => {
    const isName = index % 2 === 0;
    return isName && ERROR_HEADERS.has(text.toLowerCase());
  };
  const nameIndex = headers.findIndex(isErrorHeader);
  if (nameIndex < 0) return null;
  const code = headers[nameIndex + 1] ?? "";
  return /^[A-Z_]{1,40}$/.test(code) ? code : "";
}
