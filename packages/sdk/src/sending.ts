import { isTimeout, UnreachableError } from "./errors.ts";
import { checkOptions, checkTimeout } from "./known-options.ts";
import { backOff, sleep } from "./pauses.ts";

/** Sends a request; `globalThis.fetch` when none is given. */
export type Fetch = (request: Request) => Promise<Response>;

/** What every call takes. */
export interface CallOptions {
  /** Gives up after this many milliseconds, tries anew included. @default 30_000 */
  timeout?: number;
  /** Aborts the call; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

const callTimeout = 30_000;
const mostTries = 4;
const longestPause = 5_000;
/** Answers after which the same request may succeed, for the server was overloaded, or about to start. */
const passing = new Set([429, 502, 503, 504]);
/** With these a proxy says that it heard nothing, not that nothing was done. */
const unsure = new Set([502, 504]);

/** What a call's options make of its requests. */
export interface Init {
  signal: AbortSignal;
}

/** @param own options that the call has beside these. @throws TypeError for one that it has not, RangeError */
export function toInit(options: CallOptions, call: string, own: readonly string[] = []): Init {
  checkOptions(options, [...own, "timeout", "signal"], call);
  const { timeout = callTimeout, signal } = options;
  checkTimeout(timeout);
  const limit = AbortSignal.timeout(Math.min(timeout, 2 ** 31 - 1));
  return { signal: signal ? AbortSignal.any([signal, limit]) : limit };
}

/** A fetch that says in words when no server answers, and, with `retries`, tries anew what may pass. */
export function createSender({
  baseUrl,
  fetch,
  retries,
}: {
  baseUrl: string;
  fetch: Fetch | undefined;
  retries: boolean;
}): Fetch {
  if (fetch !== undefined && typeof fetch !== "function")
    throw new TypeError("`fetch` must be a function that takes a Request and answers a Response.");
  // Looked up late, so that a fetch that is replaced after this call is used.
  const send: Fetch = async (request) => {
    try {
      return await (fetch ?? globalThis.fetch)(request);
    } catch (error) {
      const { signal } = request;
      if (signal.aborted && !isTimeout(signal.reason)) throw signal.reason;
      throw error instanceof TypeError || isTimeout(error) ? new UnreachableError(baseUrl, error) : error;
    }
  };
  if (!retries) return send;
  return async (request) => {
    for (let tries = 1; ; tries++) {
      const { answer, error } = await send(request.clone()).then(
        (answer) => ({ answer, error: undefined }),
        (error: unknown) => ({ answer: undefined, error }),
      );
      const isLast = tries === mostTries || request.signal.aborted;
      if (answer) {
        const mayPass = passing.has(answer.status) && !(request.method === "POST" && unsure.has(answer.status));
        if (isLast || !mayPass || pauseAfter(answer, tries) > longestPause) return answer;
        await answer.body?.cancel();
      } else if (isLast || !(error instanceof UnreachableError) || !isRepeatable(request, error)) throw error;
      await sleep(pauseAfter(answer, tries), request.signal).catch((reason: unknown) => {
        throw isTimeout(reason) ? new UnreachableError(baseUrl, error ?? answer) : reason;
      });
    }
  };
}

/** A request that may have been carried out must not be sent twice where that makes a difference. */
function isRepeatable(request: Request, { cause }: UnreachableError): boolean {
  if (request.method !== "POST") return true;
  const code = codeOf(cause);
  return code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN";
}

function codeOf(error: unknown): unknown {
  // Node's fetch has the system's error as its cause.
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code ?? (cause === undefined ? undefined : codeOf(cause));
}

function pauseAfter(answer: Response | undefined, tries: number): number {
  const seconds = Number(answer?.headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : backOff(tries - 1, longestPause);
}
