import { createStore } from "./store.ts";

/** Whether the server answered last. */
export const isConnected = createStore(true);
/** How far the server's clock is ahead of this one, in ms: what is shown as «3 s ago» goes by the server's. */
const clockSkewMs = createStore(0);

/** After how many ms a request is given up: longer than the server holds any. */
const requestTimeoutMs = 40_000;

/** The fetch of all requests: it sees whether the server answers, and what time it has there. */
export async function monitoredFetch(request: Request): Promise<Response> {
  // Calls by path have no time limit of their own, and a server may take a request and never answer it.
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(requestTimeoutMs)]);
  try {
    const response = await fetch(request, { signal });
    // A proxy in front answers so when there is no server behind it.
    isConnected.set(response.status !== 502 && response.status !== 504);
    const serverTime = Date.parse(response.headers.get("date") ?? "");
    const skew = serverTime - Date.now();
    // The header has whole seconds, and held answers were written when they began at the earliest.
    if (Number.isFinite(skew)) clockSkewMs.set(Math.abs(skew) > 3_000 ? skew : 0);
    return response;
  } catch (error) {
    const { aborted, reason } = signal;
    // A request that its own view gave up says nothing of the server; one whose time ran out does.
    if (!aborted || (reason instanceof DOMException && reason.name === "TimeoutError")) isConnected.set(false);
    throw error;
  }
}

/** Between two questions whether the server is there again, in ms. */
const retryDelayMs = 1_500;

// A wait that is held says nothing of it until something comes.
isConnected.watch(() => {
  if (!isConnected.get()) setTimeout(checkConnection, retryDelayMs);
});

async function checkConnection(): Promise<void> {
  if (isConnected.get()) return;
  const signal = AbortSignal.timeout(retryDelayMs);
  await monitoredFetch(new Request("/svc-api/server/version", { signal })).catch(() => {});
  if (!isConnected.get()) setTimeout(checkConnection, retryDelayMs);
}

export const serverNow = () => Date.now() + clockSkewMs.get();
