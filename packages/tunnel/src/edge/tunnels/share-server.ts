import type { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TUNNEL_PATHS } from "../../wire/index.ts";
import { INTERNAL_ERROR, UPGRADE_REQUIRED } from "../problems/edge-problems.ts";
import { type FailureListener, handleListenerErrors, runWithErrorHandler } from "../problems/listener-errors.ts";
import { sendEdgeProblem } from "../problems/problem-page.ts";
import { afterEarlierResponses } from "../problems/upgrade.ts";
import type { Edge } from "../types.ts";
import { isWebSocketRequest, withoutUpgrade } from "../visitors/upgrade-request.ts";

/**
 * Serves tunnels on the HTTP server of an embedding program: replaces the server's `emit` and handles the requests and
 * upgrades for tunnel hosts and tunnel clients. All others go to the program as before.
 */
export function shareServer(server: Server, edge: Edge, onFailure: FailureListener = () => {}): void {
  // The first "connection" listener is Node's own, which parses HTTP. The program may have added others.
  const [readHttp] = server.listeners("connection") as ((socket: Socket) => void)[];
  // Without a listener, Node treats an upgrade as an ordinary request.
  server.on("upgrade", () => {});
  const emit: EventEmitter["emit"] = server.emit;
  // Replaces `emit`, so that listeners that the program adds later do not see requests of tunnels either.
  server.emit = (event: string | symbol, ...values: unknown[]) => {
    if (event === "upgrade" && handleUpgrade(...(values as [IncomingMessage, Socket, Buffer]))) return true;
    // Node emits "checkContinue" instead of "request" for a request with `Expect: 100-continue`.
    const isRequest = event === "request" || event === "checkContinue";
    if (isRequest && handleRequest(...(values as [IncomingMessage, ServerResponse]))) return true;
    return emit.call(server, event, ...values);
  };

  /** Serves a request to a tunnel host, or rejects one at a tunnel client's path. Returns false if it is neither. */
  function handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const isTunnel = edge.isTunnelHost(request.headers.host);
    if (!isTunnel && !request.url?.startsWith(TUNNEL_PATHS)) return false;
    /** Logs an error of this request and responds with 500. */
    function onError(error: unknown): void {
      onFailure("A request", error);
      // Runs the handler that is set for the socket if this response fails too. The program's own sockets have none, so that the second
      // error is dropped.
      runWithErrorHandler(request.socket, () => sendEdgeProblem(request, response, INTERNAL_ERROR));
    }
    handleListenerErrors(request, onError);
    handleListenerErrors(response, onError);
    runWithErrorHandler(request, () => {
      if (isTunnel) edge.handleRequest(request, response);
      else sendEdgeProblem(request, response, UPGRADE_REQUIRED);
    });
    return true;
  }

  /** Handles an upgrade for a tunnel or by a tunnel client, and any other if the program has no listener. Else returns false. */
  function handleUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): boolean {
    const isTunnel = edge.isTunnelHost(request.headers.host);
    const isDial = !isTunnel && request.url?.startsWith(TUNNEL_PATHS) === true;
    const hasProgramListener = server.listenerCount("upgrade") > 1; // one is the empty listener of `shareServer`
    if (!isTunnel && !isDial && hasProgramListener) return false;
    handleListenerErrors(socket, (error) => {
      onFailure("A connection", error);
      socket.destroy();
    });
    afterEarlierResponses(socket, () => {
      if (isDial || (isTunnel && isWebSocketRequest(request))) return edge.handleUpgrade(request, socket, head);
      // Any other offer to upgrade may be ignored (RFC 9110, 7.8). The request is parsed again without it, because of its body.
      socket.unshift(Buffer.concat([withoutUpgrade(request), head]));
      // Node's listener for new connections, which parses HTTP. Missing only if the program has removed it.
      readHttp?.call(server, socket);
    });
    return true;
  }
}
