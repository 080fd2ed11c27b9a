import { setImmediate } from "node:timers";
import { corkShortChunk, toLowerCaseList } from "../../wire/index.ts";
import { catchErrors } from "../problems/catch-listener-errors.ts";
import { toEdgeProblemResponse } from "../problems/problem-page.ts";
import { type PlainBody, startPlainBody } from "./plain-body.ts";
import { createPlainRequestReader, type PlainRequest } from "./plain-request.ts";
import {
  createResponseHeadWriter,
  isChunked,
  KEEP_ALIVE_SECONDS,
  toConnectionLines,
  toHeaderLines,
  toInformationalHead,
  toReasonPhrase,
  toTrailers,
} from "./response-head.ts";
import type { ResponseWriter, WriterEvents } from "./response-writer.ts";
import type { VisitorConnection, VisitorConnectionOptions } from "./visitor-connection-types.ts";

/** The same as Node's own limit. */
const MAX_HEAD_BYTES = 16_384;
const MAX_PIPELINED_BYTES = 65_536;
/** Up to this size, copying bytes into one write is cheaper than several writes. */
const MAX_SINGLE_WRITE_BYTES = 8_192;
/** A connection without a first request goes to Node, which has a timeout for that; on others caches are cleared. */
const SILENCE_TIMEOUT_MS = 2_000;
/** How long the rest of a body is still read after its response, because a reset could overtake the response. */
const LINGER_MS = 2_000;
/** How long a stopping server waits for the first request of a connection. */
const FIRST_REQUEST_TIMEOUT_MS = 250;
const EMPTY = Buffer.alloc(0);
const HEAD_END = Buffer.from("\r\n\r\n");
const CRLF = "\r\n";

/**
 * Serves plain requests one after the other, without Node's HTTP server, whose objects cost more than all other work. For
 * the first other request, the connection goes to Node for good: only Node handles upgrades and malformed requests.
 */
