import { createStore } from "./store.ts";

/** Whether the last request got a response from the server. */
export const isConnected = createStore(true);
/** Milliseconds that the server's clock is ahead of the browser's; 0 for small differences. */
const clockSkewMs = createStore(0);

/** The header Date has whole seconds, and a long poll may send it early. */
const maxIgnoredSkewMs = 3_000;
/**
 * A hung server may never respond. Longer than any long poll: those of the SDK wait 25 s, and in the API reference the user may
 * choose up to 50 s.
 */
const requestTimeoutMs = 55_000;

/**
 * Sends a request with a time limit. Sets `isConnected` by whether the server responds, and the skew of its clock. A request that its view
 * aborts before the response says nothing about the server, so it sets neither.
 */
export async function monitoredFetch(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(requestTimeoutMs)]);
  try {
    const response = await fetch(request, { signal });
    // A proxy returns these if the server is down. A 503 can come from the server itself, if its storage fails.
    const isServerDown = response.status === 502 || response.status === 504;
    isConnected.set(!isServerDown);
    const serverTime = Date.parse(response.headers.get("date") ?? "");
    const skew = serverTime - Date.now();
    if (Number.isFinite(skew)) clockSkewMs.set(Math.abs(skew) > maxIgnoredSkewMs ? skew : 0);
    return response;
  } catch (error) {
    const { aborted, reason } = signal;
    const isTimeout = reason instanceof DOMException && reason.name === "TimeoutError";
    const isAbortOfView = aborted && !isTimeout;
    if (!isAbortOfView) isConnected.set(false);
    throw error;
  }
}

/** Delay between two connection checks, and the time limit of each. */
const retryDelayMs = 1_500;

let nextCheck: ReturnType<typeof setTimeout> | undefined;

// A pending long poll does not show that the server is back, so check actively.
isConnected.watch(scheduleCheck);

/** Plans the next check in place of one that is planned already; none while the server responds. */
function scheduleCheck(): void {
  clearTimeout(nextCheck);
  if (!isConnected.get()) nextCheck = setTimeout(checkConnection, retryDelayMs);
}

/**
 * Repeats a cheap request until the server responds to it or to another request; `monitoredFetch` notes each result in
 * `isConnected`.
 */
async function checkConnection(): Promise<void> {
  // A server that takes longer than the pause is asked again.
  const signal = AbortSignal.timeout(retryDelayMs);
  await monitoredFetch(new Request("/svc-api/server/version", { signal })).catch(() => {});
  scheduleCheck();
}

/** Current time by the server's clock, in ms since 1970. */
export const serverNow = () => Date.now() + clockSkewMs.get();
