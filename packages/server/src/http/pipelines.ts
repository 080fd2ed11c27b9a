/** Requests that a connection sent without waiting for their answers. */
export interface Pipelines {
  /** Resolves when the request may be worked at; `null` where that is now, as nearly always. */
  waitForTurn(connection: object): Promise<void> | null;
  /** Lets the connection's next request go on. */
  endTurn(connection: object): void;
}

/**
 * Lets one request of a connection run after the other, in the order in which their answers go out. What ran further ahead would
 * only take room: hundreds fit into one packet, each answer may be of four mebibytes, and Node tells only the request whose
 * answer is next that its client has gone.
 */
export function createPipelines(): Pipelines {
  /** Of connections with a request that runs, those behind it. */
  const queues = new Map<object, (() => void)[]>();
  return {
    waitForTurn(connection) {
      const line = queues.get(connection);
      if (line) return new Promise((resolve) => line.push(resolve));
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
