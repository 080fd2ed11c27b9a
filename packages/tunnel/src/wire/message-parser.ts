import {
  type Head,
  MalformedMessageError,
  parseRequestHead,
  parseResponseHead,
  parseTrailers,
  type ResponseHeadReader,
} from "./head.ts";

/** Events of a message parser. If one throws, the parser is unusable. */
export interface MessageEvents {
  /** Called with each head. A 1xx head other than 101 has no body and no `onEnd`. */
  onHead(head: Head): void;
  /** `isLast`: these bytes complete a body of known length; `onEnd` follows at once. */
  onBody(bytes: Buffer, isLast: boolean): void;
  /** Called when a message is complete. `rest`: the bytes after it, which the parser drops if it is a response. */
  onEnd(trailers: string[], rest: Buffer): void;
}

/** A strict, incremental HTTP/1.1 parser for one direction of a connection. */
export interface MessageParser {
  /** Sets the method of the request to which the next response belongs. */
  expectResponseTo(method: string): void;
  /** Parses bytes as they arrive. @throws MalformedMessageError */
  push(bytes: Buffer): void;
  /** Called at the end of the connection: completes a body without a length. @throws MalformedMessageError inside others */
  end(): void;
}

export interface MessageParserOptions extends MessageEvents {
  kind: "request" | "response";
  /** Maximum size of a head, a chunk line or the trailers in bytes. @default 65_536 */
  maxHeadBytes?: number;
  /** Parses heads of responses. @default parseResponseHead */
  readResponseHead?: ResponseHeadReader | undefined;
  /** Parses heads of requests. @default parseRequestHead */
  readRequestHead?: (text: string) => Readonly<Head>;
}

/** The part of a message that is expected next. `raw`: the bytes after a 101, which are no HTTP. */
type State = "head" | "length" | "until-close" | "chunk-size" | "chunk-data" | "chunk-end" | "trailers" | "raw";

const EMPTY = Buffer.alloc(0);
const NO_TRAILERS: string[] = [];
const HEAD_END = Buffer.from("\r\n\r\n");
const LINE_END = Buffer.from("\r\n");
/** Up to 13 hexadecimal digits, which a JavaScript number holds exactly, and extensions, which are ignored. */
const CHUNK_SIZE = /^([0-9A-Fa-f]{1,13})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/;

/** Creates a parser. Its state is the part of a message that it expects next; each part is read when its bytes are there. */
export function createMessageParser(options: MessageParserOptions): MessageParser {
  return new IncrementalParser(options);
}

/** A class: as closures, its functions would take a kilobyte for each connection to an app. */
class IncrementalParser implements MessageParser {
  readonly #options: Required<MessageParserOptions> & { readResponseHead: ResponseHeadReader };
  #state: State = "head";
  #requestMethod = "GET";
  #bodyBytesLeft = 0;
  #unparsed: Buffer = EMPTY;
  #trailerLines = "";

  constructor({
    maxHeadBytes = 65_536,
    readResponseHead = parseResponseHead,
    readRequestHead = parseRequestHead,
    ...options
  }: MessageParserOptions) {
    this.#options = { ...options, maxHeadBytes, readResponseHead, readRequestHead };
  }

  /** Needed because the response to HEAD has no body, whatever its headers say. */
  expectResponseTo(method: string): void {
    this.#requestMethod = method;
  }

  /** Parses one part after the other. Keeps an incomplete part until more bytes arrive. */
  push(bytes: Buffer): void {
    let rest = this.#unparsed.length === 0 ? bytes : Buffer.concat([this.#unparsed, bytes]);
    this.#unparsed = EMPTY;
    while (rest.length > 0) {
      const next = this.#parseNext(rest);
      if (next === null) {
        this.#unparsed = rest;
        return;
      }
      rest = next;
    }
  }

