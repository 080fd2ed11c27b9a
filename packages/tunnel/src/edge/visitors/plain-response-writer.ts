import type { Socket } from "node:net";
import { corkShortChunk, type Head } from "../../wire/index.ts";
import type { EdgeProblem } from "../problems/problem-page.ts";
import { toEdgeProblemResponse } from "../problems/problem-page.ts";
import type { PlainRequest } from "./plain-request.ts";
import {
  createResponseHeadWriter,
  isChunked,
  toConnectionLines,
  toHeaderLines,
  toInformationalHead,
  toLastChunk,
  toReasonPhrase,
} from "./response-head.ts";
import type { ResponseWriter, WriterEvents } from "./response-writer.ts";

/** Up to this size, bytes are copied into one write with the text around them. */
const MAX_SINGLE_WRITE_BYTES = 8_192;
const EMPTY = Buffer.alloc(0);
const CRLF = "\r\n";

/** Writes the responses of a connection, one after the other. */
export interface PlainResponseWriter extends ResponseWriter {
  /** Starts the response to the next request. */
  start(request: PlainRequest): void;
}

interface PlainResponseWriterOptions {
  socket: Socket;
  zones: readonly string[];
  abuseContact: string | undefined;
  listen(events: WriterEvents): void;
  /** Called once, before the final head. Returns whether the connection is closed after this response. */
  closesAfterResponse(): boolean;
  /** Called when the response is complete. */
  onEnd(): void;
}

/** Creates the writer of a connection whose requests the edge parses itself. */
export function createPlainResponseWriter(options: PlainResponseWriterOptions): PlainResponseWriter {
  return new SocketResponseWriter(options);
}

/** A class: as closures, its functions would take a kilobyte for each connection of a visitor. */
class SocketResponseWriter implements PlainResponseWriter {
  readonly #options: PlainResponseWriterOptions;
  readonly #socket: Socket;
  readonly #toResponseHead: ReturnType<typeof createResponseHeadWriter>;
  #request: PlainRequest | null = null;
  #hasHead = false;
  #isResponseChunked = false;
  /** The head until it is sent together with the body; else "". */
  #bufferedHead = "";

  constructor(options: PlainResponseWriterOptions) {
    this.#options = options;
    this.#socket = options.socket;
    this.#toResponseHead = createResponseHeadWriter(options.zones);
  }

  start(request: PlainRequest): void {
    this.#request = request;
    this.#hasHead = false;
  }

  listen(events: WriterEvents): void {
    this.#options.listen(events);
  }

  writeInformational(head: Head): boolean {
    // Plain requests have no `Expect`, so a 100 is dropped: true, as if it was written.
    return head.status === 100 || this.#socket.write(toInformationalHead(head, this.#options.zones), "latin1");
  }

  bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  /**
   * Buffers the head, so that it is written together with the first bytes of the body. Unless `isIndexable`, it forbids search
   * engines to list the page.
   */
  writeHead(head: Head, isIndexable: boolean): void {
    this.#hasHead = true;
    this.#isResponseChunked = isChunked(head);
    const closesAfter = this.#options.closesAfterResponse();
    this.#bufferedHead = this.#toResponseHead(head, { isIndexable, closesAfter });
  }

  write(bytes: Buffer): boolean {
    corkShortChunk(this.#socket, bytes.length);
    return this.#send(bytes, "");
  }

  /** Writes the last bytes of the body, if any are left (`null`: none), and its end, which only a chunked body marks. */
  end(bytes: Buffer | null, trailers: readonly string[]): void {
    this.#send(bytes ?? EMPTY, this.#isResponseChunked ? toLastChunk(trailers) : "");
    this.#options.onEnd();
  }

  flush(): void {
    if (this.#bufferedHead !== "") this.#send(EMPTY, "");
  }

  /** A plain request never asks for an upgrade. */
  upgrade(): null {
    return null;
  }

  /** Sends an error page, or destroys the connection if a response has begun already. */
  sendError(problem: EdgeProblem): void {
    if (this.#hasHead || this.#socket.destroyed) return void this.destroy();
    const { abuseContact, closesAfterResponse, onEnd } = this.#options;
    const { status, headers, body: page } = toEdgeProblemResponse(problem, this.#request?.headers.accept, abuseContact);
    const statusLine = `HTTP/1.1 ${status} ${toReasonPhrase(status)}${CRLF}`;
    const connectionLines = toConnectionLines({ closesAfter: closesAfterResponse() });
    const head = `${statusLine}${toHeaderLines(headers)}${connectionLines}${CRLF}`;
    this.#socket.write(this.#request?.method === "HEAD" ? head : head + page);
    onEnd();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /**
   * Sends the buffered head, a part of the body (as a chunk if it is chunked) and `tail`, in as few writes as possible. Returns
   * false if the caller should wait for `onDrain`.
   */
  #send(bytes: Buffer, tail: string): boolean {
    const head = this.#bufferedHead;
    this.#bufferedHead = "";
    // An empty chunk would end the body.
    const needsChunk = this.#isResponseChunked && bytes.length > 0;
    if (!needsChunk) return this.#writeTogether(head, bytes, tail);
    const chunkSize = bytes.length.toString(16);
    return this.#writeTogether(`${head}${chunkSize}${CRLF}`, bytes, CRLF + tail);
  }

  /** Writes bytes between two texts. Copies them into one write if they are few: that is cheaper than several writes. */
  #writeTogether(before: string, bytes: Buffer, after: string): boolean {
    const socket = this.#socket;
    if (bytes.length <= MAX_SINGLE_WRITE_BYTES)
      return socket.write(before + bytes.toString("latin1") + after, "latin1");
    socket.cork();
    if (before !== "") socket.write(before, "latin1");
    socket.write(bytes);
    if (after !== "") socket.write(after, "latin1");
    socket.uncork();
    return !socket.writableNeedDrain;
  }
}
