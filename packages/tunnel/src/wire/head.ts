import { listOf, trimBlanks } from "./blanks.ts";

/** Thrown for bytes that are not strict HTTP/1.1. The message names the fault and never quotes the bytes. */
export class MalformedMessageError extends Error {
  override readonly name = "MalformedMessageError";
}

/** How the body of a message ends. */
export type Framing = "none" | "length" | "chunked" | "until-close";

/** The start line and the headers of a message, with what follows from them. */
export interface Head {
  /** `GET /path HTTP/1.1` or `HTTP/1.1 200 OK`, cut at its first two spaces. */
  start: [first: string, second: string, third: string];
  /** Of a response; 0 for a request. */
  status: number;
  /** Name, value, name, value … as they were sent. */
  headers: readonly string[];
  framing: Framing;
  /** Bytes of the body when the framing is `length`. */
  length: number;
  /** The connection may carry another message after this one. */
  keepAlive: boolean;
  /** Lower-case names that the `Connection` header lists as meant for this hop alone. */
  connection: readonly string[];
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const OUTSIDE_FIELD = /[^\t\x20-\x7e\x80-\xff]/;
const LENGTH = /^\d{1,15}$/;
const NONE: string[] = [];

/** Reads a request head (without its final empty line). */
export function parseRequestHead(text: string): Head {
  const head = readFields(text);
  const [method, target, version] = head.start;
  if (!TOKEN.test(method) || target === "" || !/^HTTP\/1\.[01]$/.test(version)) fail("bad request line");
  if (head.framing === "until-close") head.framing = "none";
  if (version === "HTTP/1.0" && head.framing === "chunked") fail("chunked in HTTP/1.0");
  return head;
}

/** Reads a response head (without its final empty line) that answers the given method. */
export function parseResponseHead(text: string, method: string): Head {
  const head = readFields(text);
  const [version, code] = head.start;
  if (version !== "HTTP/1.1" && version !== "HTTP/1.0") fail("bad version");
  if (!/^[1-5]\d\d$/.test(code)) fail("bad status");
  const status = Number(code);
  head.status = status;
  if (version === "HTTP/1.0") {
    if (head.framing === "chunked") fail("chunked in HTTP/1.0");
    if (!head.connection.includes("keep-alive")) head.keepAlive = false;
  }
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) head.framing = "none";
  if (head.framing === "until-close") head.keepAlive = false;
  return head;
}

/** Reads the head of a response. */
export type ResponseHeadReader = (text: string, method: string) => Readonly<Head>;

/**
 * Characters of the longest head that is kept, read or written, for the next one that is the same. A connection may be idle for
 * long, so what is longer is worked out anew each time.
 */
export const LONGEST_KEPT = 2_048;

/** A reader that knows the last few heads again: apps mostly repeat themselves. Whoever gets one must leave it as it is. */
export function createResponseHeadReader(most: number): ResponseHeadReader {
  // The newest first: of those before, most differ from it in nothing but their date.
  const kept: { text: string; method: string; head: Head }[] = [];
  return (text, method) => {
    for (const one of kept) if (one.text === text && one.method === method) return one.head;
    const head = parseResponseHead(text, method);
    if (text.length > LONGEST_KEPT) return head;
    if (kept.length === most) kept.pop();
    kept.unshift({ text, method, head });
    return head;
  };
}

/** Reads trailer fields: the lines of a head without its start line. */
export function parseTrailers(text: string): string[] {
  return text === "" ? [] : [...readFields(`a b c\r\n${text}`).headers];
}

function readFields(text: string): Head {
  const lineEnd = text.indexOf("\r\n");
  const startLine = lineEnd < 0 ? text : text.slice(0, lineEnd);
  if (OUTSIDE_FIELD.test(startLine)) fail("bad character in the start line");
  const headers: string[] = [];
  const head: Head = {
    start: cut(startLine),
    status: 0,
    headers,
    framing: "until-close",
    length: 0,
    keepAlive: true,
    connection: NONE,
  };
  let lengths = 0;
  for (let at = lineEnd < 0 ? text.length : lineEnd + 2; at < text.length; ) {
    let end = text.indexOf("\r\n", at);
    if (end < 0) end = text.length;
    const colon = text.indexOf(":", at);
    if (colon < 0 || colon >= end) fail("header without a colon");
    const name = text.slice(at, colon);
    const value = trimBlanks(text, colon + 1, end);
    if (!TOKEN.test(name)) fail("bad header name");
    if (OUTSIDE_FIELD.test(value)) fail("bad header value");
    headers.push(name, value);
    // Only names of these lengths decide the framing: connection, content-length, transfer-encoding.
    if (name.length === 10 || name.length === 14 || name.length === 17) {
      switch (name.toLowerCase()) {
        case "content-length":
          if (!LENGTH.test(value)) fail("bad content-length");
          if (lengths++ > 0 && Number(value) !== head.length) fail("two different content-lengths");
          if (head.framing === "chunked") fail("both content-length and transfer-encoding");
          head.framing = "length";
          head.length = Number(value);
          break;
        case "transfer-encoding":
          if (value.toLowerCase() !== "chunked" || head.framing === "chunked") fail("unknown transfer-encoding");
          if (head.framing === "length") fail("both content-length and transfer-encoding");
          head.framing = "chunked";
          break;
        case "connection":
          head.connection = head.connection.concat(listOf(value));
          if (head.connection.includes("close")) head.keepAlive = false;
          break;
      }
    }
    at = end + 2;
  }
  return head;
}

function cut(line: string): [string, string, string] {
  const first = line.indexOf(" ");
  if (first < 0) fail("bad start line");
  const second = line.indexOf(" ", first + 1);
  if (second < 0) return [line.slice(0, first), line.slice(first + 1), ""];
  return [line.slice(0, first), line.slice(first + 1, second), line.slice(second + 1)];
}

function fail(what: string): never {
  throw new MalformedMessageError(what);
}
