import http from "node:http";
import type { Socket } from "node:net";
import { PROTOCOL, SOCKET_MARK } from "../../wire/index.ts";
import { guard } from "../problems/guard.ts";

/** A connection that another server of the cluster has taken, and what it says of it. */
export interface Dialled {
  socket: Socket;
  headers: http.IncomingHttpHeaders;
}

const WITHIN = 5_000;
// Node passes it on to the socket.
const mark = { highWaterMark: SOCKET_MARK };

/** Opens a connection to another server of the cluster, in the way that agents dial. */
export function dialServer(
  server: string,
  path: string,
  secret: string,
  headers: Record<string, string>,
): Promise<Dialled> {
  return new Promise((resolve, reject) => {
    const dialling = http.request(new URL(path, server), {
      agent: false,
      ...mark,
      timeout: WITHIN,
      headers: { ...headers, authorization: `Bearer ${secret}`, connection: "Upgrade", upgrade: PROTOCOL },
    });
    dialling.on("upgrade", (response, socket: Socket, first) => {
      socket.setTimeout(0);
      socket.setNoDelay(true);
      socket.on("error", () => {});
      // Another server is no better than any other peer: what it sends costs at most this connection.
      guard(socket, () => socket.destroy());
      if (first.length > 0) socket.unshift(first);
      resolve({ socket, headers: response.headers });
    });
    dialling.on("response", (response) => {
      response.resume();
      reject(new Error(`the other server answered ${response.statusCode}`));
    });
    dialling.on("timeout", () => dialling.destroy(new Error("the other server did not answer")));
    dialling.on("error", reject);
    dialling.end();
  });
}
