import type { RecordedRequest, RequestFeed } from "./request-feed.ts";
import { checkOptionNames } from "./request-filter.ts";
import { type TunnelRequest, toTunnelRequest } from "./tunnel-request.ts";

export interface IterateRequestsOptions {
  /** Ends the loop. */
  signal?: AbortSignal | undefined;
}

/** Maximum number of requests that wait for the loop. */
const MAX_BUFFERED_REQUESTS = 100;
/** Maximum bytes that wait for the loop, in heads and bodies. */
const MAX_BUFFERED_BYTES = 8_388_608;

type Next = IteratorResult<TunnelRequest, undefined>;
const DONE: Next = { done: true, value: undefined };

/**
 * Iterates over the requests that begin from now on, each when it is complete. Requests that arrive while the loop is busy
 * are buffered; above a limit the oldest are dropped, and the next one says how many.
 */
export function iterateRequests(
  feed: RequestFeed,
  options: IterateRequestsOptions = {},
): AsyncIterableIterator<TunnelRequest, undefined, undefined> {
  checkOptionNames(options, { signal: true }, "requests()");
  const { signal } = options;
  const buffer = createBuffer();
  const waitingReads: ((next: Next) => void)[] = [];
  let isEnded = feed.isClosed() || signal?.aborted === true;
  let unsubscribe = () => {};

  /** Ends the subscription. Requests that are buffered can still be read, unless `discard` is set. */
  function end({ discard }: { discard: boolean }): void {
    isEnded = true;
    unsubscribe();
    signal?.removeEventListener("abort", onAbort);
    if (discard) buffer.clear();
    for (const resolve of waitingReads.splice(0)) resolve(DONE);
  }
  const onAbort = () => end({ discard: true });

  if (!isEnded) {
    signal?.addEventListener("abort", onAbort);
    unsubscribe = feed.subscribe({
      wants: () => true,
      /** Buffers a request. If a `next()` is waiting, the one that waits longest gets it at once. */
      onRequest(request) {
        buffer.add(request);
        const resolve = waitingReads.shift();
        if (resolve) resolve(take());
      },
      onClose: () => end({ discard: false }),
    });
  }

  return {
    /** Returns the oldest buffered request, or waits for one. */
    async next() {
      if (buffer.size > 0) return take();
      if (isEnded) return DONE;
      return new Promise<Next>((resolve) => waitingReads.push(resolve));
    },
    /** Called when the loop ends early, such as by `break`. */
    async return() {
      end({ discard: true });
      return DONE;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };

  /** Returns the oldest buffered request, with the number of those that were dropped before it (`missed`). */
  function take(): Next {
    const { request, missed } = buffer.take();
    return { done: false, value: toTunnelRequest(request, { missed }) };
  }
}

/** Creates a buffer of limited size, which drops the oldest requests and counts them. */
function createBuffer() {
  const requests: RecordedRequest[] = [];
  let bufferedBytes = 0;
  let missed = 0;
  /** Removes and returns the oldest request. There must be one. */
  function shift(): RecordedRequest {
    const request = requests.shift()!;
    bufferedBytes -= sizeOf(request);
    return request;
  }
  return {
    get size() {
      return requests.length;
    },
    /** Buffers a request. Above a limit, drops the oldest and counts them as missed. */
    add(request: RecordedRequest) {
      requests.push(request);
      bufferedBytes += sizeOf(request);
      // One request alone is smaller than both limits, so the newest stays.
      while (requests.length > MAX_BUFFERED_REQUESTS || bufferedBytes > MAX_BUFFERED_BYTES) {
        shift();
        missed++;
      }
    },
    /** Returns the oldest request, and how many were dropped before it. */
    take() {
      const result = { request: shift(), missed };
      missed = 0;
      return result;
    },
    /** Drops the requests. Called when the loop has ended, and nobody reads `missed` any more. */
    clear() {
      requests.length = 0;
      bufferedBytes = 0;
    },
  };
}

/** Returns about how much memory a request takes: a character of the head counts as a byte. */
function sizeOf({ target, headers, body }: RecordedRequest): number {
  return headers.reduce((sum, text) => sum + text.length, target.length + body.length);
}
