import type { Duplex } from "node:stream";
import { NOT_LISTED } from "@frontdesk/basics";
import { endConnection, type Head } from "../wire/index.ts";
import type { AppConnection, LossReason, ResponseHandler } from "./connections/app-connection.ts";
import type { BufferOwner } from "./connections/send-buffers.ts";
import type { Exchange, ExchangeOptions } from "./exchange-types.ts";
import { clientErrorOf } from "./problems/client-error.ts";
import {
  APP_TIMEOUT,
  appDownProblem,
  CONNECTION_CLOSED,
  MALFORMED_RESPONSE,
  SLOW_BODY,
} from "./problems/edge-problems.ts";
import type { EdgeProblem } from "./problems/problem-page.ts";
import { RequestAttempts } from "./request-attempts.ts";

/** More informational responses (1xx) to one request than this are a flood. */
const MAX_INFORMATIONAL = 1_000;
const NO_TRAILERS: string[] = [];

/**
 * `requesting` → `responding` with the head of the response, → `responded` with the last byte of its body. A 101 leads from
 * `requesting` to `upgraded`. In each state the exchange can end, which `isOver` says.
 */
type State = "requesting" | "responding" | "responded" | "upgraded";

/** Sends a request to the app and its response back, with back-pressure both ways. May repeat a lost request once. */
export function startExchange(options: ExchangeOptions): Exchange {
  const exchange = new RequestExchange(options);
  exchange.start();
  return exchange;
}

