import type { AppConnection, AppConnectionNeeds, LossReason } from "./connections/app-connection.ts";
import type { ExchangeOptions, ExchangeRoute } from "./exchange-types.ts";

const REPEATABLE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** An app that closes a kept-alive connection this soon after a request was already closing it (RFC 9110, 9.2.2). */
const REPEAT_TIMEOUT_MS = 1_000;
/** Bodies that are larger, or of unknown length, get a dedicated connection. */
const LARGE_BODY_BYTES = 128 * 1024;

/** Where a request is sent, and whether it may be sent a second time. */
export interface RequestAttempts {
  readonly route: ExchangeRoute;
  /** What the next attempt requires of its connection. */
  needs(): AppConnectionNeeds;
  /** Records that the request is sent now. */
  onSent(): void;
  /**
   * Prepares to send the request again, if it is safe: no response byte arrived, and the app probably never got it.
   * Returns false if it is not, or if it was sent twice already.
   */
  prepareRepeat(reason: LossReason, lostConnection: AppConnection): boolean;
  /** Switches to another tunnel client of the same name. Returns false if there is none. */
  changeRoute(): boolean;
}

/** Creates the state of one request's attempts. A safe request that was lost may be sent once more, also to another client. */
export function createRequestAttempts(options: ExchangeOptions): RequestAttempts {
  const { method, body, isUpgrade, reroute, now } = options;
  const isRepeatable = body === undefined && !isUpgrade && REPEATABLE_METHODS.has(method);
  const needsDedicated = isUpgrade || (body !== undefined && body.length > LARGE_BODY_BYTES);
  let { route } = options;
  let sentAt = 0;
  let wasRepeated = false;

  return {
    get route() {
      return route;
    },
    needs: () => ({ needsFresh: !isRepeatable || wasRepeated, needsDedicated }),
    onSent() {
      sentAt = now();
    },
    /** Returns whether to send the request again after its connection was lost. Allows that once. May switch the client. */
    prepareRepeat(reason, lostConnection) {
      const mayRepeat = isRepeatable && !wasRepeated;
      if (!mayRepeat || reason === "malformed" || lostConnection.hasResponseBytes) return false;
      wasRepeated = true;
      // A draining pool means that the client disconnected. Another client of the name may serve the same app.
      if (route.pool.isDraining) return changeRoute();
      // The request may not have reached the app: the data connection was lost, or the app was about to close its own.
      const wasKeptAlive = lostConnection.requestCount > 1;
      const probablyMissedApp = reason === "disconnected" || wasKeptAlive;
      return probablyMissedApp && now() - sentAt < REPEAT_TIMEOUT_MS;
    },
    changeRoute,
  };

  /** Switches to another tunnel client of the same name. Returns false if there is none. */
  function changeRoute(): boolean {
    const otherRoute = reroute();
    if (otherRoute !== null) route = otherRoute;
    return otherRoute !== null;
  }
}
