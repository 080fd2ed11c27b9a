import { backoffDelay } from "@frontdesk/basics";
import { isTimeout, UnreachableError } from "../errors.ts";
import { checkOptions, checkTimeout } from "./known-options.ts";
import { sleep } from "./pauses.ts";
import { type Limits, within } from "./within.ts";

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
const passing = [429, 503];
/** The same, but a proxy says so that heard nothing, which does not mean that nothing was done. */
const unsure = [502, 504];
/** Codes of errors before which nobody was sent anything. */
const neverSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;

/** @param own options that the call has beside these. @throws TypeError for one that it has not, RangeError */
export function toInit(options: CallOptions, call: string, own: readonly string[] = []): Init {
  checkOptions(options, [...own, "timeout", "signal"], call);
  checkTimeout(options.timeout);
  return toLimits(options.signal, options.timeout);
}

/** What ends the requests of a call: the signal, or this many milliseconds from now. */
export function toLimits(signal: AbortSignal | undefined, timeout = callTimeout): Init {
  return { deadline: performance.now() + timeout, signal };
}

/** What a call's options make of its requests. */
export type Init = Required<Limits>;

/**
 * Makes one call within its limits. `once` sends its request by the `fetch` that it is called with, and reads the whole
 * response; it is called again for each retry. A POST is only retried if the server did nothing.
 */
export type Send = <T extends { response: Response }>(
  limits: Limits,
  isPost: boolean,
  once: (fetch: Fetch, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Node cuts a Request that nothing holds off from what aborts it (nodejs/node#55428), and a clone always. */
const underWay = new Set<Request>();

/** Says in words when no server answers, and, with `retries`, tries anew what may pass. */
export function createSender({
  baseUrl,
  fetch,
  retries,
}: {
  baseUrl: string;
  fetch: Fetch | undefined;
  retries: boolean;
}): Send {
  if (fetch !== undefined && typeof fetch !== "function")
    throw new TypeError("`fetch` must be a function that answers a Response.");

  async function attempt<T>(once: (fetch: Fetch) => Promise<T>): Promise<T> {
    let sent: Request | undefined;
    const send: Fetch = async (request) => {
      sent = request;
      underWay.add(request);
      // Looked up late, so that a fetch that is replaced after this call is used.
      const response = await (fetch ?? globalThis.fetch)(request);
      if (response.bodyUsed) throw new Error("`fetch` answered a used Response.");
      return response;
    };
    try {
      return await once(send);
    } catch (error) {
      // A TypeError before anything was sent is about the call's arguments.
      throw sent && (error instanceof TypeError || isTimeout(error)) ? new UnreachableError(baseUrl, error) : error;
    } finally {
      if (sent) underWay.delete(sent);
    }
  }

  return async (limits, isPost, once) => {
    let before: unknown;
    const untilDone = async (signal: AbortSignal) => {
      for (let tries = 1; ; tries++) {
        const isLast = tries === (retries ? mostTries : 1);
        let pause = backoffDelay(tries - 1, { firstMs: 200, maxMs: longestPause });
        try {
          const answer = await attempt((send) => once(send, signal));
          const { status, headers } = answer.response;
          const seconds = Number.parseInt(`${headers.get("retry-after")}`, 10);
          if (seconds >= 0) pause = seconds * 1000;
          const mayPass = passing.includes(status) || (!isPost && unsure.includes(status));
          if (isLast || !mayPass || pause > longestPause) return answer;
          before = answer.response;
        } catch (error) {
          if (isLast || !(error instanceof UnreachableError) || (isPost && !neverSent.test(`${codeOf(error)}`)))
            throw error;
          before = error;
        }
        await sleep(pause, signal);
      }
    };
    return within(limits, untilDone).catch((error: unknown) => {
      throw isTimeout(error) && !limits.signal?.aborted ? new UnreachableError(baseUrl, before ?? error) : error;
    });
  };
}

function codeOf(error: unknown): unknown {
  // Node's fetch has the system's error as its cause.
  const { code, cause }: { code?: unknown; cause?: unknown } = Object(error);
  return code ?? (cause && codeOf(cause));
}
