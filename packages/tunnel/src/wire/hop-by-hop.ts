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
 * named in the message's `Connection` header, its options.
 */
export function isHopByHop(lowerCaseName: string, connectionOptions: readonly string[]): boolean {
  // The check of the length is for speed: most messages have no options.
  return HOP_BY_HOP.has(lowerCaseName) || (connectionOptions.length > 0 && connectionOptions.includes(lowerCaseName));
}
