import type { Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Opens the port and resolves with it, which tells which one 0 became. */
export function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // Node's default backlog of 511 overflows when many clients connect at once.
    server.listen({ host, port, backlog: 4096 }, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port); // A TCP listener has no other form of address.
    });
  });
}

/** The end of a listener: it takes no more, and lets go of each connection as its answer is sent. */
export interface Drain {
  /** From now on every answer is the last of its connection. */
  begin(): void;
  /** Resolves when all requests have finished, or were cut after so many milliseconds. */
  close(drain: number): Promise<void>;
}

/** Watches a server's requests and connections, so that it can be closed as soon as the last answer is out. */
export function watchForDrain(server: Server): Drain {
  // Node's server forgets connections that were upgraded, and waits for them all the same.
  const sockets = new Set<Socket>();
  const open = new Set<ServerResponse>();
  let draining = false;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_request, response) => {
    if (draining) response.shouldKeepAlive = false;
    open.add(response);
    response.once("close", () => open.delete(response));
  });

  return {
    begin() {
      draining = true;
      // Node then says `Connection: close` and closes.
      for (const response of open) response.shouldKeepAlive = false;
    },
    async close(drain) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, drain);
      await closed;
      clearTimeout(timer);
    },
  };
}
