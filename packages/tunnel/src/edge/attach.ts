import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { SOCKET_HIGH_WATER_MARK, TUNNEL_PATHS } from "../wire/index.ts";
import type { ConnectionLimit } from "./access/connection-limit.ts";
import { UPGRADE_REQUIRED } from "./problems/edge-problems.ts";
import { type FailureListener, handleListenerErrors, runWithErrorHandler } from "./problems/listener-errors.ts";
import { type EdgeProblem, sendEdgeProblem } from "./problems/problem-page.ts";
import type { RejectionLog } from "./problems/rejection-log.ts";
import { serveGuarded } from "./problems/serve-guarded.ts";
import { afterEarlierResponses, type RespondingSocket, toLastResponse } from "./problems/upgrade.ts";
import type { Edge } from "./types.ts";
import { toHttp2Rejection } from "./visitors/http2-rejection.ts";
import { limitLeftoverBody } from "./visitors/leftover-body.ts";
import { countHosts, toRequestTarget } from "./visitors/request-target.ts";
import { KEEP_ALIVE_SECONDS } from "./visitors/response-head.ts";
import { isWebSocketRequest, withoutUpgrade } from "./visitors/upgrade-request.ts";

/** Options for `http.createServer`: heads have a timeout, bodies do not. */
export const EDGE_SERVER_OPTIONS = {
  connectionsCheckingInterval: 2_000,
  headersTimeout: 15_000,
  // An upload may take long while it makes progress. The edge checks its rate instead.
  requestTimeout: 0,
  // Longer than the usual idle timeout of a reverse proxy, which must be the first to close the connection.
  keepAliveTimeout: KEEP_ALIVE_SECONDS * 1_000,
  // Node's own rejection has no body with the reason.
  requireHostHeader: false,
  noDelay: true,
  highWaterMark: SOCKET_HIGH_WATER_MARK,
} satisfies ServerOptions;

export interface AttachOptions {
  limit?: ConnectionLimit;
  rejections?: RejectionLog;
  /** Called for unexpected errors. The request gets a 500, or its connection is closed. */
  onFailure?: FailureListener;
}

