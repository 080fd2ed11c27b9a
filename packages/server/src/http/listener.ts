import type { IncomingMessage, Server, ServerResponse } from "node:http";
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
  /**
   * The connections, each with its newest response until that has ended. A set of responses would cost more: it is built
   * again and again as requests come and go, and each time it takes some of them to the old generation of the heap.
   */
  const newestResponseBySocket = new Map<Socket, ServerResponse | null>();
  let isDraining = false;
  // Tracked here, because Node waits for upgraded connections on close but cannot destroy them.
  server.on("connection", (socket) => {
    newestResponseBySocket.set(socket, null);
    socket.once("close", () => newestResponseBySocket.delete(socket));
  });
  /** Notes the newest response of a connection until it has ended. While the server drains, it is also the connection's last one. */
  function onRequest({ socket }: IncomingMessage, response: ServerResponse): void {
    if (isDraining) response.shouldKeepAlive = false;
    // The client may have disconnected since it sent the request.
    if (!newestResponseBySocket.has(socket)) return;
    newestResponseBySocket.set(socket, response);
    response.once("close", () => {
      if (newestResponseBySocket.get(socket) === response) newestResponseBySocket.set(socket, null);
    });
  }
  // Prepended, because once the application has responded, it is too late to change `shouldKeepAlive`.
  server.prependListener("request", onRequest);
  // Emitted instead of "request" for `Expect: 100-continue`. If nobody else listens, does what Node would do without this listener.
  server.prependListener("checkContinue", (request, response) => {
    if (server.listenerCount("checkContinue") > 1) return onRequest(request, response);
    response.writeContinue();
    server.emit("request", request, response);
  });

  return {
    /** Makes each connection close after its running response, or else after that of its next request (`isDraining`). */
    begin() {
      isDraining = true;
      for (const response of newestResponseBySocket.values()) {
        // Node then sends `Connection: close` and closes the connection. `null`: no request runs on it, and `close` closes it.
        if (response !== null) response.shouldKeepAlive = false;
      }
    },
    /**
     * Waits until all requests have finished. At the timeout, destroys the remaining connections (the map has all), also those upgraded
     * to another protocol, which Node itself cannot destroy.
     */
    async close(timeoutMs) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const timer = setTimeout(() => {
        for (const socket of newestResponseBySocket.keys()) socket.destroy();
      }, timeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
