import type { Socket } from "node:net";
import { type Head, LONGEST_KEPT, parseRequestHead } from "../../wire/index.ts";
import type { Asked } from "./visitor.ts";

const REQUEST_LINE = /^(GET|HEAD|OPTIONS|DELETE|POST|PUT|PATCH) (\/[\x21-\x7e]*) HTTP\/1\.1$/;

export interface PlainRequest extends Asked {
  method: string;
  /** Bytes of its body; -1 where it has none. */
  length: number;
}

/** Reads the requests of one connection that ask for nothing but an answer. */
export interface PlainReader {
  /**
   * Reads the head of a request with no body or one of a known length, no change of protocol, no expectation. `null` for any
   * other, be it well-formed or not.
   */
  read(text: string): PlainRequest | null;
  /** Keeps nothing of what came before. */
  forget(): void;
}

export function createPlainReader(socket: Socket): PlainReader {
  let whole = "";
  let fields = "";
  let before: PlainRequest | null = null;
  return {
    read(text) {
      if (text === whole) return before;
      const end = text.indexOf("\r\n");
      const line = REQUEST_LINE.exec(end < 0 ? text : text.slice(0, end));
      if (line === null) return null;
      const [, method, url] = line as unknown as [string, string, string];
      // Most visitors say the same in each request but for what they ask for.
      if (before !== null && text.length - end === fields.length && text.endsWith(fields)) {
        whole = text;
        before = { ...before, method, url };
        return before;
      }
      before = toPlainRequest(method, url, text, socket);
      whole = before === null || text.length > LONGEST_KEPT ? "" : text;
      fields = whole.slice(end);
      return before;
    },
    forget() {
      before = null;
      whole = "";
      fields = "";
    },
  };
}

function toPlainRequest(method: string, url: string, text: string, socket: Socket): PlainRequest | null {
  let head: Head;
  try {
    head = parseRequestHead(text);
  } catch {
    return null;
  }
  if (head.framing !== "none" && head.framing !== "length") return null;
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
  const length = head.framing === "length" ? head.length : -1;
  return { method, url, rawHeaders: head.headers, headers, socket, length, passed: { gate: null, lines: "" } };
}