/** Routes a server's connections, requests and upgrades to the edge or to the API, by their `Host`. */
export function attachEdge(
  server: Server,
  edge: Edge,
  api: RequestListener,
  { limit, rejections, onFailure = () => {} }: AttachOptions = {},
): void {
  // Node's own listener, which parses HTTP, gets the connections that the edge does not serve itself.
  const httpListeners = server.listeners("connection") as ((socket: Socket) => void)[];
  const passToNode = (socket: Socket) => {
    for (const listener of httpListeners) listener.call(server, socket);
  };
  /** Sockets that got a rejection. More bytes that arrive on them are dropped. */
  const rejectedSockets = new WeakSet<Duplex>();
  server.removeAllListeners("connection");
  server.on("connection", onConnection);
  // 0 is no limit: Node drops the headers above its limit silently. The size of a head is limited anyway.
  server.maxHeadersCount = 0;
  server.on("request", withErrorHandler(handleRequest));
  server.on("checkContinue", withErrorHandler(handleExpectContinue));
  server.on("checkExpectation", withErrorHandler(rejectExpectation));
  server.on("upgrade", (request, socket, firstBytes) => {
    afterEarlierResponses(socket, () => handleUpgrade(request, socket as Socket, firstBytes));
  });
  server.on("connect", (_request, socket) => afterEarlierResponses(socket, () => reject(socket as Socket, 405)));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    runWithErrorHandler(socket, () => onClientError(error, socket));
  });

  /**
   * Passes a new connection to the edge, with a function that hands it over to Node's HTTP server. Closes one above the limit before
   * anything is read, so that a flood stays cheap. An error in handling a connection, now or in a later event, closes that one only.
   */
  function onConnection(socket: Socket): void {
    if (limit !== undefined && !limit.tryAdd(socket)) {
      rejections?.log(socket.remoteAddress, "too many open connections (--connections-per-ip)");
      return void socket.destroy();
    }
    handleListenerErrors(socket, (error) => {
      onFailure("A connection", error);
      socket.destroy();
    });
    runWithErrorHandler(socket, () => edge.handleConnection(socket, () => passToNode(socket)));
  }

  /** Serves a request with `Expect: 100-continue`. The app behind a tunnel decides itself whether the visitor may continue. */
  function handleExpectContinue(request: IncomingMessage, response: ServerResponse): void {
    if (edge.isTunnelHost(request.headers.host)) return void edge.handleRequest(request, response);
    response.writeContinue();
    handleRequest(request, response);
  }

  /**
   * Passes a WebSocket for a tunnel, or a tunnel client's connection, to the edge. Serves any other request as if it had not offered
   * an upgrade (RFC 9110, 7.8): Node parses it again, because it has not read the request's body.
   */
  function handleUpgrade(request: IncomingMessage, socket: Socket, firstBytes: Buffer): void {
    if (countHosts(request.rawHeaders) > 1) return void reject(socket, 400);
    const isForTunnel = edge.isTunnelHost(request.headers.host);
    const isForEdge = isForTunnel ? isWebSocketRequest(request) : request.url?.startsWith(TUNNEL_PATHS);
    if (isForEdge) return void edge.handleUpgrade(request, socket, firstBytes);
    socket.unshift(Buffer.concat([withoutUpgrade(request), firstBytes]));
    passToNode(socket);
  }

  /**
   * Passes a request to the edge or to the API, or responds with the problem. If a part of its body still arrives after the response,
   * that is read for a moment only (`limitLeftoverBody`).
   */
  function handleRequest(request: IncomingMessage, response: ServerResponse): void {
    limitLeftoverBody(request, response);
    const hostCount = countHosts(request.rawHeaders);
    // The edge rejects several Host headers: a proxy and an app could each go by another one.
    if (hostCount > 1 || edge.isTunnelHost(request.headers.host)) return void edge.handleRequest(request, response);
    const problem = apiProblem(request, hostCount);
    if (problem === null) return void api(request, response);
    rejections?.log(request.socket.remoteAddress, `request answered with ${problem.status} ${problem.title}`);
    sendEdgeProblem(request, response, problem);
  }

  /** Responds with 500 if the listener, or a listener of the request or response, throws. */
  function withErrorHandler(listener: RequestListener): RequestListener {
    return (request, response) => serveGuarded(request, response, onFailure, () => listener(request, response));
  }

  /**
   * Handles an error of Node's HTTP parser: responds by the kind of error if that is still possible, and closes. Not within a response that
   * has begun (`_httpMessage`, private to Node). Further errors of a rejected connection are ignored.
   */
  function onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (rejectedSockets.has(socket)) return;
    const connection = socket as RespondingSocket;
    const isWithinResponse = connection._httpMessage?.headersSent === true;
    const canRespond = error.code !== "ECONNRESET" && socket.writable && !isWithinResponse;
    if (!canRespond) return void socket.destroy();
    switch (error.code) {
      case "HPE_PAUSED_H2_UPGRADE":
        connection.end(toHttp2Rejection());
        return void linger(connection);
      case "HPE_HEADER_OVERFLOW":
        return void reject(connection, 431);
      case "ERR_HTTP_REQUEST_TIMEOUT":
        // Not logged: browsers open connections in advance and may never use them.
        if (connection.bytesRead === 0) return void respondAndClose(connection, 408);
        return void reject(connection, 408);
      default:
        return void reject(connection, 400);
    }
  }

  /** Logs the rejection, responds with the status and closes the connection. */
  function reject(socket: Socket, status: keyof typeof REJECTION_REASONS): void {
    rejections?.log(socket.remoteAddress, `request answered with ${status} ${STATUS_CODES[status]}`);
    respondAndClose(socket, status);
  }

  /** Responds with the status and closes the connection. */
  function respondAndClose(socket: Socket, status: keyof typeof REJECTION_REASONS): void {
    const { code, error } = REJECTION_REASONS[status];
    socket.end(toLastResponse(status, code, error));
    linger(socket);
  }

  /** Reads on for a moment after a rejection, because a reset could overtake it; then closes. Drops the bytes and ignores errors. */
  function linger(socket: Socket): void {
    rejectedSockets.add(socket);
    socket.on("error", () => {});
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(timer));
  }
}

/** Rejects a request with an `Expect` header other than `100-continue`. */
function rejectExpectation(request: IncomingMessage, response: ServerResponse): void {
  const error = "The only supported expectation is 100-continue.";
  sendEdgeProblem(request, response, { status: 417, code: "invalid_request", title: STATUS_CODES[417]!, error });
}

const LINGER_MS = 1_000;
const REJECTION_REASONS = {
  400: { code: "invalid_request", error: "Malformed or ambiguous HTTP/1.1 request." },
  405: { code: "method_not_allowed", error: "The method CONNECT is not supported." },
  408: { code: "invalid_request", error: "The head of the request did not arrive in time." },
  431: { code: "invalid_request", error: "The head of the request is larger than 16 KiB." },
};

/**
 * Returns why a request must not be passed to the API, or `null`. Only an unusual one needs all checks of `toRequestTarget`: a TRACE, one
 * with a URL as its target, or one without the `Host` header that HTTP/1.1 requires. One with several such headers does not come here.
 */
function apiProblem(request: IncomingMessage, hostCount: number): EdgeProblem | null {
  const { url = "", method, headers, httpVersion } = request;
  const isForTunnelClients = url.startsWith(TUNNEL_PATHS);
  if (isForTunnelClients) return UPGRADE_REQUIRED;
  const hasRequiredHost = hostCount === 1 || httpVersion === "1.0";
  const isUsual = url.startsWith("/") && method !== "TRACE" && hasRequiredHost;
  if (isUsual) return null;
  const hostForMessage = headers.host ?? "this one";
  const target = toRequestTarget(request, hostForMessage);
  return typeof target === "string" ? null : target;
}
