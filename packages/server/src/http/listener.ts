import type { Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Lets the server listen. Resolves with the actual port, which the system chooses if `port` is 0. */
export function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // Node's default backlog of 511 overflows when many clients connect at once.
    server.listen({ host, port, backlog: 4096 }, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port); // Other types exist only for pipes.
    });
  });
}

/** Graceful shutdown of a listener. */
export interface Drain {
  /** Closes each connection after its next response, so that clients reconnect elsewhere. */
  begin(): void;
  /** Resolves when all requests have finished, or were aborted after this many milliseconds. */
  close(timeoutMs: number): Promise<void>;
}

/** Tracks a server's requests and connections, so that it can close right after the last response. */
export function watchForDrain(server: Server): Drain {
  // Tracked here, because Node waits for upgraded connections on close but cannot destroy them.
  const sockets = new Set<Socket>();
  const openResponses = new Set<ServerResponse>();
  let isDraining = false;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    openResponses.add(response);
    response.once("close", () => openResponses.delete(response));
  });

  return {
    /** Makes each connection close after its next response. */
    begin() {
      isDraining = true;
      // Node then sends `Connection: close` and closes the connection.
      for (const response of openResponses) response.shouldKeepAlive = false;
    },
    /** Waits until all requests have finished. Destroys the connections that remain at the timeout. */
    async close(timeoutMs) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, timeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
