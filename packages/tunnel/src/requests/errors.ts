/** Method and path of a request, without what could be secret. */
export interface ReceivedRequest {
  method: string;
  path: string;
}

/** No request that was waited for arrived in time. */
export class RequestTimeoutError extends Error {
  override readonly name = "RequestTimeoutError";
  /** The wait's `timeout`, in ms. */
  readonly timeout: number;
  /** The last requests that arrived and did not match, at most ten, oldest first. */
  readonly received: readonly ReceivedRequest[];

  constructor({ url, timeout, target, received, count }: RequestTimeoutDetails) {
    super(`No ${target} reached ${url} within ${timeout} ms: ${explain(received, count)}`);
    this.timeout = timeout;
    this.received = received;
  }
}

/** Arguments of a `RequestTimeoutError`. `count`: how many requests arrived and did not match. */
export interface RequestTimeoutDetails {
  url: string;
  timeout: number;
  target: string;
  received: readonly ReceivedRequest[];
  count: number;
}

/** The tunnel is closed, so that no request can arrive. */
export class TunnelClosedError extends Error {
  override readonly name = "TunnelClosedError";
  constructor(url: string, target: string) {
    super(`The tunnel ${url} closed before a ${target} arrived. Its \`closed\` says why.`);
  }
}

const MAX_NAMED = 3;

/** Returns what arrived during a wait that timed out, as a sentence. `received` has the last of the `count` requests. */
function explain(received: readonly ReceivedRequest[], count: number): string {
  if (count === 0) return "no request arrived at all. Was it sent to this URL?";
  const lastRequests = received.slice(-MAX_NAMED).map(({ method, path }) => `${method} ${path}`);
  const total = count > lastRequests.length ? `${count}, the last ones` : `${count}`;
  return `what arrived did not match (${total}: ${lastRequests.join(", ")}).`;
}
