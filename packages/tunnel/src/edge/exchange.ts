import type { Duplex } from "node:stream";
import { NOT_LISTED } from "@frontdesk/basics";
import { endConnection, type Head } from "../wire/index.ts";
import type { AppConnection, ResponseHandler } from "./connections/app-connection.ts";
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
import { createRequestAttempts } from "./request-attempts.ts";

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
  const { writer, method, body, isUpgrade, responseTimeoutMs, sendBuffers, now, onAbort, onEnd } = options;
  const attempts = createRequestAttempts(options, sendOn, fail);
  const startedAt = now();
  let state: State = "requesting";
  let appConnection: AppConnection | null = null;
  let informationalCount = 0;
  let upgradedSocket: Duplex | null = null;
  let isReusable = true;

  /** Owner of the response bytes that the visitor has not read. */
  const visitorBuffer = {
    bufferedBytes() {
      const unsentBytes = upgradedSocket === null ? writer.bufferedBytes() : upgradedSocket.writableLength;
      return unsentBytes + (appConnection?.bufferedBytes() ?? 0);
    },
    close: () => exchange.abort(),
  };

  const handler: ResponseHandler = {
    /**
     * Writes the head of the app's response to the visitor, or handles an informational response, an upgrade, or the tunnel client's
     * report (502) that the app is down. `replaceOrigin` puts the tunnel's URL into headers in which the app has written its local one.
     */
    onHead(head) {
      if (head.status === 101) return upgrade(head);
      if (head.status < 200) return passInformational(head);
      const tunnelClientError = head.status === 502 ? clientErrorOf(head) : null;
      if (tunnelClientError !== null) return fail(appDownProblem(tunnelClientError));
      state = "responding";
      isReusable = head.keepAlive;
      // An app that has responded may leave the body unread. The visitor cannot send on then, and must not be cut off for that.
      if (body !== undefined) body.mayStall = true;
      const { replaceOrigin, isIndexable } = attempts.route;
      writer.writeHead(replaceOrigin?.(head) ?? head, isIndexable);
    },
    /** Passes a chunk of the app's response on to the visitor. The last one, if known, is sent together with the end. */
    onBody(bytes, isLast) {
      if (upgradedSocket !== null) {
        if (!upgradedSocket.write(bytes)) applyBackPressure();
      } else if (isLast) {
        state = "responded";
        writer.end(bytes, NO_TRAILERS);
      } else if (!writer.write(bytes)) applyBackPressure();
    },
    /** Completes the response, unless `onBody` did so with its last chunk. Reuses the app connection if the request is complete too. */
    onEnd(trailers) {
      const wasEndSentWithLastChunk = state === "responded";
      if (!wasEndSentWithLastChunk) writer.end(null, trailers);
      // An app that responded early would take the rest of the body for the next request.
      const isBodyIncomplete = body?.isSent === false;
      finish({ canReuse: isReusable && !isBodyIncomplete });
    },
    /** Sends a head that waited for a first chunk of the body in the same read. */
    onReadDone() {
      if (state === "responding") writer.flush();
    },
    /** Resumes what the visitor sends, because the app connection accepts bytes again. */
    onDrain() {
      if (upgradedSocket !== null) upgradedSocket.resume();
      else body?.resume();
    },
    /** Sends the request again or responds with an error, after the app connection ended early. */
    onLost(reason) {
      const lostConnection = appConnection!;
      appConnection = null;
      if (upgradedSocket !== null) {
        endConnection(upgradedSocket);
        return finish({ canReuse: false });
      }
      const hasBegunResponse = informationalCount > 0 || state !== "requesting";
      if (!hasBegunResponse && attempts.prepareRepeat(reason, lostConnection)) return attempts.start();
      fail(reason === "malformed" ? MALFORMED_RESPONSE : CONNECTION_CLOSED);
    },
  };

  const exchange: Exchange = {
    isOver: false,
    index: NOT_LISTED,
    /** Resumes what the app sends, because the visitor has read what waited for it (`visitorBuffer`) and accepts more. */
    onDrain() {
      sendBuffers.untrack(visitorBuffer);
      appConnection?.resume();
    },
    /** Ends the exchange because the visitor disconnected. An upgraded socket reports that itself, by its "close" event. */
    onDisconnect() {
      // A visitor that disconnects after the response has aborted nothing.
      if (upgradedSocket !== null || exchange.isOver) return;
      onAbort();
      finish({ canReuse: false });
    },
    /** Ends the exchange at once and closes the visitor's connection. */
    abort() {
      finish({ canReuse: false });
      if (upgradedSocket !== null) upgradedSocket.destroy();
      else writer.destroy();
    },
    /** Fails the request if the visitor's body stalls or the app does not respond in time. */
    checkTimeouts(time) {
      if (exchange.isOver || state === "upgraded") return;
      if (body?.isStalled(time)) return fail(SLOW_BODY);
      const isRequestSent = body === undefined || body.isSent;
      if (state !== "requesting" || !isRequestSent) return;
      // The app's time begins with the last byte of the request.
      const requestSentAt = body?.lastProgressAt ?? startedAt;
      if (time - requestSentAt > responseTimeoutMs) fail(APP_TIMEOUT);
    },
  };

  writer.listen(exchange);
  if (!exchange.isOver) attempts.start();
  return exchange;

  /**
   * Sends the request's head, together with its body if that is short and complete. Else the body follows as it arrives. The `method` tells
   * whether the response has a body: one to HEAD has none.
   */
  function sendOn(acquired: AppConnection): void {
    appConnection = acquired;
    acquired.sendRequest(handler, method, attempts.route.head + (body?.takeBuffered() ?? ""));
    body?.start(acquired);
  }

  /** Passes an informational response (1xx) on to the visitor. More of them than any app sends are a flood. */
  function passInformational(head: Head): void {
    informationalCount++;
    if (informationalCount > MAX_INFORMATIONAL) fail(MALFORMED_RESPONSE);
    else if (!writer.writeInformational(head)) applyBackPressure();
  }

  /** Accepts the WebSocket upgrade after the app's 101, and passes the visitor's bytes on to the app. `onBody` does so with the app's. */
  function upgrade(head: Head): void {
    // Without an upgrade request, a 101 of the app is a mistake.
    const socket = isUpgrade ? writer.upgrade(head) : null;
    if (socket === null) return void fail(MALFORMED_RESPONSE);
    state = "upgraded";
    upgradedSocket = socket;
    socket.on("data", (bytes: Buffer) => {
      if (appConnection?.write(bytes) === false) socket.pause();
    });
    socket.on("drain", exchange.onDrain);
    socket.on("end", () => appConnection?.end());
    socket.on("close", () => finish({ canReuse: false }));
    socket.resume();
  }

  /**
   * Stops reading the app's response until the visitor has read what is buffered. Meanwhile the buffer counts towards the limits of
   * memory: above one, the visitors that have not read for longest are disconnected.
   */
  function applyBackPressure(): void {
    appConnection?.pause();
    sendBuffers.track(visitorBuffer);
  }

  /** Ends the exchange, which frees the app connection, and responds in the app's place with a problem of the edge. */
  function fail(problem: EdgeProblem): void {
    finish({ canReuse: false });
    writer.sendError(problem);
  }

  /** Ends the exchange, once. Gives its app connection back to the pool if `canReuse`, else closes it. */
  function finish({ canReuse }: { canReuse: boolean }): void {
    if (exchange.isOver) return;
    exchange.isOver = true;
    sendBuffers.untrack(visitorBuffer);
    attempts.cancel();
    const lastConnection = appConnection;
    appConnection = null;
    body?.stop();
    if (canReuse) lastConnection?.release();
    else lastConnection?.destroy();
    onEnd(exchange);
  }
}