export function createVisitorConnection(options: VisitorConnectionOptions): VisitorConnection {
  const { socket, isTunnelHost, serve, handOver, zones, abuseContact, now, onGone } = options;
  const requestReader = createPlainRequestReader(socket);
  const toResponseHead = createResponseHeadWriter(zones);
  let unparsed: Buffer = EMPTY;
  let isBusy = false;
  let hadRequest = false;
  let idleSince = now();
  let isLastRequest = false;
  /** Whether it is closed, or handed over to Node. */
  let isGone = false;
  let request: PlainRequest | null = null;
  let body: PlainBody | undefined;
  let events: WriterEvents | null = null;
  // State of the current response.
  let hasResponseHead = false;
  let isResponseChunked = false;
  /** The head until it is sent together with the body; else "". */
  let bufferedHead = "";

  const connection: VisitorConnection = {
    /** Closes an idle connection after its timeout, or passes it to Node if no request came at all. */
    checkTimeouts(time) {
      if (isBusy) return;
      // While the connection is idle, only a stopping server has announced the last request.
      const isServerStopping = isLastRequest;
      const idleMs = time - idleSince;
      // Frees the head of the last request, which is kept to recognise an equal one.
      if (idleMs > SILENCE_TIMEOUT_MS) requestReader.clear();
      if (isServerStopping && idleMs > FIRST_REQUEST_TIMEOUT_MS) socket.destroy();
      else if (!hadRequest && idleMs > SILENCE_TIMEOUT_MS) handOverToNode();
      else if (idleMs > KEEP_ALIVE_SECONDS * 1_000) socket.destroy();
    },
    /** Closes the connection: at once if it is idle, else after the current response. */
    close() {
      isLastRequest = true;
      if (isBusy) return;
      // The first request of a new connection may still be arriving.
      if (hadRequest) socket.destroy();
      else idleSince = now();
    },
    destroy: () => void socket.destroy(),
  };

  const writer: ResponseWriter = {
    listen(nextEvents) {
      if (isGone) return nextEvents.onDisconnect();
      events = nextEvents;
    },
    // Plain requests have no `Expect`, so they need no 100.
    writeInformational: (head) => head.status === 100 || socket.write(toInformationalHead(head, zones), "latin1"),
    bufferedBytes: () => socket.writableLength,
    /** Buffers the head until the first chunk of the body, or `flush`. */
    writeHead(head, isIndexable) {
      hasResponseHead = true;
      makeLastIfBodyIncomplete();
      isResponseChunked = isChunked(head);
      bufferedHead = toResponseHead(head, isIndexable, isLastRequest);
    },
    write(bytes) {
      corkShortChunk(socket, bytes.length);
      return send(bytes, "");
    },
    end(bytes, trailers) {
      send(bytes ?? EMPTY, isResponseChunked ? `0${CRLF}${toHeaderLines(toTrailers(trailers))}${CRLF}` : "");
      endResponse();
    },
    flush() {
      if (bufferedHead !== "") send(EMPTY, "");
    },
    upgrade: () => null,
    /** Responds with a problem of the edge, or closes if the app's response has begun. */
    sendError(problem) {
      if (hasResponseHead || isGone) return void socket.destroy();
      makeLastIfBodyIncomplete();
      const { status, headers, body: page } = toEdgeProblemResponse(problem, request?.headers.accept, abuseContact);
      const statusLine = `HTTP/1.1 ${status} ${toReasonPhrase(status)}${CRLF}`;
      const head = `${statusLine}${toHeaderLines(headers)}${toConnectionLines(isLastRequest)}${CRLF}`;
      socket.write(request?.method === "HEAD" ? head : head + page);
      endResponse();
    },
    destroy: () => void socket.destroy(),
  };

  const onError = () => {};
  const onDrain = () => (isBusy ? events?.onDrain() : readNext());
  socket.on("error", onError);
  socket.on("data", onData);
  socket.on("drain", onDrain);
  socket.on("end", onEnd);
  socket.on("close", onClose);
  return connection;

  /** Adds bytes to the current request's body and the rest to `unparsed`, which the next request begins. */
  function onData(bytes: Buffer): void {
    const rest = body?.isComplete() === false ? body.push(bytes) : bytes;
    if (rest.length === 0) return;
    unparsed = unparsed.length === 0 ? rest : Buffer.concat([unparsed, rest]);
    if (!isBusy) readRequest();
    else if (unparsed.length > MAX_PIPELINED_BYTES) socket.pause();
  }

  /** Reads and serves a request, or hands the connection over to Node if it is not plain or not for a tunnel. */
  function readRequest(): void {
    if (isBusy || isGone || unparsed.length === 0 || socket.writableNeedDrain) return;
    const end = unparsed.indexOf(HEAD_END);
    const isHeadComplete = end >= 0 && end <= MAX_HEAD_BYTES;
    request = isHeadComplete ? requestReader.read(unparsed.toString("latin1", 0, end)) : null;
    if (request === null || !isTunnelHost(request.headers.host)) {
      handOverToNode();
      return;
    }
    const bodyStart = startPlainBody(socket, request.length, unparsed.subarray(end + HEAD_END.length));
    unparsed = bodyStart.rest.length === 0 ? EMPTY : bodyStart.rest;
    body = bodyStart.source;
    isBusy = true;
    hadRequest = true;
    hasResponseHead = false;
    const { connection: connectionHeader } = request.headers;
    isLastRequest ||= connectionHeader !== undefined && toLowerCaseList(connectionHeader).includes("close");
    serve(request, writer, bodyStart.text ?? body);
  }

  /** Writes the buffered head, the bytes (as a chunk if the response is chunked), and `tail`, in as few writes as possible. */
  function send(bytes: Buffer, tail: string): boolean {
    const needsChunk = isResponseChunked && bytes.length > 0;
    const before = needsChunk ? `${bufferedHead}${bytes.length.toString(16)}${CRLF}` : bufferedHead;
    const after = needsChunk ? CRLF + tail : tail;
    bufferedHead = "";
    if (bytes.length <= MAX_SINGLE_WRITE_BYTES)
      return socket.write(before + bytes.toString("latin1") + after, "latin1");
    socket.cork();
    if (before !== "") socket.write(before, "latin1");
    socket.write(bytes);
    if (after !== "") socket.write(after, "latin1");
    socket.uncork();
    return !socket.writableNeedDrain;
  }

  /** Reads the next request after a response, or closes the connection after the last one. */
  function endResponse(): void {
    events = null;
    isBusy = false;
    idleSince = now();
    if (!isLastRequest) readNext();
    else if (body?.isComplete() === false) linger();
    else socket.destroySoon();
  }

  /** Makes this the last request if its body has not arrived by now: the response begins without waiting for the rest. */
  function makeLastIfBodyIncomplete(): void {
    if (body?.isComplete() === false) isLastRequest = true;
  }

  /** Ends the connection, but reads for a moment, because a reset could overtake the response. */
  function linger(): void {
    socket.off("data", onData);
    socket.resume();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(timer));
  }

  /** Reads the next request, unless the visitor must first read the responses that are buffered for it. */
  function readNext(): void {
    if (isGone) return;
    if (socket.writableNeedDrain) return void socket.pause();
    if (socket.isPaused()) socket.resume();
    // In a new turn: a pipeline of requests that fail synchronously would grow the stack and block the event loop.
    if (unparsed.length > 0) setImmediate(() => catchErrors(socket, readRequest));
  }

  /** Closes the connection: an HTTP client that ends its side has disconnected. */
  function onEnd(): void {
    socket.destroy();
    onClose();
  }

  /** Reports to the current exchange that the visitor disconnected. */
  function onClose(): void {
    if (isGone) return;
    isGone = true;
    const lastEvents = events;
    events = null;
    onGone(connection);
    lastEvents?.onDisconnect();
  }

  /** Passes the connection to Node's HTTP server for good, with the bytes that were not served. */
  function handOverToNode(): void {
    isGone = true;
    onGone(connection);
    socket.pause();
    socket.off("data", onData);
    socket.off("drain", onDrain);
    socket.off("end", onEnd);
    socket.off("close", onClose);
    if (unparsed.length > 0) socket.unshift(unparsed);
    handOver();
    socket.off("error", onError);
    socket.resume();
  }
}
