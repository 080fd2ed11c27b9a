import type { Socket } from "node:net";
import { setImmediate } from "node:timers";
import { toLowerCaseList } from "../../wire/index.ts";
import { runWithErrorHandler } from "../problems/listener-errors.ts";
import { type PlainBody, startPlainBody } from "./plain-body.ts";
import { createPlainRequestReader } from "./plain-request.ts";
import { createPlainResponseWriter } from "./plain-response-writer.ts";
import { KEEP_ALIVE_SECONDS } from "./response-head.ts";
import type { WriterEvents } from "./response-writer.ts";
import type { VisitorConnection, VisitorConnectionOptions } from "./visitor-connection-types.ts";

/** The same as Node's own limit. */
const MAX_HEAD_BYTES = 16_384;
const MAX_PIPELINED_BYTES = 65_536;
/** A connection without a first request goes to Node, which has a timeout for that; on others caches are cleared. */
const SILENCE_TIMEOUT_MS = 2_000;
/** How long the rest of a body is still read after its response, because a reset could overtake the response. */
const LINGER_MS = 2_000;
/** How long a stopping server waits for the first request of a connection. */
const FIRST_REQUEST_TIMEOUT_MS = 250;
const EMPTY = Buffer.alloc(0);
/** `close` follows. */
const ignoreError = () => {};
const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * `new` → `serving` when a request came, `serving` → `idle` when its response is complete, and again `serving` with the next
 * request. After the last response `serving` → `closing`, until the visitor has read it; `idle` → `closing` with `close()`. Each
 * state → `gone` when the connection is closed; `new` and `idle` also when it is handed over to Node.
 */
type State = "new" | "serving" | "idle" | "closing" | "gone";

/**
 * Serves plain requests one after the other, without Node's HTTP server, whose objects cost more than all other work. For
 * the first other request, the connection goes to Node for good: only Node handles upgrades and malformed requests.
 */
