import { STATUS_CODES } from "node:http";
import { flattenString, type Head, isHopByHop, MAX_CACHED_HEAD_LENGTH } from "../../wire/index.ts";
import { limitToOrigin } from "./clear-site-data.ts";

/** Idle time after which a kept-alive connection closes. The same as the HTTP server's `keepAliveTimeout`. */
export const KEEP_ALIVE_SECONDS = 75;

/** Returns the app's reason phrase, or the standard one. */
export function toReasonPhrase(status: number, appReason = ""): string {
  return appReason || STATUS_CODES[status] || "";
}

/**
 * Returns the app's headers for the visitor, as a flat list: without hop-by-hop headers, with new framing, and limited so
 * that one tunnel cannot affect others. Adds `X-Robots-Tag: noindex`, unless `isIndexable` (the tunnel client's `--indexable`) or
 * the app sent its own. `zones`: the domains whose subdomains are tunnels; no cookie may be shared there.
 */
export function toResponseHeaders(
  { headers, connectionOptions, framing, length, status }: Head,
  zones: readonly string[],
  isIndexable = false,
): string[] {
  const result: string[] = [];
  const isFinal = status >= 200;
  let needsRobotsTag = isFinal && !isIndexable;
  // A length without a body is right in a response to HEAD and in a 304. A 1xx and a 204 must have none (RFC 9110, 8.6).
  const keepsLength = framing === "none" && isFinal && status !== 204;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    const lower = name.toLowerCase();
    if (isHopByHop(lower, connectionOptions)) continue;
    if (lower === "content-length" && !keepsLength) continue;
    if (lower === "x-robots-tag") needsRobotsTag = false;
    let value = headers[index + 1]!;
    if (lower === "set-cookie") value = withoutSharedDomain(value, zones);
    else if (lower === "clear-site-data") {
      value = limitToOrigin(value);
      if (value === "") continue;
    }
    result.push(name, value);
  }
  if (framing === "length") result.push("Content-Length", String(length));
  if (needsRobotsTag) result.push("X-Robots-Tag", "noindex");
  return result;
}

const KEEP_ALIVE_LINES = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n`;
const CLOSE_LINES = "Connection: close\r\n";

/** Returns the header lines that keep or close the visitor's connection. */
export const toConnectionLines = ({ closesAfter }: { closesAfter: boolean }) =>
  closesAfter ? CLOSE_LINES : KEEP_ALIVE_LINES;

/** Returns whether the response is sent in chunks, because its length is unknown. */
export const isChunked = ({ framing }: Head) => framing === "chunked" || framing === "until-close";

interface ResponseHeadOptions {
  /** Whether search engines may index the app. */
  isIndexable: boolean;
  /** Whether the connection is closed after this response. */
  closesAfter: boolean;
}

/**
 * Creates a function that builds complete response heads for one connection. Caches the last, because apps repeat theirs, and a head
 * that an app repeats is the same object. `zones`: the domains whose subdomains are tunnels.
 */
export function createResponseHeadWriter(
  zones: readonly string[],
): (head: Head, options: ResponseHeadOptions) => string {
  let cached: (ResponseHeadOptions & { head: Head; text: string }) | null = null;
  return (head, { isIndexable, closesAfter }) => {
    const hasSameOptions = cached?.isIndexable === isIndexable && cached.closesAfter === closesAfter;
    if (cached?.head === head && hasSameOptions) return cached.text;
    const statusLine = `HTTP/1.1 ${head.status} ${toReasonPhrase(head.status, head.start[2])}\r\n`;
    const lines = toHeaderLines(toResponseHeaders(head, zones, isIndexable));
    const chunkedLine = isChunked(head) ? "Transfer-Encoding: chunked\r\n" : "";
    // Flattened once here, not with each write of the cached text.
    const text = flattenString(`${statusLine}${lines}${chunkedLine}${toConnectionLines({ closesAfter })}\r\n`);
    const isCacheable = text.length <= MAX_CACHED_HEAD_LENGTH;
    cached = isCacheable ? { head, isIndexable, closesAfter, text } : null;
    return text;
  };
}

/** Returns header lines from a flat list of names and values. */
export function toHeaderLines(flat: readonly string[]): string {
  let lines = "";
  for (let index = 0; index < flat.length; index += 2) lines += `${flat[index]}: ${flat[index + 1]}\r\n`;
  return lines;
}

/**
 * Returns the complete head of a 1xx response. `extraLines` come before the app's headers: `Connection` and `Upgrade` of a 101. `zones`:
 * the domains whose subdomains are tunnels; no cookie may be shared there.
 */
export function toInformationalHead(head: Head, zones: readonly string[], extraLines = ""): string {
  const statusLine = `HTTP/1.1 ${head.status} ${toReasonPhrase(head.status, head.start[2])}\r\n`;
  return `${statusLine}${extraLines}${toHeaderLines(toResponseHeaders(head, zones))}\r\n`;
}

/** Returns the end of a body in chunks: the last chunk, whose length is 0, and the trailers (RFC 9112, 7.1). */
export function toLastChunk(trailers: readonly string[]): string {
  return `0\r\n${toHeaderLines(toTrailers(trailers))}\r\n`;
}

/** Returns the trailers that may be passed on, as a flat list of names and values. */
export function toTrailers(flat: readonly string[]): string[] {
  // Gateways and frameworks that read headers from an environment treat an underscore as a dash.
  return flat.filter((_, index) => !isForbiddenTrailer(nameAt(flat, index).replaceAll("_", "-")));
}

/** Returns the lower-case name of the pair to which an entry of a flat list belongs. */
function nameAt(flat: readonly string[], index: number): string {
  const isValue = index % 2 === 1;
  return flat[isValue ? index - 1 : index]!.toLowerCase();
}

const FORBIDDEN_TRAILERS = new Set([
  "age",
  "authorization",
  "cache-control",
  "clear-site-data",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "cookie",
  "date",
  "expect",
  "expires",
  "forwarded",
  "host",
  "location",
  "max-forwards",
  "pragma",
  "range",
  "retry-after",
  "set-cookie",
  "vary",
  "www-authenticate",
  "x-real-ip",
]);

/**
 * Returns whether a field may not be a trailer, because it decides how a message is framed, routed, trusted or understood
 * (RFC 9110, 6.5.1). A recipient that merges trailers into the head would trust an unchecked value.
 */
function isForbiddenTrailer(lowerCaseName: string): boolean {
  const isForbiddenName = FORBIDDEN_TRAILERS.has(lowerCaseName) || /^(?:x-forwarded|if-)/.test(lowerCaseName);
  return isForbiddenName || isHopByHop(lowerCaseName, []);
}

/**
 * Drops a cookie's `Domain` attribute that names a zone (a domain of many tunnels) or its parent: browsers would send the
 * cookie to all other tunnels too.
 */
function withoutSharedDomain(cookie: string, zones: readonly string[]): string {
  // Matches `; Domain=.example.com`; the domain is the group.
  return cookie.replace(/;[ \t]*domain[ \t]*=[ \t]*\.?([^;\s]*)[ \t]*/gi, (attribute, domain: string) => {
    const lower = domain.toLowerCase();
    const isShared = zones.some((zone) => lower === zone || zone.endsWith(`.${lower}`));
    return isShared ? "" : attribute;
  });
}
