import type { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { FAILED, inTurn, TUNNEL_PATHS, UPGRADE_REQUIRED } from "../attach.ts";
import { guard, guarded, type NoteFailure } from "../problems/guard.ts";
import { sendProblem } from "../problems/problem-page.ts";
import type { Edge } from "../types.ts";
import { offersWebSocket, withoutOffer } from "../visitors/ordinary-request.ts";

/** Lets an edge serve tunnels on the listener of a program, to which everything else goes as before. */
export function shareServer(server: Server, edge: Edge, onFailure: NoteFailure = () => {}): void {
  // Node's own, which reads HTTP, is the first; a program may count connections by one of its own.
  const [read] = server.listeners("connection") as ((socket: Socket) => void)[];
  // Node hands upgrades over only where somebody listens for them.
  const listener = () => {};
  server.on("upgrade", listener);
  const emit: EventEmitter["emit"] = server.emit;
  // Listeners that the program adds later are none the wiser, and see nothing of a tunnel.
  server.emit = (event: string | symbol, ...values: unknown[]) => {
    const isTaken =
      event === "upgrade"
        ? takeUpgrade(...(values as [IncomingMessage, Socket, Buffer]))
        : (event === "request" || event === "checkContinue") &&
          takeRequest(...(values as [IncomingMessage, ServerResponse]));
    return isTaken || emit.call(server, event, ...values);
  };

  function takeRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const isTunnel = edge.isTunnelHost(request.headers.host);
    if (!isTunnel && !request.url?.startsWith(TUNNEL_PATHS)) return false;
    const fail = (error: unknown) => {
      onFailure("A request", error);
      guarded(request.socket, () => sendProblem(request, response, FAILED));
    };
    guard(request, fail);
    guard(response, fail);
    guarded(request, () =>
      isTunnel ? edge.request(request, response) : sendProblem(request, response, UPGRADE_REQUIRED),
    );
    return true;
  }

  function takeUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): boolean {
    const isTunnel = edge.isTunnelHost(request.headers.host);
    const isDial = !isTunnel && request.url?.startsWith(TUNNEL_PATHS) === true;
    if (!isTunnel && !isDial && server.listenerCount("upgrade") > 1) return false;
    guard(socket, (error) => {
      onFailure("A connection", error);
      socket.destroy();
    });
    inTurn(socket, () => {
      if (isDial || (isTunnel && offersWebSocket(request))) return edge.upgrade(request, socket, head);
      // Whatever else it offers, it is an ordinary request, and there may be a body behind it (RFC 9110, 7.8).
      socket.unshift(Buffer.concat([withoutOffer(request), head]));
      read?.call(server, socket);
    });
    return true;
  }
}
