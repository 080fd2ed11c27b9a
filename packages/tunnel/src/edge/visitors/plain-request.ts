import type { Socket } from "node:net";
import { flattenString, type Head, MAX_CACHED_HEAD_LENGTH, parseRequestHead } from "../../wire/index.ts";
import type { VisitorRequest } from "./visitor.ts";

const REQUEST_LINE = /^(GET|HEAD|OPTIONS|DELETE|POST|PUT|PATCH) (\/[\x21-\x7e]*) HTTP\/1\.1$/;

/** A request that the edge can serve without Node's HTTP server: no upgrade, no expectation, no chunked body. */
export interface PlainRequest extends VisitorRequest {
  method: string;
  /** Length of its body in bytes; -1 for no body. */
  length: number;
}

/** The length of a request without a body. */
const NO_BODY = -1;

/** Parses the plain requests of one connection. Caches the previous head, because visitors mostly repeat theirs. */
export interface PlainRequestReader {
  /** Parses a request head. Returns `null` if it is not plain, whether well-formed or not. */
  read(text: string): PlainRequest | null;
  /** Frees the cached head. */
  clearCache(): void;
}

/** Creates the parser of a connection's request heads. It caches the previous head, the part after its first line, and the result. */
export function createPlainRequestReader(socket: Socket): PlainRequestReader {
  let previousText = "";
  let previousFields = "";
  let previousRequest: PlainRequest | null = null;
  return {
    /**
     * Parses a request head. Returns `null` if only Node's parser can handle it, such as one without headers. Most requests of a
     * connection are equal, or differ in the request line only: then it reuses the previous result.
     */
    read(text) {
      if (text === previousText) return previousRequest;
      const lineEnd = text.indexOf("\r\n");
      const hasHeaders = lineEnd >= 0;
      const requestLine = hasHeaders ? REQUEST_LINE.exec(text.slice(0, lineEnd)) : null;
      if (requestLine === null) return null;
      const { 1: method = "", 2: url = "" } = requestLine;
      const hasSameFields = text.length - lineEnd === previousFields.length && text.endsWith(previousFields);
      const request =
        previousRequest !== null && hasSameFields
          ? { ...previousRequest, method, url }
          : toPlainRequest(method, url, text, socket);
      // A long head would occupy memory while the connection is idle.
      const isCacheable = text.length <= MAX_CACHED_HEAD_LENGTH;
      previousRequest = isCacheable ? request : null;
      previousText = previousRequest === null ? "" : text;
      previousFields = previousText.slice(lineEnd);
      return request;
    },
    /** Forgets the previous request and its head, which would occupy memory while the connection is idle. */
    clearCache() {
      previousRequest = null;
      previousText = "";
      previousFields = "";
    },
  };
}

/**
 * Parses a request head. Returns `null` for what Node's HTTP server must handle instead: malformed or chunked messages, upgrades,
 * expectations, and repeated headers that the edge reads. The cache is filled when the request is passed on to the app.
 */
function toPlainRequest(method: string, url: string, text: string, socket: Socket): PlainRequest | null {
  let head: Head;
  try {
    head = parseRequestHead(text);
  } catch {
    return null;
  }
  if (head.framing !== "none" && head.framing !== "length") return null;
  const headers: Record<string, string> = {};
  for (let index = 0; index < head.headers.length; index += 2) {
    const name = head.headers[index]!.toLowerCase();
    switch (name) {
      case "upgrade":
      case "expect":
        return null;
      // The edge reads these. The app gets all, from `rawHeaders`.
      case "content-length":
      case "host":
      case "connection":
      case "te":
      case "accept":
      case "origin":
      case "authorization":
      case "cdn-loop":
      case "access-control-request-method":
      case "x-forwarded-for":
      case "x-forwarded-proto":
        if (headers[name] !== undefined) return null;
        headers[name] = head.headers[index + 1]!;
    }
  }
  const length = head.framing === "length" ? head.length : NO_BODY;
  // A part of the head's text would be compared with the names of known hosts slowly, for each request.
  if (headers.host !== undefined) headers.host = flattenString(headers.host);
  const emptyCache = { visitor: null, access: null, lines: "" };
  return { method, url, rawHeaders: head.headers, headers, socket, length, fieldsCache: emptyCache };
}
