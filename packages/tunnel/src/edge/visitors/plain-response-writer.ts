import type { Socket } from "node:net";
import { corkShortChunk } from "../../wire/index.ts";
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
interface PlainResponseWriter extends ResponseWriter {
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
  const { socket, zones, abuseContact, listen, closesAfterResponse, onEnd } = options;
  const toResponseHead = createResponseHeadWriter(zones);
  let request: PlainRequest | null = null;
  let hasHead = false;
  let isResponseChunked = false;
  /** The head until it is sent together with the body; else "". */
  let bufferedHead = "";

  return {
    start(nextRequest) {
      request = nextRequest;
      hasHead = false;
    },
    listen,
    // Plain requests have no `Expect`, so a 100 is dropped: true, as if it was written.
    writeInformational: (head) => head.status === 100 || socket.write(toInformationalHead(head, zones), "latin1"),
    bufferedBytes: () => socket.writableLength,
    /**
     * Buffers the head, so that it is written together with the first bytes of the body. Unless `isIndexable`, it forbids search
     * engines to list the page.
     */
    writeHead(head, isIndexable) {
      hasHead = true;
      isResponseChunked = isChunked(head);
      bufferedHead = toResponseHead(head, { isIndexable, closesAfter: closesAfterResponse() });
    },
    write(bytes) {
      corkShortChunk(socket, bytes.length);
      return send(bytes, "");
    },
    /** Writes the last bytes of the body, if any are left (`null`: none), and its end, which only a chunked body marks. */
    end(bytes, trailers) {
      send(bytes ?? EMPTY, isResponseChunked ? toLastChunk(trailers) : "");
      onEnd();
    },
    flush() {
      if (bufferedHead !== "") send(EMPTY, "");
    },
    // A plain request never asks for an upgrade.
    upgrade: () => null,
    /** Sends an error page, or destroys the connection if a response has begun already. */
    sendError(problem) {
      if (hasHead || socket.destroyed) return void socket.destroy();
      const { status, headers, body: page } = toEdgeProblemResponse(problem, request?.headers.accept, abuseContact);
      const statusLine = `HTTP/1.1 ${status} ${toReasonPhrase(status)}${CRLF}`;
      const connectionLines = toConnectionLines({ closesAfter: closesAfterResponse() });
      const head = `${statusLine}${toHeaderLines(headers)}${connectionLines}${CRLF}`;
      socket.write(request?.method === "HEAD" ? head : head + page);
      onEnd();
    },
    destroy: () => void socket.destroy(),
  };

  /**
   * Sends the buffered head, a part of the body (as a chunk if it is chunked) and `tail`, in as few writes as possible. Returns
   * false if the caller should wait for `onDrain`.
   */
  function send(bytes: Buffer, tail: string): boolean {
    const head = bufferedHead;
    bufferedHead = "";
    // An empty chunk would end the body.
    const needsChunk = isResponseChunked && bytes.length > 0;
    if (!needsChunk) return writeTogether(head, bytes, tail);
    const chunkSize = bytes.length.toString(16);
    return writeTogether(`${head}${chunkSize}${CRLF}`, bytes, CRLF + tail);
  }

  /** Writes bytes between two texts. Copies them into one write if they are few: that is cheaper than several writes. */
  function writeTogether(before: string, bytes: Buffer, after: string): boolean {
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
