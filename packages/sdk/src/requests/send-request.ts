import { backoffDelay } from "@frontdesk/basics";
import { isTimeout, UnreachableError } from "../errors.ts";
import { checkOptions, checkTimeout } from "./known-options.ts";
import { sleep } from "./retry.ts";
import { type RequestLimits, withLimits } from "./with-limits.ts";

/** Sends a request, like `globalThis.fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

/** Options of every call. */
export interface CallOptions {
  /** Milliseconds after which the call fails, retries included. @default 30_000 */
  timeout?: number;
  /** Aborts the call; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

const defaultTimeoutMs = 30_000;
const maxAttempts = 4;
const maxRetryDelayMs = 5_000;
/** The server is overloaded or starting; it did nothing. */
const retryableStatuses = [429, 503];
/** A proxy got no response; the server may have handled the request. */
const retryableUnlessPost = [502, 504];
/** Errors of a connection that was never made: the request was not sent. */
const notSentCodes = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;

/**
 * Checks a call's options and returns its limits.
 *
 * @param call name of the call in errors, such as `list()`.
 * @param extraOptions names of the options that the call has beside `timeout` and `signal`.
 * @throws TypeError for an unknown option, RangeError for a bad `timeout`
 */
export function toCheckedInit(options: CallOptions, call: string, extraOptions: readonly string[] = []): CallInit {
  checkOptions(options, [...extraOptions, "timeout", "signal"], call);
  checkTimeout(options.timeout);
  return toLimits(options.signal, options.timeout);
}

/** Returns the limits of a call: its signal, and a deadline `timeout` ms from now. */
export function toLimits(signal: AbortSignal | undefined, timeout = defaultTimeoutMs): CallInit {
  return { deadline: performance.now() + timeout, signal };
}

/** Limits of a call, both set. */
export type CallInit = Required<RequestLimits>;

/**
 * Makes one call within its limits. `sendOnce` sends the request with the `fetch` it receives and reads the whole response;
 * it runs again for each retry. A POST is retried only if the server did nothing.
 */
export type SendRequest = <T extends { response: Response }>(
  limits: RequestLimits,
  isPost: boolean,
  sendOnce: (fetch: Fetch, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** References each request during its attempt: Node detaches a collected Request from its signal (nodejs/node#55428). */
const runningRequests = new Set<Request>();

/**
 * Creates the function that sends requests. With `retries`, it repeats those that may succeed later, unless the server demands a longer
 * delay than `maxRetryDelayMs`. It reports an unreachable server as such.
 */
export function createRequestSender({
  baseUrl,
  fetch,
  retries,
}: {
  baseUrl: string;
  fetch: Fetch | undefined;
  retries: boolean;
}): SendRequest {
  if (fetch !== undefined && typeof fetch !== "function")
    throw new TypeError("`fetch` must be a function that returns a Promise<Response>.");

  /**
   * Makes one attempt: calls `sendOnce` with the `fetch` that it uses, and returns its result.
   * @throws UnreachableError if the request was sent and got no response
   */
  async function attempt<T>(sendOnce: (fetch: Fetch) => Promise<T>): Promise<T> {
    let sentRequest: Request | undefined;
    /** Sends the request, and keeps a reference to it until the attempt ends: Node detaches a collected Request from its signal. */
    function fetchTracked(request: Request) {
      sentRequest = request;
      runningRequests.add(request);
      return fetchUnread(request);
    }
    try {
      return await sendOnce(fetchTracked);
    } catch (error) {
      // `fetch` throws a TypeError if the connection fails. Before the request was sent, one is about the call's arguments.
      const gotNoResponse = sentRequest && (error instanceof TypeError || isTimeout(error));
      throw gotNoResponse ? new UnreachableError(baseUrl, error) : error;
    } finally {
      if (sentRequest) runningRequests.delete(sentRequest);
    }
  }

  /**
   * Sends a request with the caller's `fetch`, or the global one of this moment, which tests may replace.
   * @throws Error if that `fetch` has read the response's body already: it could not be parsed here
   */
  async function fetchUnread(request: Request): Promise<Response> {
    const response = await (fetch ?? globalThis.fetch)(request);
    if (response.bodyUsed) throw new Error("`fetch` returned a Response whose body was already read.");
    return response;
  }

  return async (limits, isPost, sendOnce) => {
    /** Response or error of the last attempt, for the error at the deadline. */
    let lastFailure: unknown;
    /**
     * Sends until a response or failure is final, with growing delays between the attempts. Returns a response too that demands a longer
     * delay than `maxRetryDelayMs`: whether to wait that long is left to the caller. Notes each other failure in `lastFailure`. Each time,
     * `attempt` runs `sendOnce` with the `fetch` to use, and tells a lost connection from other errors.
     */
    async function sendWithRetries(signal: AbortSignal) {
      for (let attemptNumber = 1; ; attemptNumber++) {
        const isLastAttempt = attemptNumber === (retries ? maxAttempts : 1);
        let delayMs = backoffDelay(attemptNumber - 1, { firstMs: 200, maxMs: maxRetryDelayMs });
        try {
          const result = await attempt((send) => sendOnce(send, signal));
          const { status, headers } = result.response;
          delayMs = readRetryAfter(headers) ?? delayMs;
          const canRetry = !isLastAttempt && canRetryStatus(status, isPost);
          const isDelayTooLong = delayMs > maxRetryDelayMs;
          if (!canRetry || isDelayTooLong) return result;
          lastFailure = result.response;
        } catch (error) {
          if (isLastAttempt || !canRetryError(error, isPost)) throw error;
          lastFailure = error;
        }
        await sleep(delayMs, signal);
      }
    }
    return withLimits(limits, sendWithRetries).catch((error: unknown) => {
      // The caller's own signal may be a time-out too, whose reason stays as it is.
      const isDeadline = isTimeout(error) && !limits.signal?.aborted;
      // The last failed attempt, if there was one, says more than that time ran out.
      throw isDeadline ? new UnreachableError(baseUrl, lastFailure ?? error) : error;
    });
  };
}

/** Returns the seconds of the Retry-After header in ms; `undefined` without it, or if it is a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const seconds = Number.parseInt(headers.get("retry-after") ?? "", 10);
  return seconds >= 0 ? seconds * 1000 : undefined;
}

/** Some statuses mean that the server did nothing. Others may follow a change, so a POST is not repeated after them. */
function canRetryStatus(status: number, isPost: boolean): boolean {
  return retryableStatuses.includes(status) || (!isPost && retryableUnlessPost.includes(status));
}

/** Returns whether to send a failed request again. A POST could take effect twice, so only if it never reached the server. */
function canRetryError(error: unknown, isPost: boolean): boolean {
  if (!(error instanceof UnreachableError)) return false;
  return !isPost || notSentCodes.test(`${systemCodeOf(error)}`);
}

/** Returns the `code` of a system error; Node's fetch has that error as its cause. */
function systemCodeOf(error: unknown): unknown {
  const { code, cause }: { code?: unknown; cause?: unknown } = Object(error);
  return code ?? (cause && systemCodeOf(cause));
}
