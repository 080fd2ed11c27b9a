import type { AppConnection, AppConnectionNeeds } from "./app-connection.ts";
import type { AcquireCallback } from "./connection-pool-types.ts";

/** Requests that wait for an app connection, the oldest first. */
export interface WaitingRequests {
  count(): number;
  /** Adds a request. Its callback gets `null` if no connection becomes free in time. */
  add(callback: AcquireCallback, needs: AppConnectionNeeds): void;
  /** Gives connections to the requests, the oldest first, as long as there are any that suit them. */
  serve(): void;
  /** Gives `null` to all. */
  reject(): void;
}

/**
 * Creates an empty queue of requests that wait for an app connection, each for at most `timeoutMs`. `acquire` returns a free
 * connection that suits a request's needs.
 */
export function createWaitingRequests(
  timeoutMs: number,
  acquire: (needs: AppConnectionNeeds) => AppConnection | undefined,
): WaitingRequests {
  const requests = new Set<{ callback: AcquireCallback; needs: AppConnectionNeeds; timer: NodeJS.Timeout }>();
  return {
    count: () => requests.size,
    /** Adds a request. Its callback gets `null` when its time is over. `needs`: the kind of connection that it can use. */
    add(callback, needs) {
      const request = { callback, needs, timer: setTimeout(onTimeout, timeoutMs) };
      requests.add(request);
      function onTimeout(): void {
        const isWaiting = requests.delete(request);
        if (isWaiting) callback(null);
      }
    },
    /** Gives the connections that are free to the requests, the oldest first. Those that need another kind go on waiting. */
    serve() {
      for (const request of requests) {
        const connection = acquire(request.needs);
        if (connection === undefined) continue;
        requests.delete(request);
        clearTimeout(request.timer);
        request.callback(connection);
      }
    },
    /** Calls all waiting requests back with `null`: there will be no connection. */
    reject() {
      for (const { callback, timer } of requests) {
        clearTimeout(timer);
        callback(null);
      }
      requests.clear();
    },
  };
}
