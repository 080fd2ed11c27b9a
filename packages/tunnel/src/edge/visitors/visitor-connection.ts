import type { Socket } from "node:net";
import { setImmediate } from "node:timers";
import { toLowerCaseList } from "../../wire/index.ts";
import { runWithErrorHandler } from "../problems/listener-errors.ts";
import { dropLeftoverBody } from "./leftover-body.ts";
import { type PlainBody, startPlainBody } from "./plain-body.ts";
import { createPlainRequestReader, type PlainRequestReader } from "./plain-request.ts";
import { createPlainResponseWriter, type PlainResponseWriter } from "./plain-response-writer.ts";
import { KEEP_ALIVE_SECONDS } from "./response-head.ts";
import type { WriterEvents } from "./response-writer.ts";
import type { VisitorConnection, VisitorConnectionOptions } from "./visitor-connection-types.ts";

/** The same as Node's own limit. */
const MAX_HEAD_BYTES = 16_384;
const MAX_PIPELINED_BYTES = 65_536;
/** A connection without a first request goes to Node, which has a timeout for that; on others caches are cleared. */
const SILENCE_TIMEOUT_MS = 2_000;
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
  return new PlainConnection(options);
}

/** A class: as closures, its functions would take a kilobyte for each connection of a visitor. */
class PlainConnection implements VisitorConnection {
  readonly #options: VisitorConnectionOptions;
  readonly #socket: Socket;
  readonly #requestReader: PlainRequestReader;
  readonly #writer: PlainResponseWriter;
  readonly #listeners = {
    data: (bytes: Buffer) => this.#onData(bytes),
    drain: () => this.#onDrain(),
    end: () => this.#onEnd(),
    close: () => this.#onClose(),
  };
  #state: State = "new";
  #unparsed: Buffer = EMPTY;
  #idleSince: number;
  /** Whether the connection is closed after the current or next response. */
  #isLastRequest = false;
  #requestBody: PlainBody | undefined;
  /** Listener of the request that is served now. */
  #currentExchange: WriterEvents | null = null;

  constructor(options: VisitorConnectionOptions) {
    const { socket, zones, abuseContact, now } = options;
    this.#options = options;
    this.#socket = socket;
    this.#idleSince = now();
    this.#requestReader = createPlainRequestReader(socket);
    this.#writer = createPlainResponseWriter({
      socket,
      zones,
      abuseContact,
      listen: (exchange) => this.#listen(exchange),
      closesAfterResponse: () => this.#closesAfterResponse(),
      onEnd: () => this.#endResponse(),
    });
    socket.on("error", ignoreError);
    for (const [event, listener] of Object.entries(this.#listeners)) socket.on(event, listener);
  }

  /** Closes a connection that has waited too long for a request; before that, frees its cache of heads. Called every second or so. */
  checkTimeouts(time: number): void {
    if (this.#state === "serving" || this.#state === "gone") return;
    const idleMs = time - this.#idleSince;
    if (idleMs > SILENCE_TIMEOUT_MS) this.#requestReader.clearCache();
    if (this.#state === "new") this.#checkFirstRequest(idleMs);
    else if (idleMs > KEEP_ALIVE_SECONDS * 1_000) this.#socket.destroy();
  }

  /** Stops after the current request. An idle connection closes as soon as the visitor has read its last response. */
  close(): void {
    this.#isLastRequest = true;
    switch (this.#state) {
      case "new":
        // The first request may still be arriving. `checkTimeouts` gives it a moment from now on.
        this.#idleSince = this.#options.now();
        break;
      case "idle":
        this.#state = "closing";
        this.#socket.destroySoon();
        break;
      case "serving":
      case "closing":
      case "gone":
        break;
    }
  }

  hasUnsentBytes(): boolean {
    return this.#socket.writableLength > 0 && !this.#socket.destroyed;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Sets who is told what the visitor does while its request is served. */
  #listen(nextExchange: WriterEvents): void {
    if (this.#state === "gone") nextExchange.onDisconnect();
    else this.#currentExchange = nextExchange;
  }

  /** Called when a response begins. Returns whether the connection closes after it, because no further request is read. */
  #closesAfterResponse(): boolean {
    // The response does not wait for the rest of the body, which would be taken for the next request.
    if (this.#requestBody?.isComplete() === false) this.#isLastRequest = true;
    return this.#isLastRequest;
  }

  /**
   * Gives up waiting for the first request: soon if `close` was called, because the server stops. Else Node's HTTP server goes on
   * waiting, which has a timeout for that.
   */
  #checkFirstRequest(idleMs: number): void {
    const wasCloseCalled = this.#isLastRequest;
    if (wasCloseCalled && idleMs > FIRST_REQUEST_TIMEOUT_MS) this.#socket.destroy();
    else if (idleMs > SILENCE_TIMEOUT_MS) this.#handOverToNode();
  }

  /** Adds received bytes to the current request's body. Those after its end begin the next request. */
  #onData(bytes: Buffer): void {
    // No request is served after the last one.
    if (this.#state === "closing") return;
    const rest = this.#requestBody?.isComplete() === false ? this.#requestBody.push(bytes) : bytes;
    if (rest.length === 0) return;
    this.#unparsed = this.#unparsed.length === 0 ? rest : Buffer.concat([this.#unparsed, rest]);
    if (this.#state !== "serving") this.#readRequest();
    else if (this.#unparsed.length > MAX_PIPELINED_BYTES) this.#socket.pause();
  }

  /**
   * Reads and serves a request. If it is not plain (upgrades, expectations and chunked bodies are not) or not for a tunnel, or its head is
   * incomplete, hands the connection over to Node. While the visitor has responses to read, does nothing: `#onDrain` continues. A short
   * body that has arrived whole is served as a text, any other as a source of bytes.
   */
  #readRequest(): void {
    const canServe = this.#state === "new" || this.#state === "idle";
    if (!canServe || this.#unparsed.length === 0 || this.#socket.writableNeedDrain) return;
    const end = this.#unparsed.indexOf(HEAD_END);
    const isHeadComplete = end >= 0 && end <= MAX_HEAD_BYTES;
    const request = isHeadComplete ? this.#requestReader.read(this.#unparsed.toString("latin1", 0, end)) : null;
    if (request === null || !this.#options.isTunnelHost(request.headers.host)) {
      this.#handOverToNode();
      return;
    }
    const headLength = end + HEAD_END.length;
    const bytesAfterHead = headLength === this.#unparsed.length ? EMPTY : this.#unparsed.subarray(headLength);
    const {
      text: shortBody,
      source: arrivingBody,
      rest,
    } = startPlainBody(this.#socket, request.length, bytesAfterHead);
    this.#unparsed = withoutEmptySlice(rest); // an empty one would keep all bytes of the read in memory
    this.#requestBody = arrivingBody;
    this.#state = "serving";
    this.#writer.start(request);
    const { connection: connectionHeader } = request.headers;
    this.#isLastRequest ||= connectionHeader !== undefined && toLowerCaseList(connectionHeader).includes("close");
    this.#options.serve(request, this.#writer, shortBody ?? arrivingBody);
  }

  /**
   * Reads the next request after a response. After the last one, closes the connection once the response has been sent. If the
   * request's body is still arriving, drops it for a moment before that (`dropLeftoverBody`), or else a reset could overtake the response.
   */
  #endResponse(): void {
    this.#currentExchange = null;
    const hasDisconnected = this.#state !== "serving";
    if (hasDisconnected) return;
    this.#state = this.#isLastRequest ? "closing" : "idle";
    this.#idleSince = this.#options.now();
    if (!this.#isLastRequest) return void this.#readNext();
    const isBodyArriving = this.#requestBody?.isComplete() === false;
    if (!isBodyArriving) return void this.#socket.destroySoon();
    this.#socket.off("data", this.#listeners.data);
    dropLeftoverBody(this.#socket);
  }

  /** The visitor has read what was buffered for it: continues its response, or reads its next request. */
  #onDrain(): void {
    if (this.#state === "serving") this.#currentExchange?.onDrain();
    else this.#readNext();
  }

  /** Reads the next request, unless the visitor must first read the responses that are buffered for it. */
  #readNext(): void {
    if (this.#state === "gone" || this.#state === "closing") return;
    if (this.#socket.writableNeedDrain) return void this.#socket.pause();
    if (this.#socket.isPaused()) this.#socket.resume();
    // In a new turn: a pipeline of requests that fail synchronously would grow the stack and block the event loop.
    if (this.#unparsed.length > 0) setImmediate(() => runWithErrorHandler(this.#socket, () => this.#readRequest()));
  }

  /**
   * Closes the connection when the visitor ends its side: an HTTP client that does so has disconnected. Reports that at once (`#onClose`,
   * which does nothing the second time), because the socket emits "close" only later.
   */
  #onEnd(): void {
    this.#socket.destroy();
    this.#onClose();
  }

  /** Reports to the current exchange that the visitor disconnected. */
  #onClose(): void {
    if (this.#state === "gone") return;
    this.#state = "gone";
    const lastExchange = this.#currentExchange;
    this.#currentExchange = null;
    this.#options.onGone(this);
    lastExchange?.onDisconnect();
  }

  /**
   * Gives the connection to Node's HTTP server for good, with the bytes that were not served. Paused meanwhile, because a flowing
   * socket without listeners loses what arrives. An error always has a listener, or else it would end the process.
   */
  #handOverToNode(): void {
    this.#state = "gone";
    this.#options.onGone(this);
    this.#socket.pause();
    for (const [event, listener] of Object.entries(this.#listeners)) this.#socket.off(event, listener);
    if (this.#unparsed.length > 0) this.#socket.unshift(this.#unparsed);
    this.#options.handOver();
    this.#socket.off("error", ignoreError);
    this.#socket.resume();
  }
}

/** Returns `EMPTY` instead of an empty slice, which would keep the memory of the whole read alive. */
function withoutEmptySlice(bytes: Buffer): Buffer {
  return bytes.length === 0 ? EMPTY : bytes;
}
