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
import { PROTOCOL, SOCKET_MARK } from "../wire/index.ts";
import type { ConnectionLimit } from "./access/connection-limit.ts";
import { guard, guarded, type NoteFailure } from "./problems/guard.ts";
import { type EdgeProblem, sendProblem } from "./problems/problem-page.ts";
import type { RefusalLog } from "./problems/refusal-log.ts";
import { refuse } from "./problems/upgrade.ts";
import type { Edge } from "./types.ts";
import { toHttp2Refusal } from "./visitors/http2-refusal.ts";
import { cutLeftoverBody } from "./visitors/leftover-body.ts";
import { offersWebSocket, withoutOffer } from "./visitors/ordinary-request.ts";
import { KEEP_ALIVE_SECONDS } from "./visitors/response-head.ts";
import { countHosts, toTarget } from "./visitors/target.ts";

/** What `http.createServer` needs so that slow heads are cut in time and slow bodies are not cut at all. */
export const EDGE_SERVER_OPTIONS = {
  connectionsCheckingInterval: 2_000,
  headersTimeout: 15_000,
  // A whole upload may take as long as it moves; the edge watches its rate instead.
  requestTimeout: 0,
  // Longer than the usual idle timeout of a proxy in front, which must be the one to hang up.
  keepAliveTimeout: KEEP_ALIVE_SECONDS * 1_000,
  // Node would refuse it without a word of why.
  requireHostHeader: false,
  noDelay: true,
  highWaterMark: SOCKET_MARK,
} satisfies ServerOptions;

export interface AttachOptions {
  limit?: ConnectionLimit;
  refusals?: RefusalLog;
  /** Told of errors that nobody foresaw. Whatever they befell is answered 500 or closed. */
  onFailure?: NoteFailure;
}

/** Wires everything a server can be asked for to the edge or to the API, whichever the `Host` means. */
export function attachEdge(
  server: Server,
  edge: Edge,
  api: RequestListener,
  { limit, refusals, onFailure = () => {} }: AttachOptions = {},
): void {
  // Node's own listener is the one that reads HTTP; it gets what the edge does not serve itself.
  const readers = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket) => {
    // Before anything reads it: a flood should cost no more than it must.
    if (limit !== undefined && !limit.admit(socket)) {
      refusals?.note(socket.remoteAddress, "it has too many connections open (--connections-per-ip)");
      return void socket.destroy();
    }
    guard(socket, (error) => {
      onFailure("A connection", error);
      socket.destroy();
    });
    guarded(socket, () => {
      edge.connection(socket, () => {
        for (const read of readers) read.call(server, socket);
      });
    });
  });
  // The size of a head is limited anyway, and a header beyond Node's own count would be dropped without a word.
  server.maxHeadersCount = 0;
  const serve: RequestListener = (request, response) => {
    cutLeftoverBody(request, response);
    const hosts = countHosts(request.rawHeaders);
    if (hosts > 1) return edge.request(request, response);
    if (edge.isTunnelHost(request.headers.host)) return edge.request(request, response);
    const problem = apiProblem(request, hosts);
    if (problem === null) return api(request, response);
    refusals?.note(request.socket.remoteAddress, `a request that is answered ${problem.status} ${problem.title}`);
    sendProblem(request, response, problem);
  };
  server.on("request", entrance(serve));
  server.on(
    "checkContinue",
    entrance((request, response) => {
      if (edge.isTunnelHost(request.headers.host)) return edge.request(request, response);
      response.writeContinue();
      serve(request, response);
    }),
  );
  server.on(
    "checkExpectation",
    entrance((request, response) => {
      const error = "The only expectation that is met here is 100-continue.";
      sendProblem(request, response, { status: 417, code: "invalid_request", title: STATUS_CODES[417]!, error });
    }),
  );
  server.on("upgrade", (request, socket, head) => {
    inTurn(socket, () => {
      if (countHosts(request.rawHeaders) > 1) return turnAway(socket as Socket, 400);
      const isTunnel = edge.isTunnelHost(request.headers.host);
      if (isTunnel ? offersWebSocket(request) : request.url?.startsWith(TUNNEL_PATHS)) {
        return edge.upgrade(request, socket, head);
      }
      // Whatever else it offers, it is an ordinary request, and there may be a body behind it.
      socket.unshift(Buffer.concat([withoutOffer(request), head]));
      for (const read of readers) read.call(server, socket as Socket);
    });
  });
  server.on("connect", (_request, socket) => inTurn(socket, () => turnAway(socket as Socket, 405)));
  const turnedAway = new WeakSet<Duplex>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    guarded(socket, () => answerMalformed(error, socket));
  });

  /** What of a request is its own to answer or to close, whatever befalls it. */
  function entrance(listen: RequestListener): RequestListener {
    return (request, response) => {
      const fail = (error: unknown) => {
        onFailure("A request", error);
        guarded(request.socket, () => sendProblem(request, response, FAILED));
      };
      guard(request, fail);
      guard(response, fail);
      guarded(request, () => listen(request, response));
    };
  }

  function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
    // More of what was already answered: read, so that the answer is not lost to a reset, and forgotten.
    if (turnedAway.has(socket)) return;
    const connection = socket as Answering;
    // Node itself looks at this field for the same end: an answer that runs must not get another in its middle.
    const isAnswered = connection._httpMessage?.headersSent === true;
    if (error.code === "ECONNRESET" || !socket.writable || isAnswered) return void socket.destroy();
    if (error.code === "HPE_PAUSED_H2_UPGRADE") {
      connection.end(toHttp2Refusal());
      linger(connection);
    } else if (error.code === "HPE_HEADER_OVERFLOW") turnAway(connection, 431);
    else if (error.code !== "ERR_HTTP_REQUEST_TIMEOUT") turnAway(connection, 400);
    // Browsers open connections ahead and may never use them.
    else if (connection.bytesRead === 0) hangUp(connection, 408);
    else turnAway(connection, 408);
  }

  function turnAway(socket: Socket, status: keyof typeof REASONS): void {
    refusals?.note(socket.remoteAddress, `a request that is answered ${status} ${STATUS_CODES[status]}`);
    hangUp(socket, status);
  }

  /** Answers and closes. What still comes is read for a moment, because a reset could overtake the answer. */
  function hangUp(socket: Socket, status: keyof typeof REASONS): void {
    const { code, error } = REASONS[status];
    refuse(socket, status, code, error);
    linger(socket);
  }

  function linger(socket: Socket): void {
    turnedAway.add(socket);
    socket.on("error", () => {});
    socket.resume();
    const end = setTimeout(() => socket.destroy(), LINGER);
    socket.once("close", () => clearTimeout(end));
  }
}

