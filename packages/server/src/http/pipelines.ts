/** Requests that a connection sent without waiting for their answers. */
export interface Pipelines {
  /** Resolves when the request may be worked at; `null` where that is now, as nearly always. */
  enter(connection: object): Promise<void> | null;
  /** Lets the connection's next request go on. */
  leave(connection: object): void;
}

/**
 * Lets one request of a connection run after the other, in the order in which their answers go out. What ran further ahead would
 * only take room: hundreds fit into one packet, each answer may be of four mebibytes, and Node tells only the request whose
 * answer is next that its client has gone.
 */
export function createPipelines(): Pipelines {
  /** Of connections with a request that runs, those behind it. */
  const lines = new Map<object, (() => void)[]>();
  return {
    enter(connection) {
      const line = lines.get(connection);
      if (line) return new Promise((resolve) => line.push(resolve));
      lines.set(connection, []);
      return null;
    },
    leave(connection) {
      const next = lines.get(connection)?.shift();
      if (next) next();
      else lines.delete(connection);
    },
  };
}
