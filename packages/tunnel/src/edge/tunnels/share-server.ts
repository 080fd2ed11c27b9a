import type { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TUNNEL_PATHS } from "../../wire/index.ts";
import { UPGRADE_REQUIRED } from "../problems/edge-problems.ts";
import { type FailureListener, handleListenerErrors } from "../problems/listener-errors.ts";
import { sendEdgeProblem } from "../problems/problem-page.ts";
import { serveGuarded } from "../problems/serve-guarded.ts";
import { afterEarlierResponses } from "../problems/upgrade.ts";
import type { Edge } from "../types.ts";
import { isWebSocketRequest, withoutUpgrade } from "../visitors/upgrade-request.ts";

type ConnectionListener = (socket: Socket) => void;

/** Makes Node emit "upgrade": without a listener it treats an upgrade as an ordinary request. */
const emptyUpgradeListener = () => {};

/**
 * Serves tunnels on the HTTP server of an embedding program, which keeps the server. Replaces the server's `emit`, so that requests
 * and upgrades of tunnels do not reach the program's listeners, even those added later. All others reach them as before.
 */
export function shareServer(server: Server, edge: Edge, onFailure: FailureListener = () => {}): void {
  // Node adds it before any listener of the program. Missing only if the program has removed it.
  const [parseHttp] = server.listeners("connection") as (ConnectionListener | undefined)[];
  server.on("upgrade", emptyUpgradeListener);
  const emitToListeners: EventEmitter["emit"] = server.emit;
  server.emit = (event: string | symbol, ...values: unknown[]) =>
    handleEvent(event, values) || emitToListeners.call(server, event, ...values);

  /** Handles an event of the server if it is about a tunnel. Returns false if the program's listeners should get it. */
  function handleEvent(event: string | symbol, values: unknown[]): boolean {
    if (event === "upgrade") return handleUpgrade(...(values as [IncomingMessage, Socket, Buffer]));
    // Node emits "checkContinue" instead of "request" for a request with `Expect: 100-continue`.
    const isRequest = event === "request" || event === "checkContinue";
    return isRequest && handleRequest(...(values as [IncomingMessage, ServerResponse]));
  }

  /** Serves a request to a tunnel host. Rejects one at a tunnel client's path, which must be an upgrade. Returns false for others. */
  function handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const isForTunnel = edge.isTunnelHost(request.headers.host);
    if (!isForTunnel && !isTunnelClientPath(request)) return false;
    serveGuarded(request, response, onFailure, () => {
      if (isForTunnel) edge.handleRequest(request, response);
      else sendEdgeProblem(request, response, UPGRADE_REQUIRED);
    });
    return true;
  }

  /**
   * Handles an upgrade for a tunnel or by a tunnel client. Returns false for one that the program's own listeners should get. If it has
   * none, serves the request as if it had not offered an upgrade, as Node would do.
   */
  function handleUpgrade(request: IncomingMessage, socket: Socket, firstBytes: Buffer): boolean {
    const isForTunnel = edge.isTunnelHost(request.headers.host);
    const isByTunnelClient = !isForTunnel && isTunnelClientPath(request);
    const isForProgram = !isForTunnel && !isByTunnelClient;
    if (isForProgram && doesProgramListen()) return false;
    handleListenerErrors(socket, (error) => {
      onFailure("A connection", error);
      socket.destroy();
    });
    afterEarlierResponses(socket, () => {
      const isAccepted = isByTunnelClient || (isForTunnel && isWebSocketRequest(request));
      if (isAccepted) edge.handleUpgrade(request, socket, firstBytes);
      else serveWithoutUpgrade(request, socket, firstBytes);
    });
    return true;
  }

  function doesProgramListen(): boolean {
    return server.listeners("upgrade").some((listener) => listener !== emptyUpgradeListener);
  }

  /**
   * Serves a request as if it had not offered an upgrade, which a server may ignore (RFC 9110, 7.8). Node's own listener for connections
   * (`parseHttp`) parses it again, because Node has not read the request's body.
   */
  function serveWithoutUpgrade(request: IncomingMessage, socket: Socket, firstBytes: Buffer): void {
    socket.unshift(Buffer.concat([withoutUpgrade(request), firstBytes]));
    parseHttp?.call(server, socket);
  }
}

/** Returns whether a request has a path at which tunnel clients connect. */
function isTunnelClientPath({ url }: IncomingMessage): boolean {
  return url?.startsWith(TUNNEL_PATHS) === true;
}
