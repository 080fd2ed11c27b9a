import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { IndexedList } from "@frontdesk/basics";
import type { SendBufferBudget } from "./connections/send-buffers.ts";
import { startExchange } from "./exchange.ts";
import type { Exchange, ExchangeRoute } from "./exchange-types.ts";
import { UNAVAILABLE } from "./problems/edge-problems.ts";
import { runWithErrorHandler } from "./problems/listener-errors.ts";
import type { EdgeProblem } from "./problems/problem-page.ts";
import { type RequestRouter, type RoutedRequest, toVisitorKey } from "./request-router.ts";
import type { TunnelRegistry } from "./tunnels/tunnel-registry.ts";
import type { EdgeOptions, EdgeTuning } from "./types.ts";
import { type BodySource, createHttpBody } from "./visitors/body-source.ts";
import { createHttpResponseWriter } from "./visitors/http-response-writer.ts";
import { createOriginRewriter } from "./visitors/origin-rewriter.ts";
import { createRequestBody, framingOf, lengthOf } from "./visitors/request-body.ts";
import type { ResponseWriter } from "./visitors/response-writer.ts";
import { type RequestHeadOptions, toRequestHead, type VisitorReader, type VisitorRequest } from "./visitors/visitor.ts";

interface RequestServerOptions extends Pick<EdgeOptions, "rates" | "rejections" | "abuseContact"> {
  router: RequestRouter;
  tunnels: TunnelRegistry;
  exchanges: IndexedList<Exchange>;
  visitorOf: VisitorReader;
  tuning: Required<EdgeTuning>;
  sendBuffers: SendBufferBudget;
  zones: readonly string[];
  now: () => number;
}

/** Creates the functions that serve visitors' requests: each finds the tunnel and starts the exchange with its app. */
export function createRequestServer(options: RequestServerOptions) {
  const { router, tunnels, exchanges, visitorOf, rates, rejections, tuning, sendBuffers, zones } = options;
  const { abuseContact, now } = options;
  return { serve, handleHttp };

  // These functions get the request as a parameter: closures over it would be created again for each request.
  /** Finds the tunnel of a request, then starts the exchange with its app or responds with the problem. */
  function serve(edgeRequest: EdgeRequest): void {
    const result = router.route(edgeRequest.request);
    if (!(result instanceof Promise)) return void serveRouted(edgeRequest, result);
    const { request } = edgeRequest;
    // The promise rejects if the storage fails. `serveRouted` then runs outside the caller's error handling: an error goes to the handler
    // of the request, which can still respond. A request that the edge parsed itself has none, so its socket's handler gets the error.
    result
      .catch(() => UNAVAILABLE)
      .then((awaited) => runWithErrorHandler(request, () => serveRouted(edgeRequest, awaited), request.socket));
  }

  /** Starts the exchange of a routed request, or responds with the problem: only a problem has a status. */
  function serveRouted(edgeRequest: EdgeRequest, result: RoutedRequest | EdgeProblem): void {
    if ("status" in result) reject(edgeRequest, result);
    else start(edgeRequest, result);
  }

  /** Starts to pass the request to the app of the tunnel, and the response back. A body that is text is sent with the head. */
  function start(edgeRequest: EdgeRequest, routed: RoutedRequest): void {
    const { request, body, framing, writer, isUpgrade } = edgeRequest;
    const source = typeof body === "string" ? undefined : body;
    const exchange = startExchange({
      writer,
      // Node and the edge's own reader reject requests without a method.
      method: request.method!,
      route: toExchangeRoute(edgeRequest, routed),
      /**
       * Returns a route to another tunnel client of the same name, or `null` if there is none. Called after the client of this request has
       * ended and was removed from `tunnels`.
       */
      reroute() {
        const otherUpstream = tunnels.next(routed.domain);
        const rerouted = otherUpstream && router.reroute(request, routed, otherUpstream);
        return rerouted ? toExchangeRoute(edgeRequest, rerouted) : null;
      },
      body: source && createRequestBody({ source, isChunked: framing.kind === "chunked", tuning, now }),
      isUpgrade,
      responseTimeoutMs: tuning.responseTimeoutMs,
      sendBuffers: sendBuffers.forTunnel(routed.domain),
      onAbort: () => void rates?.aborts.hit(toVisitorKey(routed.visitor, routed.domain)),
      now,
      onEnd: exchanges.remove,
    });
    if (!exchange.isOver) exchanges.add(exchange);
  }

  /** Responds with a problem of the edge. Logs requests that no HTTP client should send. */
  function reject({ request, writer }: EdgeRequest, problem: EdgeProblem): void {
    const { status, title } = problem;
    const isMalformed = status === 400 || status === 405 || status === 421;
    if (isMalformed) rejections?.log(visitorOf(request).ip, `request answered with ${status} ${title}`);
    writer.sendError(problem);
  }

  /** Serves a request that Node's HTTP server parsed. `websocket`: the socket of an upgrade, with its first bytes. */
  function handleHttp(request: IncomingMessage, response: ServerResponse, websocket?: WebSocketUpgrade): void {
    const framing = framingOf(request);
    serve({
      request,
      writer: createHttpResponseWriter({ request, response, websocket, zones, abuseContact }),
      framing,
      body: framing.kind === "none" ? undefined : createHttpBody(request, lengthOf(framing)),
      isUpgrade: websocket !== undefined,
    });
  }
}

/** Returns where to send a request (the tunnel's connections) and its head as the app gets it. A short body is sent together with it. */
function toExchangeRoute(edgeRequest: EdgeRequest, routed: RoutedRequest): ExchangeRoute {
  const { request, framing, isUpgrade, body } = edgeRequest;
  const { upstream, visitor, target, domain } = routed;
  const { access, pool } = upstream;
  const { hostHeader, appScheme, isIndexable } = access;
  const head = toRequestHead({ request, visitor, domain, access, target, framing, isWebSocket: isUpgrade });
  // An app that gets another `Host` than the visitor's puts that into its redirects, so its responses are rewritten.
  const replaceOrigin = hostHeader
    ? createOriginRewriter(`${appScheme}://${hostHeader}`, `${visitor.proto}://${request.headers.host ?? domain}`)
    : undefined;
  return { pool, head: typeof body === "string" ? head + body : head, replaceOrigin, isIndexable };
}

/** A visitor's request on its way into the edge. */
interface EdgeRequest {
  request: VisitorRequest;
  writer: ResponseWriter;
  framing: RequestHeadOptions["framing"];
  /** Text in latin1 if the body is short and complete. */
  body: BodySource | string | undefined;
  isUpgrade: boolean;
}

interface WebSocketUpgrade {
  socket: Socket;
  head: Buffer;
}
