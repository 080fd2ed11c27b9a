import type { Socket } from "node:net";
import { type Head, parseRequestHead } from "../wire/index.ts";
import type { Asked } from "./visitor.ts";

const METHODS = new Set(["GET", "HEAD", "OPTIONS", "DELETE", "POST", "PUT", "PATCH"]);
const PATH = /^\/[\x21-\x7e]*$/;

export interface PlainRequest extends Asked {
  method: string;
  /** Bytes of its body; -1 where it has none. */
  length: number;
}

/**
 * Reads the head of a request that asks for nothing but an answer: with no body or one of a known length, no change of
 * protocol, no expectation. `null` for any other, be it well-formed or not.
 */
export function readPlainRequest(text: string, socket: Socket): PlainRequest | null {
  let head: Head;
  try {
    head = parseRequestHead(text);
  } catch {
    return null;
  }
  const [method, url, version] = head.start;
  if (
    version !== "HTTP/1.1" ||
    (head.framing !== "none" && head.framing !== "length") ||
    !METHODS.has(method) ||
    !PATH.test(url)
  )
    return null;
  const headers: Record<string, string> = {};
  for (let at = 0; at < head.headers.length; at += 2) {
    const name = head.headers[at]!.toLowerCase();
    switch (name) {
      case "upgrade":
      case "expect":
        return null;
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
        headers[name] = head.headers[at + 1]!;
    }
  }
  return {
    method,
    url,
    rawHeaders: head.headers,
    headers,
    socket,
    length: head.framing === "length" ? head.length : -1,
  };
}
