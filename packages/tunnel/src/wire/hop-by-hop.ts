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
 * Returns whether a header applies to one connection only and must not be forwarded: those of the fixed list, and those
 * named in the message's `Connection` header.
 */
export function isHopByHop(lowerCaseName: string, connection: readonly string[]): boolean {
  return HOP_BY_HOP.has(lowerCaseName) || (connection.length > 0 && connection.includes(lowerCaseName));
}