/** Where agents and other servers dial. */
export const TUNNEL_PATHS = "/svc-tunnel/";
const LINGER = 1_000;
const REASONS = {
  400: { code: "invalid_request", error: "This is no request of HTTP/1.1, or one that could be read in two ways." },
  405: { code: "method_not_allowed", error: "CONNECT is not served here." },
  408: { code: "invalid_request", error: "The head of the request did not come in time." },
  431: { code: "invalid_request", error: "The head of the request is larger than 16 KiB." },
};

/** A connection whose earlier requests may still be waiting for their answers. */
type Answering = Socket & { _httpMessage?: ServerResponse | null };

/**
 * Node hands over a connection that is to change its protocol at once, also where it has not answered yet what came before on
 * it. Answers come in the order of the requests, and a connection takes one at a time.
 */
export function inTurn(socket: Duplex, act: () => void): void {
  const earlier = (socket as Answering)._httpMessage;
  if (!earlier) {
    guarded(socket, act);
    return;
  }
  socket.on("error", () => {});
  earlier.once("finish", () => inTurn(socket, act));
}

/** What the API cannot be asked, before it is asked. */
function apiProblem(request: IncomingMessage, hosts: number): EdgeProblem | null {
  const { url = "", method, headers, httpVersion } = request;
  if (url.startsWith(TUNNEL_PATHS)) return UPGRADE_REQUIRED;
  const namesHost = hosts === 1 || httpVersion === "1.0";
  if (url.startsWith("/") && method !== "TRACE" && namesHost) return null;
  const target = toTarget(request, headers.host ?? "this one");
  return typeof target === "string" ? null : target;
}

export const FAILED: EdgeProblem = {
  status: 500,
  code: "internal",
  title: STATUS_CODES[500]!,
  error: "The server failed; its log says why.",
};

export const UPGRADE_REQUIRED: EdgeProblem = {
  status: 426,
  code: "invalid_request",
  title: STATUS_CODES[426]!,
  error: `Tunnels are dialled with "Upgrade: ${PROTOCOL}". If the client sent that, a proxy in between does not pass it on.`,
  headers: { Upgrade: PROTOCOL, Connection: "Upgrade" },
};
