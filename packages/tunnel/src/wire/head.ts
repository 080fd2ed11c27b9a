import { toLowerCaseList, trimWhitespace } from "./whitespace.ts";

/** Thrown for bytes that are not strict HTTP/1.1. The message never quotes the bytes. */
export class MalformedMessageError extends Error {
  override readonly name = "MalformedMessageError";
}

/** How the end of a message's body is determined. */
export type Framing = "none" | "length" | "chunked" | "until-close";

/** The parsed start line and headers of a message. */
export interface Head {
  /** `GET /path HTTP/1.1` or `HTTP/1.1 200 OK`, split at the first two spaces. */
  start: [first: string, second: string, third: string];
  /** Status code of a response; 0 for a request. */
  status: number;
  /** Flat list of names and values, as they were sent. */
  headers: readonly string[];
  framing: Framing;
  /** Length of the body in bytes, if the framing is `length`. */
  length: number;
  /** Whether the connection can carry another message. */
  keepAlive: boolean;
  /** Lower-case header names in the `Connection` header: they apply to this hop only. */
  connectionOptions: readonly string[];
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const INVALID_CHARACTER = /[^\t\x20-\x7e\x80-\xff]/;
/** At most 15 digits, which a JavaScript number holds exactly. */
const CONTENT_LENGTH = /^\d{1,15}$/;
const NONE: string[] = [];

/**
 * Parses a request head, without its final empty line. Without a length or chunks a request has no body (RFC 9112, 6.3). Its
 * `keepAlive` has no meaning: only that of responses is read.
 */
export function parseRequestHead(text: string): Head {
  const head = readFields(text);
  const [method, target, version] = head.start;
  if (!TOKEN.test(method) || target === "" || !/^HTTP\/1\.[01]$/.test(version)) fail("bad request line");
  if (head.framing === "until-close") head.framing = "none";
  // HTTP/1.0 has no chunks, and a proxy in between may not know them (RFC 9112, 6.1).
  if (version === "HTTP/1.0" && head.framing === "chunked") fail("chunked in HTTP/1.0");
  return head;
}

/** Parses the head of a response to a request with the given method, without its final empty line. */
export function parseResponseHead(text: string, method: string): Head {
  const head = readFields(text);
  const [version, code] = head.start;
  if (version !== "HTTP/1.1" && version !== "HTTP/1.0") fail("bad version");
  if (!/^[1-5]\d\d$/.test(code)) fail("bad status");
  const status = Number(code);
  head.status = status;
  if (version === "HTTP/1.0") {
    if (head.framing === "chunked") fail("chunked in HTTP/1.0");
    if (!head.connectionOptions.includes("keep-alive")) head.keepAlive = false;
  }
  // Responses with these statuses, or to HEAD, have no body, whatever their headers say (RFC 9112, 6.3).
  const isStatusWithoutBody = status < 200 || status === 204 || status === 304;
  if (method === "HEAD" || isStatusWithoutBody) head.framing = "none";
  if (head.framing === "until-close") head.keepAlive = false;
  return head;
}

/** Parses the head of a response. The caller must not change the result. */
export type ResponseHeadReader = (text: string, method: string) => Readonly<Head>;

/** Longest head in characters that is cached. Longer ones would occupy memory while their connection is idle. */
export const MAX_CACHED_HEAD_LENGTH = 2_048;

/**
 * Creates a parser that caches the last few heads, because apps mostly repeat theirs. Long ones are not cached: they would occupy
 * memory while their connection is idle.
 */
export function createCachingHeadReader(maxHeads: number): ResponseHeadReader {
  // The newest comes first, because older ones often differ in their `Date` and will not match again.
  const cached: { text: string; method: string; head: Head }[] = [];
  return (text, method) => {
    for (const entry of cached) if (entry.text === text && entry.method === method) return entry.head;
    const head = parseResponseHead(text, method);
    if (text.length > MAX_CACHED_HEAD_LENGTH) return head;
    const isFull = cached.length === maxHeads;
    if (isFull) cached.pop();
    cached.unshift({ text, method, head });
    return head;
  };
}

/** Parses trailers: header lines without a start line. */
export function parseTrailers(text: string): string[] {
  // `readFields` needs a start line, so it gets one that is ignored.
  return text === "" ? [] : [...readFields(`a b c\r\n${text}`).headers];
}

/** Parses a start line and header lines, strictly. The framing is "until-close" unless a header determines it. */
function readFields(text: string): Head {
  const lineEnd = text.indexOf("\r\n");
  const startLine = lineEnd < 0 ? text : text.slice(0, lineEnd);
  if (INVALID_CHARACTER.test(startLine)) fail("bad character in the start line");
  const headers: string[] = [];
  const head: Head = {
    start: splitStartLine(startLine),
    status: 0,
    headers,
    framing: "until-close",
    length: 0,
    keepAlive: true,
    connectionOptions: NONE,
  };
  for (let lineStart = lineEnd < 0 ? text.length : lineEnd + 2; lineStart < text.length; ) {
    let end = text.indexOf("\r\n", lineStart);
    if (end < 0) end = text.length;
    const colon = text.indexOf(":", lineStart);
    if (colon < 0 || colon >= end) fail("header without a colon");
    const name = text.slice(lineStart, colon);
    const value = trimWhitespace(text, colon + 1, end);
    if (!TOKEN.test(name)) fail("bad header name");
    if (INVALID_CHARACTER.test(value)) fail("bad header value");
    headers.push(name, value);
    // The lengths of: connection, content-length, transfer-encoding. Other names are not worth lower-casing.
    if (name.length === 10 || name.length === 14 || name.length === 17) applyHeader(head, name.toLowerCase(), value);
    lineStart = end + 2;
  }
  return head;
}

/**
 * Applies a header that decides where the message ends and whether another may follow. Rejects a message whose end two
 * readers could see at different places (request smuggling; RFC 9112, 6.3). The same length twice is no contradiction.
 */
function applyHeader(head: Head, lowerCaseName: string, value: string): void {
  switch (lowerCaseName) {
    case "content-length":
      if (!CONTENT_LENGTH.test(value)) fail("bad content-length");
      if (head.framing === "length" && Number(value) !== head.length) fail("two different content-lengths");
      if (head.framing === "chunked") fail("both content-length and transfer-encoding");
      head.framing = "length";
      head.length = Number(value);
      break;
    case "transfer-encoding":
      // Only chunks, and only once: programs disagree about any other coding, and about chunks within chunks.
      if (value.toLowerCase() !== "chunked" || head.framing === "chunked") fail("unknown transfer-encoding");
      if (head.framing === "length") fail("both content-length and transfer-encoding");
      head.framing = "chunked";
      break;
    case "connection":
      head.connectionOptions = head.connectionOptions.concat(toLowerCaseList(value));
      if (head.connectionOptions.includes("close")) head.keepAlive = false;
      break;
  }
}

/** Splits a start line at its first two spaces. The third part is "" if there is no second space. */
function splitStartLine(line: string): [string, string, string] {
  const first = line.indexOf(" ");
  if (first < 0) fail("bad start line");
  const second = line.indexOf(" ", first + 1);
  if (second < 0) return [line.slice(0, first), line.slice(first + 1), ""];
  return [line.slice(0, first), line.slice(first + 1, second), line.slice(second + 1)];
}

function fail(reason: string): never {
  throw new MalformedMessageError(reason);
}
