import { STATUS_CODES } from "node:http";
import { type Head, isHopByHop } from "../wire/index.ts";

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
): string[] {
  const kept: string[] = [];
  let indexed = false;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!;
    const lower = name.toLowerCase();
    if (isHopByHop(lower, connection)) continue;
    // The parsed length is written below; a body without one keeps none.
    if (lower === "content-length" && framing !== "none") continue;
    if (lower === "content-length" && (status === 204 || status < 200)) continue;
    if (lower === "x-robots-tag") indexed = true;
    kept.push(name, lower === "set-cookie" ? withoutSharedDomain(headers[at + 1]!, zones) : headers[at + 1]!);
  }
  if (framing === "length") kept.push("Content-Length", String(length));
  if (!indexed && status >= 200) kept.push("X-Robots-Tag", "noindex");
  return kept;
}

/** Header lines, each with its line end. */
export function toLines(flat: readonly string[]): string {
  let lines = "";
  for (let at = 0; at < flat.length; at += 2) lines += `${flat[at]}: ${flat[at + 1]}\r\n`;
  return lines;
}

/** An interim answer or that to an upgrade: the lines that may be passed on, without an end. */
export function toInterimHead(head: Head, zones: readonly string[], more = ""): string {
  return `HTTP/1.1 ${head.status} ${toReason(head.status, head.start[2])}\r\n${more}${toTrailerLines(toResponseHeaders(head, zones))}\r\n`;
}

/** The lines of those fields that may stand behind a body. */
export function toTrailerLines(flat: readonly string[]): string {
  let lines = "";
  for (let at = 0; at < flat.length; at += 2) {
    if (!isForbiddenTrailer(flat[at]!.toLowerCase())) lines += `${flat[at]}: ${flat[at + 1]}\r\n`;
  }
  return lines;
}

/** Fields that decide how a message is framed or routed have no place behind its body. */
function isForbiddenTrailer(lowerCaseName: string): boolean {
  return (
    lowerCaseName === "content-length" ||
    lowerCaseName === "host" ||
    lowerCaseName === "authorization" ||
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
