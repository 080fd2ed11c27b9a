import type { Duplex } from "node:stream";
import type { Head } from "../wire/index.ts";
import type { AppConnection, LossReason, ResponseHandler } from "./connections/app-connection.ts";
import type { ConnectionPool } from "./connections/connection-pool-types.ts";
import { type IndexedItem, NOT_LISTED } from "./connections/indexed-list.ts";
import type { TunnelSendBuffers } from "./connections/send-buffers.ts";
import { clientErrorOf } from "./problems/client-error.ts";
import {
  APP_DOWN,
  APP_TIMEOUT,
  CLIENT_DISCONNECTED,
  CONNECTION_CLOSED,
  MALFORMED_RESPONSE,
  NO_CONNECTION,
  SLOW_BODY,
} from "./problems/edge-problems.ts";
import type { EdgeProblem } from "./problems/problem-page.ts";
import type { RequestBody } from "./visitors/request-body.ts";
import type { ResponseWriter, WriterEvents } from "./visitors/response-writer.ts";

/** One visitor's request and the app's response to it. */
export interface Exchange extends WriterEvents, IndexedItem {
  // A plain field: V8 would give each object with an accessor a hidden class of its own, which outlives it.
  isOver: boolean;
  /** Ends the exchange if it takes too long. Called every second or so. */
  checkTimeouts(now: number): void;
  /** Aborts the exchange, for example because the server stops. */
  abort(): void;
}

export interface ExchangeOptions {
  writer: ResponseWriter;
  method: string;
  route: ExchangeRoute;
  /** Returns a route by another tunnel client of the same name, or `null`. */
  reroute(): ExchangeRoute | null;
  body: RequestBody | undefined;
  /** The visitor requested an upgrade to another protocol. */
  isUpgrade: boolean;
  responseTimeoutMs: number;
  /** Counts bytes buffered for the visitor or for the tunnel client. */
  sendBuffers: TunnelSendBuffers;
  now: () => number;
  /** Called if the visitor aborts the request. */
  onAbort(): void;
  /** Called when the exchange is over, successful or not. */
  onEnd(exchange: Exchange): void;
}

/** The tunnel client that serves a request, and what is sent to its app. */
export interface ExchangeRoute {
  pool: ConnectionPool;
  /** The complete head, in latin1, and a short body if it is complete. */
  head: string;
  /** Whether search engines may index the app. */
  isIndexable: boolean;
  /** Rewrites the head of the app's response. */
  rewriteHead?: ((head: Head) => Head) | undefined;
}

/** More informational responses (1xx) to one request than this are a flood. */
const MAX_INFORMATIONAL = 1_000;
const REPEATABLE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** An app that closes a kept-alive connection this soon after a request was already closing it (RFC 9110, 9.2.2). */
const REPEAT_TIMEOUT_MS = 1_000;
/** Bodies that are larger, or of unknown length, get a dedicated connection. */
const LARGE_BODY_BYTES = 128 * 1024;
const NO_TRAILERS: string[] = [];

