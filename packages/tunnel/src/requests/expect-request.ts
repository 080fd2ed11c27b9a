import { type ReceivedRequest, RequestTimeoutError, TunnelClosedError } from "./errors.ts";
import { maskPath } from "./mask.ts";
import type { RequestFeed } from "./request-feed.ts";
import {
  checkOptionNames,
  createRequestFilter,
  type RequestFilter,
  type RequestFilterOptions,
} from "./request-filter.ts";
import type { RequestHead } from "./request-tap.ts";
import { splitTarget, type TunnelRequest, toTunnelRequest } from "./tunnel-request.ts";

export interface ExpectRequestOptions extends RequestFilterOptions {
  /** Times out this many milliseconds after the trigger has ended. @default 60_000 */
  timeout?: number | undefined;
  /** Ends the wait; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

const DEFAULT_TIMEOUT_MS = 60_000;
/** Longest time of a timer; a longer one would end at once. */
const MAX_TIMER_MS = 2_147_483_647;
/** Requests that did not match and that a time-out lists. */
const MAX_RECEIVED = 10;

/** The tunnel's feed, and its URL for messages. */
export interface ExpectRequestContext {
  feed: RequestFeed;
  url: string;
}

/**
 * Runs the trigger and returns the first complete request that passes the filter and began after the call. The timeout begins once
 * the trigger has ended, which may take longer than the request.
 */
export async function expectRequest(
  context: ExpectRequestContext,
  trigger: () => unknown,
  options: ExpectRequestOptions = {},
): Promise<TunnelRequest> {
  checkArguments(trigger, options);
  const filter = createRequestFilter(options);
  options.signal?.throwIfAborted();
  if (context.feed.isClosed()) throw new TunnelClosedError(context.url, filter.description);
  const wait = startWait(context, filter, options);
  try {
    const triggered = runTrigger(trigger);
    // Waits for the trigger, also if its request arrives first: the trigger may still fail. A wait that fails ends the call even
    // if the trigger never ends.
    await Promise.race([triggered, wait.result.then(() => triggered)]);
    wait.startTimer();
    return await wait.result;
  } finally {
    wait.end();
  }
}

/** Runs the trigger. If it throws, the promise rejects. */
async function runTrigger(trigger: () => unknown): Promise<void> {
  await trigger();
}

/**
 * Starts to wait for a request that passes the filter. The timeout begins with `startTimer`, which is called after the trigger, the
 * program's action that leads to the request. `end` removes all listeners.
 */
function startWait({ feed, url }: ExpectRequestContext, filter: RequestFilter, options: ExpectRequestOptions) {
  const { timeout = DEFAULT_TIMEOUT_MS, signal } = options;
  const expected = filter.description;
  const received: ReceivedRequest[] = [];
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let fail: (error: unknown) => void = () => {};
  let unsubscribe = () => {};
  const result = new Promise<TunnelRequest>((resolve, reject) => {
    fail = reject;
    unsubscribe = feed.subscribe({
      /** Returns whether this is the expected request. Remembers the others for the error of a timeout. */
      wants(head) {
        if (filter.matches(head)) return true;
        count++;
        received.push(toReceived(head));
        if (received.length > MAX_RECEIVED) received.shift();
        return false;
      },
      onRequest: (request) => resolve(toTunnelRequest(request, { missed: 0 })),
      onClose: () => reject(new TunnelClosedError(url, expected)),
    });
  });
  // If the trigger fails first, nobody waits for the result.
  result.catch(() => {});
  const onAbort = () => fail(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  const onTimeout = () => fail(new RequestTimeoutError({ url, timeout, target: expected, received, count }));
  return {
    result,
    startTimer() {
      const hasTimeLimit = timeout <= MAX_TIMER_MS; // Node would fire a longer timer at once
      if (hasTimeLimit) timer = setTimeout(onTimeout, timeout);
    },
    /** Ends the wait, whatever its result. */
    end() {
      clearTimeout(timer);
      unsubscribe();
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

/** Converts a request for the error of a timeout. Masks its path, because the error's text ends in logs. */
function toReceived({ method, target }: RequestHead): ReceivedRequest {
  return { method, path: splitTarget(maskPath(target)).path };
}

const OPTION_NAMES: Record<keyof ExpectRequestOptions, true> = {
  method: true,
  path: true,
  timeout: true,
  signal: true,
};

/** Rejects a missing trigger, a misspelt option and an impossible time. @throws TypeError or RangeError that names it */
function checkArguments(trigger: unknown, options: ExpectRequestOptions): void {
  if (typeof trigger !== "function")
    throw new TypeError("expectRequest() takes a function that causes the request, such as () => pay(order).");
  checkOptionNames(options, OPTION_NAMES, "expectRequest()");
  const { timeout } = options;
  const isTime = timeout === undefined || (typeof timeout === "number" && timeout >= 0);
  if (!isTime) throw new RangeError(`\`timeout\` must be a number of milliseconds from 0, not ${timeout}.`);
}
