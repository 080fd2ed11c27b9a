import {
  type Head,
  MalformedMessageError,
  parseRequestHead,
  parseResponseHead,
  parseTrailers,
  type ResponseHeadReader,
} from "./head.ts";

/** Called while a message is read. A throw in one of them leaves the parser unusable. */
export interface MessageEvents {
  /** Also for each 1xx answer, which has no body and no end of its own. */
  onHead(head: Head): void;
  /** `last`: a body of known length is complete with these bytes; `onEnd` follows at once. */
  onBody(bytes: Buffer, last: boolean): void;
  /** The message is complete. `rest`: bytes beyond it, which only a 101 or a pipelining sender may have sent. */
  onEnd(trailers: string[], rest: Buffer): void;
}

/** A strict, incremental HTTP/1.1 reader of one connection's one direction. */
export interface MessageParser {
  /** For responses: the method of the request that the next answer belongs to. */
  expect(method: string): void;
  /** Takes bytes as they arrive; throws `MalformedMessageError`. */
  push(bytes: Buffer): void;
  /** The sender ended the connection: completes a body that runs to the end, throws inside any other. */
  finish(): void;
}

export interface MessageParserOptions extends MessageEvents {
  kind: "request" | "response";
  /** The longest head, chunk line or trailer section in bytes. @default 65_536 */
  headLimit?: number;
  /** Reads heads of responses. @default parseResponseHead */
  readResponseHead?: ResponseHeadReader | undefined;
}

type State = "head" | "length" | "until-close" | "chunk-size" | "chunk-data" | "chunk-end" | "trailers" | "raw";

const EMPTY = Buffer.alloc(0);
const HEAD_END = Buffer.from("\r\n\r\n");
const LINE_END = Buffer.from("\r\n");
const CHUNK_SIZE = /^([0-9A-Fa-f]{1,13})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/;

export function createMessageParser({
  kind,
  headLimit = 65_536,
  readResponseHead = parseResponseHead,
  onHead,
  onBody,
  onEnd,
}: MessageParserOptions): MessageParser {
  let state: State = "head";
  let method = "GET";
  let left = 0;
  let held: Buffer = EMPTY;
  let trailers = "";

  return {
    expect(next) {
      method = next;
    },
    push(bytes) {
      let rest = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      held = EMPTY;
      while (rest.length > 0) {
        const next = step(rest);
        if (next === null) {
          held = rest;
          return;
        }
        rest = next;
      }
    },
    finish() {
      if (state === "until-close") return complete([], EMPTY);
      if (state === "raw" || (state === "head" && held.length === 0)) return;
      throw new MalformedMessageError("ended inside a message");
    },
  };

  /** Consumes something and returns what is left, or `null` when more bytes are needed first. */
  function step(bytes: Buffer): Buffer | null {
    switch (state) {
      case "head":
        return readHead(bytes);
      case "length":
        return readCounted(bytes);
      case "until-close":
      case "raw":
        onBody(bytes, false);
        return EMPTY;
      case "chunk-size":
        return readChunkSize(bytes);
      case "chunk-data":
        return readCounted(bytes);
      case "chunk-end":
        if (bytes.length < 2) return null;
        if (bytes[0] !== 13 || bytes[1] !== 10) throw new MalformedMessageError("chunk without its line end");
        state = "chunk-size";
        return bytes.subarray(2);
      case "trailers":
        return readTrailer(bytes);
    }
  }

  function readHead(bytes: Buffer): Buffer | null {
    const end = bytes.indexOf(HEAD_END);
    if (end < 0 ? bytes.length > headLimit : end > headLimit) throw new MalformedMessageError("head too long");
    if (end < 0) return null;
    const text = bytes.toString("latin1", 0, end);
    const head = kind === "request" ? parseRequestHead(text) : readResponseHead(text, method);
    const rest = bytes.subarray(end + 4);
    if (kind === "response" && head.status < 200 && head.status !== 101) {
      onHead(head);
      return rest;
    }
    if (head.status === 101) state = "raw";
    else if (head.framing === "chunked") state = "chunk-size";
    else if (head.framing === "until-close") state = "until-close";
    else if (head.framing === "length" && head.length > 0) {
      state = "length";
      left = head.length;
    }
    onHead(head);
    // A message without a body stays in the state "head", ready for the next one.
    return state === "head" ? complete([], rest) : rest;
  }

  function readCounted(bytes: Buffer): Buffer {
    const piece = bytes.length <= left ? bytes : bytes.subarray(0, left);
    const rest = bytes.length <= left ? EMPTY : bytes.subarray(left);
    left -= piece.length;
    onBody(piece, left === 0 && state === "length");
    if (left > 0) return EMPTY;
    if (state === "chunk-data") {
      state = "chunk-end";
      return rest;
    }
    return complete([], rest);
  }

  function readChunkSize(bytes: Buffer): Buffer | null {
    const end = bytes.indexOf(LINE_END);
    if (end < 0 ? bytes.length > headLimit : end > headLimit) throw new MalformedMessageError("chunk line too long");
    if (end < 0) return null;
    const size = CHUNK_SIZE.exec(bytes.toString("latin1", 0, end))?.[1];
    if (size === undefined) throw new MalformedMessageError("bad chunk size");
    left = Number.parseInt(size, 16);
    state = left === 0 ? "trailers" : "chunk-data";
    trailers = "";
    return bytes.subarray(end + 2);
  }

  function readTrailer(bytes: Buffer): Buffer | null {
    const end = bytes.indexOf(LINE_END);
    if (trailers.length + (end < 0 ? bytes.length : end) > headLimit)
      throw new MalformedMessageError("trailers too long");
    if (end < 0) return null;
    const rest = bytes.subarray(end + 2);
    if (end === 0) return complete(trailers === "" ? [] : parseTrailers(trailers), rest);
    trailers += `${bytes.toString("latin1", 0, end)}\r\n`;
    return rest;
  }

  function complete(fields: string[], rest: Buffer): Buffer {
    state = "head";
    onEnd(fields, rest);
    return kind === "request" ? rest : EMPTY;
  }
}
