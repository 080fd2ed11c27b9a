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
// Not in the types of `http.request`, but Node passes it on to the socket.
const socketOptions = { highWaterMark: SOCKET_HIGH_WATER_MARK };

/** Opens a connection to another server of the cluster by an HTTP upgrade, as tunnel clients do. `secret`: its bearer token. */
export function dialServer(
  server: string,
  path: string,
  secret: string,
  headers: Record<string, string>,
): Promise<ServerConnection> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, server), {
      // A connection of its own. A shared agent would keep it for later requests.
      agent: false,
      ...socketOptions,
      timeout: DIAL_TIMEOUT_MS,
      headers: { ...headers, authorization: `Bearer ${secret}`, connection: "Upgrade", upgrade: PROTOCOL },
    });
    request.on("upgrade", (response, socket: Socket, firstBytes) => {
      // The timeout was for the dial. An open tunnel may be idle.
      socket.setTimeout(0);
      socket.setNoDelay(true);
      // The "close" event that follows suffices.
      socket.on("error", () => {});
      // Data from another server is untrusted too: an error in handling it costs at most this connection.
      handleListenerErrors(socket, () => socket.destroy());
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
