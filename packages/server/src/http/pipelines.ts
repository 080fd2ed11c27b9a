/**
 * Orders pipelined requests: those that a client sends on one connection without waiting for responses. They run one after
 * another. Running them at once would only use memory: hundreds of requests fit into one packet, and each response may have four
 * mebibytes. Node also reports a closed connection only to the request whose response is next.
 */

/**
 * The property with the functions that start a connection's waiting requests; `null` while none runs. Not a map of connections,
 * whose tables V8 rebuilds every few dozen requests.
 */
const waitingRequests = Symbol("waitingRequests");

type Connection = object & { [waitingRequests]?: (() => void)[] | null };

/**
 * Takes the connection's turn for a request. Returns `null` if no other request of the connection runs, which is the usual case;
 * else a promise that resolves when the earlier ones have ended. Call `endTurn` after the request.
 */
export function waitForTurn(connection: Connection): Promise<void> | null {
  const waiting = connection[waitingRequests];
  if (waiting) return new Promise((resolve) => waiting.push(resolve));
  // A list, even an empty one, says that a request runs.
  connection[waitingRequests] = [];
  return null;
}

/** Ends the turn of the connection's running request, and starts the next one if one waits. */
export function endTurn(connection: Connection): void {
  const next = connection[waitingRequests]?.shift();
  if (next) next();
  // `null` says that no request runs.
  else connection[waitingRequests] = null;
}
