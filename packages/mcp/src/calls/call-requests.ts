import type { Fetch } from "@frontdesk/sdk";
import { linkSignals } from "./link-signals.ts";

/** Time limit of a request that is not a long poll. */
const requestTimeoutMs = 10_000;

/** Half a second: the header Date omits the milliseconds, so the server's time is on average this much later. */
const averageMsAfterDate = 500;

/** The requests of one tool call to the Frontdesk server. */
export type CallRequests = ReturnType<typeof createCallRequests>;

/**
 * Creates the `fetch` for the requests of one tool call. They are aborted with it. Each has a time limit, except a long poll, which
 * the server ends itself.
 */
export function createCallRequests(signal: AbortSignal, send: Fetch) {
  const cleanUps: (() => void)[] = [];
  const references: Request[] = [];
  /** The pause that a response asked for, if one did. */
  let retryAfterSeconds: number | undefined;
  /** How many ms the server's clock is ahead of this machine's; 0 without a Date in its responses, as from a server in this process. */
  let clockOffsetMs = 0;
  /** Returns a signal that aborts with the call, the request's own signal or, except for long polls, the time limit. */
  function withTimeout(request: Request): AbortSignal {
    const { controller, release } = linkSignals(signal, request.signal);
    const onTimeout = () => controller.abort(new DOMException("No response in time.", "TimeoutError"));
    const isLongPoll = /[?&]wait=/.test(request.url);
    const timer = isLongPoll ? undefined : setTimeout(onTimeout, requestTimeoutMs);
    cleanUps.push(release, () => clearTimeout(timer));
    return controller.signal;
  }
  /**
   * Sends a request within the limits. Notes the pause before a retry that the response asks for, and the server's clock by its Date, which
   * has whole seconds.
   */
  async function fetch(request: Request): Promise<Response> {
    const limitedRequest = new Request(request, { signal: withTimeout(request) });
    // Keeps both requests from being garbage-collected: Node detaches a collected one from its signal (nodejs/node#55428).
    references.push(request, limitedRequest);
    const response = await send(limitedRequest);
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    if (Number.isFinite(seconds)) retryAfterSeconds = Math.ceil(seconds);
    const date = Date.parse(response.headers.get("date") ?? "");
    if (Number.isFinite(date)) clockOffsetMs = date + averageMsAfterDate - Date.now();
    return response;
  }
  return {
    fetch,
    retryAfterSeconds: () => retryAfterSeconds,
    serverNow: () => Date.now() + clockOffsetMs,
    close() {
      for (const cleanUp of cleanUps) cleanUp();
      references.length = 0;
    },
  };
}
