/** Orders pipelined requests: those that a client sends on one connection without waiting for responses. */
export interface Pipelines {
  /**
   * Takes the connection's turn for a request. Returns `null` if no other request of the connection runs, which is the usual case;
   * else a promise that resolves when the earlier ones have ended. Call `endTurn` after the request.
   */
  waitForTurn(connection: object): Promise<void> | null;
  /** Ends the turn of the running request and starts the connection's next one. */
  endTurn(connection: object): void;
}

/**
 * Creates queues in which the requests of one connection run one after another, in the order of their responses. Running them at
 * once would only use memory: hundreds of requests fit into one packet, and each response may have four mebibytes. Node also
 * reports a closed connection only to the request whose response is next.
 */
export function createPipelines(): Pipelines {
  /** Functions that start the waiting requests, by connection. An entry exists while a request of the connection runs. */
  const queues = new Map<object, (() => void)[]>();
  return {
    /** Returns `null` if the connection is free, else a promise that resolves when it is this request's turn. */
    waitForTurn(connection) {
      const queue = queues.get(connection);
      if (queue) return new Promise((resolve) => queue.push(resolve));
      queues.set(connection, []);
      return null;
    },
    /** Lets the connection's next request run, if one waits. */
    endTurn(connection) {
      const next = queues.get(connection)?.shift();
      if (next) next();
      else queues.delete(connection);
    },
  };
}
