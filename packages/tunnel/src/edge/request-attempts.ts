import type { AppConnection, LossReason } from "./connections/app-connection.ts";
import type { ExchangeOptions, ExchangeRoute } from "./exchange-types.ts";
import { CLIENT_DISCONNECTED, NO_CONNECTION } from "./problems/edge-problems.ts";
import type { EdgeProblem } from "./problems/problem-page.ts";

const REPEATABLE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** An app that closes a kept-alive connection this soon after a request was already closing it (RFC 9110, 9.2.2). */
const REPEAT_TIMEOUT_MS = 1_000;
/** Bodies that are larger, or of unknown length, get a dedicated connection. */
const LARGE_BODY_BYTES = 128 * 1024;

/** Where a request is sent, and whether it may be sent a second time. */
export interface RequestAttempts {
  route: ExchangeRoute;
  /** Requests an app connection for the next attempt. Until there is one, the buffered request counts towards the limits. */
  start(): void;
  /**
   * Prepares to send the request again, if it is safe: no response byte arrived, and the app probably never got it.
   * Returns false if it is not, or if it was sent twice already.
   */
  prepareRepeat(reason: LossReason, lostConnection: AppConnection): boolean;
  /** Ends the attempts, once the exchange is over. A connection that is acquired later goes back to its pool. */
  cancel(): void;
}

/**
 * Creates the state of one request's attempts. A safe request that was lost may be sent once more, also to another client.
 * `onAcquired` gets the connection to send it on; `onFailed` gets the problem if there is none.
 */
export function createRequestAttempts(
  options: ExchangeOptions,
  onAcquired: (connection: AppConnection) => void,
  onFailed: (problem: EdgeProblem) => void,
): RequestAttempts {
  const { method, body, isUpgrade, reroute, sendBuffers, now } = options;
  const isRepeatable = body === undefined && !isUpgrade && REPEATABLE_METHODS.has(method);
  const needsDedicated = isUpgrade || (body !== undefined && body.length > LARGE_BODY_BYTES);
  let sentAt = 0;
  let wasRepeated = false;
  let isAcquiring = false;
  let isCancelled = false;

  /** Owner of a request that waits for a connection: many of them pile up if the tunnel client reads nothing. */
  const requestBuffer = {
    bufferedBytes: () => attempts.route.head.length + (body?.bufferedBytes() ?? 0),
    close: () => onFailed(NO_CONNECTION),
  };

  const attempts: RequestAttempts = {
    // A property, not a getter: V8 keeps the getters of object literals, with all they refer to, until the next full collection.
    route: options.route,
    start,
    /**
     * Returns whether to send the request again after its connection was lost. Allows that once. If the tunnel client is leaving,
     * switches to another client of the name, which may serve the same app. With the reason "disconnected", the data connection to the
     * client was lost, probably before the request reached the app; else the app has closed its own.
     */
    prepareRepeat(reason, lostConnection) {
      const mayRepeat = isRepeatable && !wasRepeated;
      if (!mayRepeat || lostConnection.hasResponseBytes) return false;
      wasRepeated = true;
      const isClientLeaving = attempts.route.pool.isDraining;
      if (isClientLeaving) return changeRoute();
      // An app that closes a kept-alive connection soon after a request was closing it already, and did not handle the request.
      const wasKeptAlive = lostConnection.requestCount > 1;
      const probablyMissedApp = reason === "disconnected" || wasKeptAlive;
      return probablyMissedApp && now() - sentAt < REPEAT_TIMEOUT_MS;
    },
    cancel() {
      isCancelled = true;
      sendBuffers.untrack(requestBuffer);
    },
  };
  return attempts;

  /**
   * Requests a connection. The pool calls `handleConnection` with it, at once if one is free. While the request waits for one, it counts
   * towards the limits of memory. The last attempt needs a fresh connection, which the app is not about to close.
   */
  function start(): void {
    isAcquiring = true;
    const isLastAttempt = !isRepeatable || wasRepeated;
    attempts.route.pool.acquire(handleConnection, { needsFresh: isLastAttempt, needsDedicated });
    const isWaiting = isAcquiring && !isCancelled;
    if (isWaiting) sendBuffers.track(requestBuffer);
  }

  /**
   * Called by the pool with a connection, which is passed on, or given back if the exchange is over (`isCancelled`). The request no longer
   * counts towards the limits of memory (`untrack`). Called with `null` if no connection became free in time, or the client disconnected:
   * nothing was sent yet, so another client of the name can serve the request.
   */
  function handleConnection(connection: AppConnection | null): void {
    isAcquiring = false;
    sendBuffers.untrack(requestBuffer);
    if (isCancelled) return void connection?.release();
    if (connection !== null) {
      sentAt = now();
      onAcquired(connection);
      return;
    }
    const hasClientDisconnected = attempts.route.pool.isDraining;
    if (!hasClientDisconnected) return void onFailed(NO_CONNECTION);
    if (changeRoute()) start();
    else onFailed(CLIENT_DISCONNECTED);
  }

  /** Makes another tunnel client of the same name the one that gets the request. Returns false if there is none. */
  function changeRoute(): boolean {
    const otherRoute = reroute();
    if (otherRoute !== null) attempts.route = otherRoute;
    return otherRoute !== null;
  }
}