/** Sends a request to the app and its response back, with back-pressure both ways. May repeat a lost request once. */
export function startExchange(options: ExchangeOptions): Exchange {
  const { writer, method, body, isUpgrade, reroute, responseTimeoutMs, sendBuffers, now, onAbort, onEnd } = options;
  const isRepeatable = body === undefined && !isUpgrade && REPEATABLE_METHODS.has(method);
  const needsDedicated = isUpgrade || (body !== undefined && body.length > LARGE_BODY_BYTES);
  const startedAt = now();
  let { route } = options;
  let connection: AppConnection | null = null;
  let sentAt = 0;
  let wasRepeated = false;
  let informationalCount = 0;
  let hasResponse = false;
  let isResponseEnded = false;
  let upgradedSocket: Duplex | null = null;
  let isReusable = true;

  /** Owner of the response bytes that the visitor has not read. */
  const visitorBuffer = {
    bufferedBytes: () =>
      (upgradedSocket === null ? writer.bufferedBytes() : upgradedSocket.writableLength) +
      (connection?.bufferedBytes ?? 0),
    close: () => exchange.abort(),
  };

  /** Owner of a request that waits for a connection: many of them pile up if the tunnel client reads nothing. */
  const requestBuffer = {
    bufferedBytes: () => route.head.length + (body?.bufferedBytes() ?? 0),
    close: () => fail(NO_CONNECTION),
  };

  const handler: ResponseHandler = {
    onHead(head) {
      if (head.status === 101) return upgrade(head);
      if (head.status < 200) {
        if (++informationalCount > MAX_INFORMATIONAL) return fail(MALFORMED_RESPONSE);
        if (!writer.writeInformational(head)) applyBackPressure();
        return;
      }
      const clientError = head.status === 502 ? clientErrorOf(head) : null;
      if (clientError !== null) return fail(APP_DOWN(clientError));
      hasResponse = true;
      isReusable = head.keepAlive;
      if (body !== undefined) body.hasResponse = true;
      writer.writeHead(route.rewriteHead?.(head) ?? head, route.isIndexable);
    },
    onBody(bytes, isLast) {
      if (upgradedSocket !== null) {
        if (!upgradedSocket.write(bytes)) applyBackPressure();
      } else if (isLast) {
        isResponseEnded = true;
        writer.end(bytes, NO_TRAILERS);
      } else if (!writer.write(bytes)) applyBackPressure();
    },
    onEnd(trailers) {
      if (!isResponseEnded) writer.end(null, trailers);
      const isBodyCut = body?.isSent === false;
      finish({ canReuse: isReusable && !isBodyCut });
    },
    onReadDone() {
      if (hasResponse) writer.flush();
    },
    onDrain() {
      if (upgradedSocket !== null) upgradedSocket.resume();
      else body?.resume();
    },
    onLost(reason) {
      const lost = connection;
      connection = null;
      if (upgradedSocket !== null) {
        upgradedSocket.end();
        return finish({ canReuse: false });
      }
      if (lost !== null && prepareRepeat(reason, lost)) return send();
      fail(reason === "malformed" ? MALFORMED_RESPONSE : CONNECTION_CLOSED);
    },
  };

  const exchange: Exchange = {
    isOver: false,
    index: NOT_LISTED,
    onDrain() {
      sendBuffers.untrack(visitorBuffer);
      connection?.resume();
    },
    onDisconnect() {
      if (upgradedSocket !== null) return;
      if (!exchange.isOver) onAbort();
      finish({ canReuse: false });
    },
    abort() {
      finish({ canReuse: false });
      if (upgradedSocket !== null) upgradedSocket.destroy();
      else writer.destroy();
    },
    checkTimeouts(time) {
      if (exchange.isOver || upgradedSocket !== null) return;
      if (body?.isStalled(time)) return fail(SLOW_BODY);
      if (hasResponse || body?.isSent === false) return;
      if (time - (body?.lastProgressAt ?? startedAt) > responseTimeoutMs) fail(APP_TIMEOUT);
    },
  };

  writer.listen(exchange);
  if (!exchange.isOver) send();
  return exchange;

  function send(): void {
    route.pool.acquire(onAcquired, { needsFresh: !isRepeatable || wasRepeated, needsDedicated });
    if (connection === null && !exchange.isOver) sendBuffers.track(requestBuffer);
  }

  function onAcquired(acquired: AppConnection | null): void {
    sendBuffers.untrack(requestBuffer);
    if (exchange.isOver) acquired?.release();
    else if (acquired !== null) sendOver(acquired);
    // Nothing was sent yet, so any other client of the name can serve the request.
    else if (route.pool.isDraining && changeRoute()) send();
    else fail(route.pool.isDraining ? CLIENT_DISCONNECTED : NO_CONNECTION);
  }

  function sendOver(acquired: AppConnection): void {
    connection = acquired;
    sentAt = now();
    acquired.sendRequest(handler, method, route.head + (body?.takeBuffered() ?? ""));
    body?.start(acquired);
  }

  /** Returns whether to send the request again: no response byte arrived, and the app cannot have begun to process it. */
  function prepareRepeat(reason: LossReason, lost: AppConnection): boolean {
    if (!isRepeatable || wasRepeated || reason === "malformed") return false;
    if (informationalCount > 0 || lost.hasResponseBytes) return false;
    wasRepeated = true;
    // The client disconnected. Another client of the name may serve the same app.
    if (route.pool.isDraining) return changeRoute();
    const wasKeptAlive = lost.requestCount > 1;
    return now() - sentAt < REPEAT_TIMEOUT_MS && (reason === "disconnected" || wasKeptAlive);
  }

  function changeRoute(): boolean {
    const other = reroute();
    if (other !== null) route = other;
    return other !== null;
  }

  /** Pipes bytes both ways after a 101. */
  function upgrade(head: Head): void {
    const socket = isUpgrade ? writer.upgrade(head) : null;
    if (socket === null) return void fail(MALFORMED_RESPONSE);
    upgradedSocket = socket;
    socket.on("data", (bytes: Buffer) => {
      if (connection?.write(bytes) === false) socket.pause();
    });
    socket.on("drain", exchange.onDrain);
    socket.on("end", () => connection?.end());
    socket.on("close", () => finish({ canReuse: false }));
    socket.resume();
  }

  function applyBackPressure(): void {
    connection?.pause();
    sendBuffers.track(visitorBuffer);
  }

  function fail(problem: EdgeProblem): void {
    finish({ canReuse: false });
    writer.sendError(problem);
  }

  function finish({ canReuse }: { canReuse: boolean }): void {
    if (exchange.isOver) return;
    exchange.isOver = true;
    sendBuffers.untrack(visitorBuffer);
    sendBuffers.untrack(requestBuffer);
    const used = connection;
    connection = null;
    body?.stop();
    if (canReuse) used?.release();
    else used?.destroy();
    onEnd(exchange);
  }
}
