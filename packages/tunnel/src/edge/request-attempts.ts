import type { AppConnection, LossReason } from "./connections/app-connection.ts";
import type { BufferOwner } from "./connections/send-buffers.ts";
import type { ExchangeOptions, ExchangeRoute } from "./exchange-types.ts";
import { CLIENT_DISCONNECTED, NO_CONNECTION } from "./problems/edge-problems.ts";
import type { EdgeProblem } from "./problems/problem-page.ts";

const REPEATABLE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** An app that closes a kept-alive connection this soon after a request was already closing it (RFC 9110, 9.2.2). */
const REPEAT_TIMEOUT_MS = 1_000;
/** Bodies that are larger, or of unknown length, get a dedicated connection. */
const LARGE_BODY_BYTES = 128 * 1024;

/** The exchange whose request is sent. */
interface AttemptOwner {
  /** Called with the connection to send the request on. */
  sendOn(connection: AppConnection): void;
  /** Called with the problem if there is no connection. */
  fail(problem: EdgeProblem): void;
}

/**
 * Where a request is sent, and whether it may be sent a second time: a safe request that was lost may be sent once more, also to another
 * client.
 */
export class RequestAttempts {
  route: ExchangeRoute;
  readonly #options: ExchangeOptions;
  readonly #owner: AttemptOwner;
  readonly #isRepeatable: boolean;
  #sentAt = 0;
  #wasRepeated = false;
  #isAcquiring = false;
  #isCancelled = false;
  /** Owner of a request that waits for a connection: many of them pile up if the tunnel client reads nothing. `null` if it does not wait. */
  #requestBuffer: BufferOwner | null = null;

  constructor(options: ExchangeOptions, owner: AttemptOwner) {
    const { method, body, isUpgrade, route } = options;
    this.route = route;
    this.#options = options;
    this.#owner = owner;
    this.#isRepeatable = body === undefined && !isUpgrade && REPEATABLE_METHODS.has(method);
  }

  /**
   * Requests a connection for the next attempt. The pool calls `#handleConnection` with it, at once if one is free. While the request waits
   * for one, it counts towards the limits of memory. The last attempt needs a fresh connection, which the app is not about to close.
   */
  start(): void {
    const { body, isUpgrade } = this.#options;
    const needsDedicated = isUpgrade || (body !== undefined && body.length > LARGE_BODY_BYTES);
    const isLastAttempt = !this.#isRepeatable || this.#wasRepeated;
    this.#isAcquiring = true;
    this.route.pool.acquire((connection) => this.#handleConnection(connection), {
      needsFresh: isLastAttempt,
      needsDedicated,
    });
    const isWaiting = this.#isAcquiring && !this.#isCancelled;
    if (isWaiting) this.#trackBuffer();
  }

  /**
   * Prepares to send the request again after its connection was lost, if it is safe: no response byte arrived, and the app probably never
   * got it. Allows that once. If the tunnel client is leaving, switches to another client of the name, which may serve the same app. With
   * the reason "disconnected", the data connection to the client was lost, probably before the request reached the app; else the app has
   * closed its own.
   */
  prepareRepeat(reason: LossReason, lostConnection: AppConnection): boolean {
    const mayRepeat = this.#isRepeatable && !this.#wasRepeated;
    if (!mayRepeat || lostConnection.hasResponseBytes) return false;
    this.#wasRepeated = true;
    const isClientLeaving = this.route.pool.isDraining;
    if (isClientLeaving) return this.#changeRoute();
    // An app that closes a kept-alive connection soon after a request was closing it already, and did not handle the request.
    const wasKeptAlive = lostConnection.requestCount > 1;
    const probablyMissedApp = reason === "disconnected" || wasKeptAlive;
    return probablyMissedApp && this.#options.now() - this.#sentAt < REPEAT_TIMEOUT_MS;
  }

  /** Ends the attempts, once the exchange is over. A connection that is acquired later goes back to its pool. */
  cancel(): void {
    this.#isCancelled = true;
    this.#untrackBuffer();
  }

  /**
   * Called by the pool with a connection, which is passed on, or given back if the exchange is over (`#isCancelled`). The request no longer
   * counts towards the limits of memory. Called with `null` if no connection became free in time, or the client disconnected: nothing was
   * sent yet, so another client of the name can serve the request.
   */
  #handleConnection(connection: AppConnection | null): void {
    this.#isAcquiring = false;
    this.#untrackBuffer();
    if (this.#isCancelled) return void connection?.release();
    if (connection !== null) {
      this.#sentAt = this.#options.now();
      this.#owner.sendOn(connection);
      return;
    }
    const hasClientDisconnected = this.route.pool.isDraining;
    if (!hasClientDisconnected) this.#owner.fail(NO_CONNECTION);
    else if (this.#changeRoute()) this.start();
    else this.#owner.fail(CLIENT_DISCONNECTED);
  }

  /** Makes another tunnel client of the same name the one that gets the request. Returns false if there is none. */
  #changeRoute(): boolean {
    const otherRoute = this.#options.reroute();
    if (otherRoute !== null) this.route = otherRoute;
    return otherRoute !== null;
  }

  #trackBuffer(): void {
    const { body, sendBuffers } = this.#options;
    this.#requestBuffer = {
      bufferedBytes: () => this.route.head.length + (body?.bufferedBytes() ?? 0),
      close: () => this.#owner.fail(NO_CONNECTION),
    };
    sendBuffers.track(this.#requestBuffer);
  }

  #untrackBuffer(): void {
    if (this.#requestBuffer === null) return;
    this.#options.sendBuffers.untrack(this.#requestBuffer);
    this.#requestBuffer = null;
  }
}
