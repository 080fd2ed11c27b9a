const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
]);

/**
 * Whether a header is meant for one connection only and must not be passed on: the fixed list, and what the
 * message's own `Connection` header names.
 */
export function isHopByHop(lowerCaseName: string, connection: readonly string[]): boolean {
  return HOP_BY_HOP.has(lowerCaseName) || (connection.length > 0 && connection.includes(lowerCaseName));
}
