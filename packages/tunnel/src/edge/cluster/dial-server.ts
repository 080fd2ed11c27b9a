import http from "node:http";
import type { Socket } from "node:net";
import { PROTOCOL, SOCKET_HIGH_WATER_MARK } from "../../wire/index.ts";
import { handleListenerErrors } from "../problems/listener-errors.ts";

/** A connection that another server of the cluster accepted, with its response headers. */
export interface ServerConnection {
  socket: Socket;
  headers: http.IncomingHttpHeaders;
}

const DIAL_TIMEOUT_MS = 5_000;
/**
 * Options for a connection that no later request uses. The types of `http.request` lack `highWaterMark`, which Node passes on to the
 * socket.
 */
const unsharedConnection = { agent: false, highWaterMark: SOCKET_HIGH_WATER_MARK };

/**
 * Opens a connection to another server of the cluster by an HTTP upgrade, as tunnel clients do. No later request may use it
 * (`unsharedConnection`). `secret`: its bearer token.
 */
export function dialServer(
  server: string,
  path: string,
  secret: string,
  headers: Record<string, string>,
): Promise<ServerConnection> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, server), {
      ...unsharedConnection,
      timeout: DIAL_TIMEOUT_MS,
      headers: { ...headers, authorization: `Bearer ${secret}`, connection: "Upgrade", upgrade: PROTOCOL },
    });
    request.on("upgrade", (response, socket: Socket, firstBytes) => {
      prepareForTunnel(socket);
      if (firstBytes.length > 0) socket.unshift(firstBytes);
      resolve({ socket, headers: response.headers });
    });
    request.on("response", (response) => {
      response.resume();
      reject(new Error(`the other server responded with ${response.statusCode}`));
    });
    request.on("timeout", () => request.destroy(new Error("the other server did not respond")));
    request.on("error", reject);
    request.end();
  });
}

/**
 * Ends the timeout of the dial, because an open tunnel may be idle. From now on an error, even one in handling the other server's
 * data, costs only this connection.
 */
function prepareForTunnel(socket: Socket): void {
  socket.setTimeout(0);
  socket.setNoDelay(true);
  socket.on("error", () => {});
  handleListenerErrors(socket, () => socket.destroy());
}