export function createVisitorConnection(options: VisitorConnectionOptions): VisitorConnection {
  const { socket, isTunnelHost, serve, handOver: addNodeListeners, zones, abuseContact, now, onGone } = options;
  const requestReader = createPlainRequestReader(socket);
  let state: State = "new";
  let unparsed: Buffer = EMPTY;
  let idleSince = now();
  /** Whether the connection is closed after the current or next response. */
  let isLastRequest = false;
  let requestBody: PlainBody | undefined;
  /** Listener of the request that is served now. */
  let currentExchange: WriterEvents | null = null;

  const connection: VisitorConnection = {
    /** Closes a connection that has waited too long for a request; before that, frees its cache of heads. Called every second or so. */
    checkTimeouts(time) {
      if (state === "serving" || state === "gone") return;
      const idleMs = time - idleSince;
      if (idleMs > SILENCE_TIMEOUT_MS) requestReader.clearCache();
      if (state === "new") checkFirstRequest(idleMs);
      else if (idleMs > KEEP_ALIVE_SECONDS * 1_000) socket.destroy();
    },
    /** Stops after the current request. An idle connection closes as soon as the visitor has read its last response. */
    close() {
      isLastRequest = true;
      switch (state) {
        case "new":
          // The first request may still be arriving. `checkTimeouts` gives it a moment from now on.
          idleSince = now();
          break;
        case "idle":
          state = "closing";
          socket.destroySoon();
          break;
        case "serving":
        case "closing":
        case "gone":
          break;
      }
    },
    hasUnsentBytes: () => socket.writableLength > 0 && !socket.destroyed,
    destroy: () => void socket.destroy(),
  };

  const writer = createPlainResponseWriter({
    socket,
    zones,
    abuseContact,
    listen(nextExchange) {
      if (state === "gone") nextExchange.onDisconnect();
      else currentExchange = nextExchange;
    },
    /** Called when a response begins. Returns whether the connection closes after it, because no further request is read. */
    closesAfterResponse() {
      // The response does not wait for the rest of the body, which would be taken for the next request.
      if (requestBody?.isComplete() === false) isLastRequest = true;
      return isLastRequest;
    },
    onEnd: endResponse,
  });

  const listeners = { data: onData, drain: onDrain, end: onEnd, close: onClose };
  socket.on("error", ignoreError);
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  return connection;

  /**
   * Gives up waiting for the first request: soon if `close` was called, because the server stops. Else Node's HTTP server goes on
   * waiting, which has a timeout for that.
   */
  function checkFirstRequest(idleMs: number): void {
    const wasCloseCalled = isLastRequest;
    if (wasCloseCalled && idleMs > FIRST_REQUEST_TIMEOUT_MS) socket.destroy();
    else if (idleMs > SILENCE_TIMEOUT_MS) handOverToNode();
  }

  /** Adds received bytes to the current request's body. Those after its end begin the next request. */
  function onData(bytes: Buffer): void {
    // No request is served after the last one.
    if (state === "closing") return;
    const rest = requestBody?.isComplete() === false ? requestBody.push(bytes) : bytes;
    if (rest.length === 0) return;
    unparsed = unparsed.length === 0 ? rest : Buffer.concat([unparsed, rest]);
    if (state !== "serving") readRequest();
    else if (unparsed.length > MAX_PIPELINED_BYTES) socket.pause();
  }

  /**
   * Reads and serves a request. If it is not plain (upgrades, expectations and chunked bodies are not) or not for a tunnel, or its head is
   * incomplete, hands the connection over to Node. While the visitor has responses to read, does nothing: `onDrain` continues. A short
   * body that has arrived whole is served as a text, any other as a source of bytes.
   */
  function readRequest(): void {
    const canServe = state === "new" || state === "idle";
    if (!canServe || unparsed.length === 0 || socket.writableNeedDrain) return;
    const end = unparsed.indexOf(HEAD_END);
    const isHeadComplete = end >= 0 && end <= MAX_HEAD_BYTES;
    const request = isHeadComplete ? requestReader.read(unparsed.toString("latin1", 0, end)) : null;
    if (request === null || !isTunnelHost(request.headers.host)) {
      handOverToNode();
      return;
    }
    const headLength = end + HEAD_END.length;
    const bytesAfterHead = headLength === unparsed.length ? EMPTY : unparsed.subarray(headLength);
    const { text: shortBody, source: arrivingBody, rest } = startPlainBody(socket, request.length, bytesAfterHead);
    unparsed = withoutEmptySlice(rest); // an empty one would keep all bytes of the read in memory
    requestBody = arrivingBody;
    state = "serving";
    writer.start(request);
    const { connection: connectionHeader } = request.headers;
    isLastRequest ||= connectionHeader !== undefined && toLowerCaseList(connectionHeader).includes("close");
    serve(request, writer, shortBody ?? arrivingBody);
  }

  /**
   * Reads the next request after a response. After the last one, closes the connection once the response has been sent. If the
   * request's body is still arriving, drops it for a moment before that (`linger`), or else a reset could overtake the response.
   */
  function endResponse(): void {
    currentExchange = null;
    const hasDisconnected = state !== "serving";
    if (hasDisconnected) return;
    state = isLastRequest ? "closing" : "idle";
    idleSince = now();
    if (!isLastRequest) return void readNext();
    const isBodyArriving = requestBody?.isComplete() === false;
    if (!isBodyArriving) return void socket.destroySoon();
    socket.off("data", onData);
    linger(socket);
  }

  /** The visitor has read what was buffered for it: continues its response, or reads its next request. */
  function onDrain(): void {
    if (state === "serving") currentExchange?.onDrain();
    else readNext();
  }

  /** Reads the next request, unless the visitor must first read the responses that are buffered for it. */
  function readNext(): void {
    if (state === "gone" || state === "closing") return;
    if (socket.writableNeedDrain) return void socket.pause();
    if (socket.isPaused()) socket.resume();
    // In a new turn: a pipeline of requests that fail synchronously would grow the stack and block the event loop.
    if (unparsed.length > 0) setImmediate(() => runWithErrorHandler(socket, readRequest));
  }

  /**
   * Closes the connection when the visitor ends its side: an HTTP client that does so has disconnected. Reports that at once (`onClose`,
   * which does nothing the second time), because the socket emits "close" only later.
   */
  function onEnd(): void {
    socket.destroy();
    onClose();
  }

  /** Reports to the current exchange that the visitor disconnected. */
  function onClose(): void {
    if (state === "gone") return;
    state = "gone";
    const lastExchange = currentExchange;
    currentExchange = null;
    onGone(connection);
    lastExchange?.onDisconnect();
  }

  /**
   * Gives the connection to Node's HTTP server for good, with the bytes that were not served. Paused meanwhile, because a flowing
   * socket without listeners loses what arrives. An error always has a listener, or else it would end the process.
   */
  function handOverToNode(): void {
    state = "gone";
    onGone(connection);
    socket.pause();
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    if (unparsed.length > 0) socket.unshift(unparsed);
    addNodeListeners();
    socket.off("error", ignoreError);
    socket.resume();
  }
}

/** Returns `EMPTY` instead of an empty slice, which would keep the memory of the whole read alive. */
function withoutEmptySlice(bytes: Buffer): Buffer {
  return bytes.length === 0 ? EMPTY : bytes;
}

/** Ends the connection, but reads for a moment: closed with unread bytes it would be reset, which could overtake the response. */
function linger(socket: Socket): void {
  socket.resume();
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
