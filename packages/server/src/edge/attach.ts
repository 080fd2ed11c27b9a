import { type IncomingMessage, type RequestListener, type Server, type ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionLimit } from "./connection-limit.ts";
import type { RefusalLog } from "./refusal-log.ts";
import { KEEP_ALIVE_SECONDS } from "./response-head.ts";
import { countHosts } from "./target.ts";
import type { Edge } from "./types.ts";

/** What `http.createServer` needs so that slow heads are cut in time and slow bodies are not cut at all. */
export const EDGE_SERVER_OPTIONS = {
  connectionsCheckingInterval: 2_000,
  headersTimeout: 15_000,
  // A whole upload may take as long as it moves; the edge watches its rate instead.
  requestTimeout: 0,
  // Longer than the usual idle timeout of a proxy in front, which must be the one to hang up.
  keepAliveTimeout: KEEP_ALIVE_SECONDS * 1_000,
  noDelay: true,
} satisfies ServerOptions;

export interface AttachOptions {
  limit?: ConnectionLimit;
  refusals?: RefusalLog;
}

/** Wires everything a server can be asked for to the edge or to the API, whichever the `Host` means. */
export function attachEdge(
  server: Server,
  edge: Edge,
  api: RequestListener,
  { limit, refusals }: AttachOptions = {},
): void {
  // Node's own listener is the one that reads HTTP; it gets what the edge does not serve itself.
  const readers = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket) => {
    // Before anything reads it: a flood should cost no more than it must.
    if (limit !== undefined && !limit.admit(socket)) {
      refusals?.note(socket.remoteAddress, "it has too many connections open (--connections-per-address)");
      return void socket.destroy();
    }
    edge.connection(socket, () => {
      for (const read of readers) read.call(server, socket);
    });
  });
  const serve: RequestListener = (request, response) => {
    if (countHosts(request.rawHeaders) > 1) return edge.request(request, response);
    if (edge.isTunnelHost(request.headers.host)) return edge.request(request, response);
    api(request, response);
  };
  server.on("request", serve);
  server.on("checkContinue", (request, response) => {
    if (edge.isTunnelHost(request.headers.host)) return edge.request(request, response);
    response.writeContinue();
    serve(request, response);
  });
  server.on("checkExpectation", (_request, response) => {
    response.writeHead(417, { Connection: "close", "Content-Length": 0 }).end();
  });
  server.on("upgrade", (request, socket, head) => {
    if (countHosts(request.rawHeaders) > 1) return turnAway(socket as Socket, 400, "Bad Request");
    if (edge.isTunnelHost(request.headers.host) || request.url?.startsWith("/svc-tunnel/")) {
      return edge.upgrade(request, socket, head);
    }
    answerWithoutUpgrade(request, socket as Socket, api);
  });
  server.on("connect", (_request, socket) => turnAway(socket as Socket, 405, "Method Not Allowed"));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const connection = socket as Socket;
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    if (error.code === "HPE_HEADER_OVERFLOW") return turnAway(connection, 431, "Request Header Fields Too Large");
    if (error.code !== "ERR_HTTP_REQUEST_TIMEOUT") return turnAway(connection, 400, "Bad Request");
    // Browsers open connections ahead and may never use them.
    if (connection.bytesRead === 0) return hangUp(connection, 408, "Request Timeout");
    turnAway(connection, 408, "Request Timeout");
  });

  function turnAway(socket: Socket, status: number, reason: string): void {
    refusals?.note(socket.remoteAddress, `a request that is answered ${status} ${reason}`);
    hangUp(socket, status, reason);
  }
}

/** Serves a request whose offer to change the protocol is not taken, as RFC 9110 lets a server do. */
function answerWithoutUpgrade(request: IncomingMessage, socket: Socket, api: RequestListener): void {
  socket.on("error", () => {});
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on("finish", () => {
    response.detachSocket(socket);
    socket.end();
  });
  api(request, response);
}

function hangUp(socket: Socket, status: number, reason: string): void {
  socket.on("error", () => {});
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
