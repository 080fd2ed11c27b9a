import type { Tunnel, TunnelRequest } from "@frontdesk/tunnel";
import type { LoggedRequest } from "../text/fence-request.ts";

export interface RequestWait {
  matches(request: TunnelRequest): boolean;
  timeoutMs: number;
  signal: AbortSignal;
}

/** The last requests of one tunnel. An agent usually causes a request first and waits for it in the next call. */
export interface RequestLog {
  /** Returns the oldest matching request that was not returned before, or `null` after the time limit. */
  next(wait: RequestWait): Promise<LoggedRequest | null>;
  find(id: string): LoggedRequest | undefined;
  /** Requests that were not returned, oldest first. */
  unread(): LoggedRequest[];
}

/** A wait that found nothing yet. */
interface PendingWait {
  /** Returns whether the wait takes the request. */
  offer(entry: LoggedRequest): boolean;
  giveUp(): void;
}

const maxRequests = 50;
const maxBodyBytes = 4_194_304;

/** Keeps the requests of a tunnel until it closes. */
export function createRequestLog(tunnel: Pick<Tunnel, "requests">): RequestLog {
  const loggedRequests: LoggedRequest[] = [];
  const returnedRequests = new WeakSet<LoggedRequest>();
  const pendingWaits = new Set<PendingWait>();
  let lastNumber = 0;
  let bodyBytes = 0;
  void keepAll();

  return {
    /** Returns the oldest matching request that no call has returned yet, or waits for one. */
    async next({ matches, timeoutMs, signal }) {
      signal.throwIfAborted();
      const present = loggedRequests.find((entry) => !returnedRequests.has(entry) && matches(entry.request));
      const next = present ?? (await waitForNext(matches, timeoutMs, signal));
      if (next) returnedRequests.add(next);
      return next;
    },
    find: (id) => loggedRequests.find((entry) => entry.id === id),
    unread: () => loggedRequests.filter((entry) => !returnedRequests.has(entry)),
  };

  /**
   * Until the tunnel closes: logs each request, drops the oldest above the limits, and offers the new one to the waits, oldest first,
   * until one takes it.
   */
  async function keepAll(): Promise<void> {
    for await (const request of tunnel.requests()) {
      const entry = { id: `r${++lastNumber}`, receivedAt: new Date(), request };
      loggedRequests.push(entry);
      bodyBytes += request.body.length;
      // `shift` returns a request, because an empty log is above no limit.
      while (loggedRequests.length > maxRequests || bodyBytes > maxBodyBytes)
        bodyBytes -= loggedRequests.shift()!.request.body.length;
      for (const wait of pendingWaits) if (wait.offer(entry)) break;
    }
    for (const wait of pendingWaits) wait.giveUp();
  }

  /** Resolves with the next matching request, or with `null` after the time limit or when the tunnel closes. */
  function waitForNext(
    matches: RequestWait["matches"],
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<LoggedRequest | null> {
    return new Promise((resolve, reject) => {
      /** Removes the wait with its timer and listener. */
      function end(): void {
        clearTimeout(timer);
        pendingWaits.delete(wait);
        signal.removeEventListener("abort", onAbort);
      }
      const finish = (entry: LoggedRequest | null) => {
        end();
        resolve(entry);
      };
      const onAbort = () => {
        end();
        reject(signal.reason);
      };
      const wait: PendingWait = {
        /** Ends the wait with this request if it matches. Returns whether it does. */
        offer(entry) {
          if (!matches(entry.request)) return false;
          // Before the wait continues, so that no other one takes it too.
          returnedRequests.add(entry);
          finish(entry);
          return true;
        },
        giveUp: () => finish(null),
      };
      const timer = setTimeout(wait.giveUp, timeoutMs);
      pendingWaits.add(wait);
      signal.addEventListener("abort", onAbort);
    });
  }
}
