/** Orders pipelined requests: those that a client sends on one connection without waiting for responses. */
export interface Pipelines {
  /** Resolves when the connection's earlier requests have ended. Returns `null` if there are none, which is the usual case. */
  waitForTurn(connection: object): Promise<void> | null;
  /** Starts the connection's next request. */
  endTurn(connection: object): void;
}

/**
 * Runs the requests of one connection one after another, in the order of their responses. Running them at once would only
 * use memory: hundreds of requests fit into one packet, each response may have four mebibytes, and Node reports a closed
 * connection only to the request whose response is next.
 */
export function createPipelines(): Pipelines {
  /** Waiting requests by connection. Present while a request of the connection runs. */
  const queues = new Map<object, (() => void)[]>();
  return {
    waitForTurn(connection) {
      const queue = queues.get(connection);
      if (queue) return new Promise((resolve) => queue.push(resolve));
      queues.set(connection, []);
      return null;
    },
    endTurn(connection) {
      const next = queues.get(connection)?.shift();
      if (next) next();
      else queues.delete(connection);
    },
  };
}
