import { STATUS_CODES } from "node:http";
import { type Head, inOnePiece, isHopByHop, LONGEST_KEPT } from "../../wire/index.ts";
import { toOwnSiteData } from "./clear-site-data.ts";

/** What a kept connection is told: as long as `keepAliveTimeout` of the server. */
export const KEEP_ALIVE_SECONDS = 75;

/** The reason phrase: the app's own, or the usual one. */
export function toReason(status: number, given = ""): string {
  return given || STATUS_CODES[status] || "";
}

/** The app's headers as the visitor gets them: without those of this hop, framed anew. Name, value, name, value … */
export function toResponseHeaders(
  { headers, connection, framing, length, status }: Head,
  zones: readonly string[],
  indexable = false,
): string[] {
  const kept: string[] = [];
  let indexed = indexable;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!;
    const lower = name.toLowerCase();
    if (isHopByHop(lower, connection)) continue;
    // The parsed length is written below; a body without one keeps none.
    if (lower === "content-length" && framing !== "none") continue;
    if (lower === "content-length" && (status === 204 || status < 200)) continue;
    if (lower === "x-robots-tag") indexed = true;
    let value = headers[at + 1]!;
    if (lower === "set-cookie") value = withoutSharedDomain(value, zones);
    else if (lower === "clear-site-data") {
      value = toOwnSiteData(value);
      if (value === "") continue;
    }
    kept.push(name, value);
  }
  if (framing === "length") kept.push("Content-Length", String(length));
  if (!indexed && status >= 200) kept.push("X-Robots-Tag", "noindex");
  return kept;
}

const KEEP = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n`;
const CLOSE = "Connection: close\r\n";

/** The line that says whether a visitor's connection is kept. */
export const toConnectionLine = (isLast: boolean) => (isLast ? CLOSE : KEEP);

/** Of an answer whose length is not known, each piece says its own. */
export const isChunked = ({ framing }: Head) => framing === "chunked" || framing === "until-close";

/** Writes the heads of the answers to one visitor, whole. What an app says again is not worked out again. */
export function createHeadWriter(
  zones: readonly string[],
): (answer: Head, indexable: boolean, isLast: boolean) => string {
  let before: { answer: Head; indexable: boolean; isLast: boolean } | null = null;
  let text = "";
  return (answer, indexable, isLast) => {
    if (before?.answer === answer && before.indexable === indexable && before.isLast === isLast) return text;
    const start = `HTTP/1.1 ${answer.status} ${toReason(answer.status, answer.start[2])}\r\n`;
    const framing = isChunked(answer) ? "Transfer-Encoding: chunked\r\n" : "";
    const lines = toLines(toResponseHeaders(answer, zones, indexable));
    text = inOnePiece(`${start}${lines}${framing}${toConnectionLine(isLast)}\r\n`);
    before = text.length > LONGEST_KEPT ? null : { answer, indexable, isLast };
    return text;
  };
}

/** Header lines, each with its line end. */
export function toLines(flat: readonly string[]): string {
  let lines = "";
  for (let at = 0; at < flat.length; at += 2) lines += `${flat[at]}: ${flat[at + 1]}\r\n`;
  return lines;
}

/** An interim answer or that to an upgrade: the lines that may be passed on, without an end. */
export function toInterimHead(head: Head, zones: readonly string[], more = ""): string {
  const headers = toResponseHeaders(head, zones);
  const kept = headers.filter((_, at) => headers[at - (at % 2)]!.toLowerCase() !== "content-length");
  return `HTTP/1.1 ${head.status} ${toReason(head.status, head.start[2])}\r\n${more}${toLines(kept)}\r\n`;
}

/** The fields that may stand behind a body, name and value in turns. */
export function toTrailers(flat: readonly string[]): string[] {
  return flat.filter((_, at) => !isForbiddenTrailer(flat[at - (at % 2)]!.toLowerCase().replaceAll("_", "-")));
}

const NO_TRAILERS = new Set([
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
 * Fields that decide how a message is framed, routed, trusted or understood have no place behind its body (RFC 9110,
 * 6.5.1): whoever merges them into the head would believe what nobody has checked.
 */
function isForbiddenTrailer(lowerCaseName: string): boolean {
  return (
    NO_TRAILERS.has(lowerCaseName) ||
    lowerCaseName.startsWith("x-forwarded") ||
    lowerCaseName.startsWith("if-") ||
    isHopByHop(lowerCaseName, [])
  );
}

/** Drops `Domain=` where it would hand a tunnel's cookie to every other tunnel. */
function withoutSharedDomain(cookie: string, zones: readonly string[]): string {
  return cookie.replace(/;[ \t]*domain[ \t]*=[ \t]*\.?([^;\s]*)[ \t]*/gi, (attribute, domain: string) => {
    const lower = domain.toLowerCase();
    return zones.some((zone) => lower === zone || zone.endsWith(`.${lower}`)) ? "" : attribute;
  });
}
