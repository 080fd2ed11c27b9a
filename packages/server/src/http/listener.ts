import type { Server } from "node:http";
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

/** Takes no more connections, lets requests finish for `drain` milliseconds, then cuts them. */
export async function closeHttp(server: Server, sockets: Set<Socket>, drain: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, drain);
  await closed;
  clearTimeout(timer);
}