  /**
   * Handles the end of the connection: completes a body that lasts until then. Throws inside any other message, but not after a 101,
   * where the bytes (`raw`) are another protocol's.
   */
  end(): void {
    if (this.#state === "until-close") return void this.#complete(NO_TRAILERS, EMPTY);
    const isBetweenMessages = this.#state === "head" && this.#unparsed.length === 0;
    if (this.#state === "raw" || isBetweenMessages) return;
    throw new MalformedMessageError("ended inside a message");
  }

  /** Parses the part that is expected next, by the state. Returns the bytes after it, or `null` if more are needed. */
  #parseNext(bytes: Buffer): Buffer | null {
    switch (this.#state) {
      case "head":
        return this.#readHead(bytes);
      case "length":
        return this.#readBody(bytes);
      case "until-close":
      case "raw":
        this.#options.onBody(bytes, /* isLast */ false);
        return EMPTY;
      case "chunk-size":
        return this.#readChunkSize(bytes);
      case "chunk-data":
        return this.#readBody(bytes);
      case "chunk-end":
        if (bytes.length < LINE_END.length) return null;
        if (bytes[0] !== LINE_END[0] || bytes[1] !== LINE_END[1])
          throw new MalformedMessageError("chunk without its line end");
        this.#state = "chunk-size";
        return bytes.subarray(LINE_END.length);
      case "trailers":
        return this.#readTrailer(bytes);
    }
  }

  /**
   * Parses a head. Returns the bytes after it, or `null` if it is incomplete. After an informational response, or a message
   * without a body, which is complete, the state stays "head".
   */
  #readHead(bytes: Buffer): Buffer | null {
    const end = this.#findEnd(bytes, HEAD_END, "head too long");
    if (end < 0) return null;
    const { kind, readRequestHead, readResponseHead, onHead } = this.#options;
    const text = bytes.toString("latin1", 0, end);
    const head = kind === "request" ? readRequestHead(text) : readResponseHead(text, this.#requestMethod);
    const rest = bytes.subarray(end + HEAD_END.length);
    const isInformational = kind === "response" && head.status < 200 && head.status !== 101;
    if (isInformational) {
      onHead(head);
      return rest;
    }
    this.#state = stateAfter(head);
    if (this.#state === "length") this.#bodyBytesLeft = head.length;
    onHead(head);
    return this.#state === "head" ? this.#complete(NO_TRAILERS, rest) : rest;
  }

  /** Passes on bytes of a body with a length, or of a chunk. Returns the bytes after its end. */
  #readBody(bytes: Buffer): Buffer {
    const isAllBody = bytes.length <= this.#bodyBytesLeft;
    const chunk = isAllBody ? bytes : bytes.subarray(0, this.#bodyBytesLeft);
    const rest = isAllBody ? EMPTY : bytes.subarray(this.#bodyBytesLeft);
    this.#bodyBytesLeft -= chunk.length;
    // After a chunk, more can follow: at least the trailers' empty line.
    const isLast = this.#bodyBytesLeft === 0 && this.#state === "length";
    this.#options.onBody(chunk, isLast);
    if (this.#bodyBytesLeft > 0) return EMPTY;
    if (this.#state === "chunk-data") {
      this.#state = "chunk-end";
      return rest;
    }
    return this.#complete(NO_TRAILERS, rest);
  }

  /** Parses the line before a chunk (RFC 9112, 7.1). Returns the bytes after it, or `null` if it is incomplete. */
  #readChunkSize(bytes: Buffer): Buffer | null {
    const end = this.#findEnd(bytes, LINE_END, "chunk line too long");
    if (end < 0) return null;
    const size = CHUNK_SIZE.exec(bytes.toString("latin1", 0, end))?.[1];
    if (size === undefined) throw new MalformedMessageError("bad chunk size");
    // Exact, because the pattern `CHUNK_SIZE` allows at most 13 digits.
    this.#bodyBytesLeft = Number.parseInt(size, 16);
    const isLastChunk = this.#bodyBytesLeft === 0;
    this.#state = isLastChunk ? "trailers" : "chunk-data";
    this.#trailerLines = "";
    return bytes.subarray(end + LINE_END.length);
  }

  /** Returns the index of `terminator`, or -1 if it has not arrived. Throws if the bytes before it exceed the limit. */
  #findEnd(bytes: Buffer, terminator: Buffer, tooLongMessage: string): number {
    const end = bytes.indexOf(terminator);
    const length = end < 0 ? bytes.length : end;
    if (length > this.#options.maxHeadBytes) throw new MalformedMessageError(tooLongMessage);
    return end;
  }

  /** Collects one trailer line; an empty one ends the message. Returns the bytes after it, or `null` if it is incomplete. */
  #readTrailer(bytes: Buffer): Buffer | null {
    const end = bytes.indexOf(LINE_END);
    const lineLength = end < 0 ? bytes.length : end;
    // The limit is for all trailers together.
    if (this.#trailerLines.length + lineLength > this.#options.maxHeadBytes)
      throw new MalformedMessageError("trailers too long");
    if (end < 0) return null;
    const rest = bytes.subarray(end + LINE_END.length);
    if (end === 0) return this.#complete(parseTrailers(this.#trailerLines), rest);
    this.#trailerLines += `${bytes.toString("latin1", 0, end)}\r\n`;
    return rest;
  }

  /**
   * Ends the message. Returns the bytes after it, which begin the next request. Those after a response are dropped, because no other
   * response was requested; `onEnd` gets them too, so that it can notice them.
   */
  #complete(trailerFields: string[], rest: Buffer): Buffer {
    this.#state = "head";
    this.#options.onEnd(trailerFields, rest);
    return this.#options.kind === "request" ? rest : EMPTY;
  }
}

/** Returns the part that comes after a head: "head" if the message has no body; "raw" after a 101, which ends HTTP. */
function stateAfter({ status, framing, length }: Readonly<Head>): State {
  if (status === 101) return "raw";
  if (framing === "chunked") return "chunk-size";
  const isEmpty = framing === "none" || (framing === "length" && length === 0);
  return isEmpty ? "head" : framing;
}
