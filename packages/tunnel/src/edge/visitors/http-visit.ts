import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { sendProblem } from "../problems/problem-page.ts";
import { toInterimHead, toReason, toResponseHeaders, toTrailers } from "./response-head.ts";
import type { Visit } from "./visit.ts";

export interface HttpVisitOptions {
  request: IncomingMessage;
  response: ServerResponse;
  /** The visitor's bare connection, where it asked for a WebSocket. */
  websocket: { socket: Socket; head: Buffer } | undefined;
  /** Domains that an app behind a tunnel may not set cookies for. */
  zones: readonly string[];
  abuseContact: string | undefined;
}

const ONE_WRITE = 8_192;

/** A visit on a connection that Node reads. */
export function createHttpVisit({ request, response, websocket, zones, abuseContact }: HttpVisitOptions): Visit {
  let held = false;
  let upgraded = false;
  let waitsForDrain = false;
  let onDrain = () => {};

  return {
    attend(attendant) {
      onDrain = () => {
        waitsForDrain = false;
        attendant.onDrain();
      };
      if (response.destroyed) return attendant.onLeft();
      response.on("drain", attendant.onDrain);
      response.on("close", () => {
        if (!upgraded) attendant.onLeft();
      });
    },
    inform(head) {
      const { socket } = response;
      // An HTTP/1.0 visitor knows no interim answers, and one that did not ask expects no 100.
      if (socket === null || request.httpVersionMinor === 0) return true;
      if (head.status === 100 && request.headers.expect === undefined) return true;
      if (socket.write(toInterimHead(head, zones), "latin1")) return true;
      // The answer itself has written nothing yet, so it would not tell.
      if (!waitsForDrain) socket.once("drain", () => onDrain());
      waitsForDrain = true;
      return false;
    },
    unread: () => response.writableLength + (response.socket?.writableLength ?? 0),
    begin(head, indexable) {
      held = true;
      if (!request.complete) response.shouldKeepAlive = false;
      response.sendDate = false;
      response.writeHead(head.status, toReason(head.status, head.start[2]), toResponseHeaders(head, zones, indexable));
    },
    write(bytes) {
      held = false;
      return response.write(bytes);
    },
    end(bytes, trailers) {
      held = false;
      const kept = toTrailers(trailers);
      if (kept.length > 0) response.addTrailers(toPairs(kept));
      // A short answer leaves with its head in one write: as text Node joins the two, as bytes it would not.
      if (bytes === null) response.end();
      else if (bytes.length <= ONE_WRITE) response.end(bytes.toString("latin1"), "latin1");
      else response.end(bytes);
    },
    flush() {
      if (held) response.flushHeaders();
      held = false;
    },
    upgrade(head) {
      if (websocket === undefined) return null;
      upgraded = true;
      const { socket, head: first } = websocket;
      response.detachSocket(socket);
      socket.write(toInterimHead(head, zones, "Connection: Upgrade\r\nUpgrade: websocket\r\n"), "latin1");
      if (first.length > 0) socket.unshift(first);
      return socket;
    },
    refuse: (problem) => sendProblem(request, response, problem, abuseContact),
    cut: () => void response.destroy(),
  };
}

function toPairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at]!, flat[2 * at + 1]!]);
}