/** A class, as `RequestAttempts` is: as closures, the functions of both would take two kilobytes for each request. */
class RequestExchange implements Exchange, ResponseHandler {
  isOver = false;
  index = NOT_LISTED;
  readonly #options: ExchangeOptions;
  readonly #attempts: RequestAttempts;
  readonly #startedAt: number;
  #state: State = "requesting";
  #appConnection: AppConnection | null = null;
  #informationalCount = 0;
  #upgradedSocket: Duplex | null = null;
  #isReusable = true;
  /** Owner of the response bytes that the visitor has not read. `null` until there are any. */
  #visitorBuffer: BufferOwner | null = null;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#attempts = new RequestAttempts(options, this);
    this.#startedAt = options.now();
  }

  start(): void {
    this.#options.writer.listen(this);
    if (!this.isOver) this.#attempts.start();
  }

  /**
   * Sends the request's head, together with its body if that is short and complete. Else the body follows as it arrives. The `method` tells
   * whether the response has a body: one to HEAD has none.
   */
  sendOn(acquired: AppConnection): void {
    const { method, body } = this.#options;
    this.#appConnection = acquired;
    acquired.sendRequest(this, method, this.#attempts.route.head + (body?.takeBuffered() ?? ""));
    body?.start(acquired);
  }

  /**
   * Writes the head of the app's response to the visitor, or handles an informational response, an upgrade, or the tunnel client's
   * report (502) that the app is down. `replaceOrigin` puts the tunnel's URL into headers in which the app has written its local one.
   */
  onHead(head: Head): void {
    if (head.status === 101) return void this.#upgrade(head);
    if (head.status < 200) return void this.#passInformational(head);
    const tunnelClientError = head.status === 502 ? clientErrorOf(head) : null;
    if (tunnelClientError !== null) return void this.fail(appDownProblem(tunnelClientError));
    const { writer, body } = this.#options;
    this.#state = "responding";
    this.#isReusable = head.keepAlive;
    // An app that has responded may leave the body unread. The visitor cannot send on then, and must not be cut off for that.
    if (body !== undefined) body.mayStall = true;
    const { replaceOrigin, isIndexable } = this.#attempts.route;
    writer.writeHead(replaceOrigin?.(head) ?? head, isIndexable);
  }

  /** Passes a chunk of the app's response on to the visitor. The last one, if known, is sent together with the end. */
  onBody(bytes: Buffer, isLast: boolean): void {
    const { writer } = this.#options;
    if (this.#upgradedSocket !== null) {
      if (!this.#upgradedSocket.write(bytes)) this.#applyBackPressure();
    } else if (isLast) {
      this.#state = "responded";
      writer.end(bytes, NO_TRAILERS);
    } else if (!writer.write(bytes)) this.#applyBackPressure();
  }

  /** Completes the response, unless `onBody` did so with its last chunk. Reuses the app connection if the request is complete too. */
  onEnd(trailers: string[]): void {
    const { writer, body } = this.#options;
    const wasEndSentWithLastChunk = this.#state === "responded";
    if (!wasEndSentWithLastChunk) writer.end(null, trailers);
    // An app that responded early would take the rest of the body for the next request.
    const isBodyIncomplete = body?.isSent === false;
    this.#finish({ canReuse: this.#isReusable && !isBodyIncomplete });
  }

  /** Sends a head that waited for a first chunk of the body in the same read. */
  onReadDone(): void {
    if (this.#state === "responding") this.#options.writer.flush();
  }

  /** Resumes what the visitor sends, because the app connection accepts bytes again. */
  onAppDrain(): void {
    if (this.#upgradedSocket !== null) this.#upgradedSocket.resume();
    else this.#options.body?.resume();
  }

  /** Sends the request again or responds with an error, after the app connection ended early. */
  onLost(reason: LossReason): void {
    const lostConnection = this.#appConnection!;
    this.#appConnection = null;
    if (this.#upgradedSocket !== null) {
      endConnection(this.#upgradedSocket);
      return void this.#finish({ canReuse: false });
    }
    const hasBegunResponse = this.#informationalCount > 0 || this.#state !== "requesting";
    if (!hasBegunResponse && this.#attempts.prepareRepeat(reason, lostConnection)) return void this.#attempts.start();
    this.fail(reason === "malformed" ? MALFORMED_RESPONSE : CONNECTION_CLOSED);
  }

  /** Resumes what the app sends, because the visitor has read what waited for it (`#visitorBuffer`) and accepts more. */
  onDrain(): void {
    this.#untrackBuffer();
    this.#appConnection?.resume();
  }

  /** Ends the exchange because the visitor disconnected. An upgraded socket reports that itself, by its "close" event. */
  onDisconnect(): void {
    // A visitor that disconnects after the response has aborted nothing.
    if (this.#upgradedSocket !== null || this.isOver) return;
    this.#options.onAbort();
    this.#finish({ canReuse: false });
  }

  /** Ends the exchange at once and closes the visitor's connection. */
  abort(): void {
    this.#finish({ canReuse: false });
    if (this.#upgradedSocket !== null) this.#upgradedSocket.destroy();
    else this.#options.writer.destroy();
  }

  /** Fails the request if the visitor's body stalls or the app does not respond in time. */
  checkTimeouts(time: number): void {
    if (this.isOver || this.#state === "upgraded") return;
    const { body, responseTimeoutMs } = this.#options;
    if (body?.isStalled(time)) return void this.fail(SLOW_BODY);
    const isRequestSent = body === undefined || body.isSent;
    if (this.#state !== "requesting" || !isRequestSent) return;
    // The app's time begins with the last byte of the request.
    const requestSentAt = body?.lastProgressAt ?? this.#startedAt;
    if (time - requestSentAt > responseTimeoutMs) this.fail(APP_TIMEOUT);
  }

  /** Ends the exchange, which frees the app connection, and responds in the app's place with a problem of the edge. */
  fail(problem: EdgeProblem): void {
    this.#finish({ canReuse: false });
    this.#options.writer.sendError(problem);
  }

  /** Passes an informational response (1xx) on to the visitor. More of them than any app sends are a flood. */
  #passInformational(head: Head): void {
    this.#informationalCount++;
    if (this.#informationalCount > MAX_INFORMATIONAL) this.fail(MALFORMED_RESPONSE);
    else if (!this.#options.writer.writeInformational(head)) this.#applyBackPressure();
  }

  /** Accepts the WebSocket upgrade after the app's 101, and passes the visitor's bytes on to the app. `onBody` does so with the app's. */
  #upgrade(head: Head): void {
    const { isUpgrade, writer } = this.#options;
    // Without an upgrade request, a 101 of the app is a mistake.
    const socket = isUpgrade ? writer.upgrade(head) : null;
    if (socket === null) return void this.fail(MALFORMED_RESPONSE);
    this.#state = "upgraded";
    this.#upgradedSocket = socket;
    socket.on("data", (bytes: Buffer) => {
      if (this.#appConnection?.write(bytes) === false) socket.pause();
    });
    socket.on("drain", () => this.onDrain());
    socket.on("end", () => this.#appConnection?.end());
    socket.on("close", () => this.#finish({ canReuse: false }));
    socket.resume();
  }

  /**
   * Stops reading the app's response until the visitor has read what is buffered. Meanwhile the buffer counts towards the limits of
   * memory: above one, the visitors that have not read for longest are disconnected.
   */
  #applyBackPressure(): void {
    this.#appConnection?.pause();
    this.#visitorBuffer ??= { bufferedBytes: () => this.#bufferedBytes(), close: () => this.abort() };
    this.#options.sendBuffers.track(this.#visitorBuffer);
  }

  #untrackBuffer(): void {
    if (this.#visitorBuffer !== null) this.#options.sendBuffers.untrack(this.#visitorBuffer);
  }

  /** Returns how many bytes of the response wait for the visitor. */
  #bufferedBytes(): number {
    const socket = this.#upgradedSocket;
    const unsentBytes = socket === null ? this.#options.writer.bufferedBytes() : socket.writableLength;
    return unsentBytes + (this.#appConnection?.bufferedBytes() ?? 0);
  }

  /** Ends the exchange, once. Gives its app connection back to the pool if `canReuse`, else closes it. */
  #finish({ canReuse }: { canReuse: boolean }): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#untrackBuffer();
    this.#attempts.cancel();
    const lastConnection = this.#appConnection;
    this.#appConnection = null;
    this.#options.body?.stop();
    if (canReuse) lastConnection?.release();
    else lastConnection?.destroy();
    this.#options.onEnd(this);
  }
}
