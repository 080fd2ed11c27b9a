import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorMessage } from "@frontdesk/basics";
import { createHostClassifier } from "./access/host.ts";
import { createClusterEdge } from "./cluster/cluster.ts";
import { createIndexedList } from "./connections/indexed-list.ts";
import { createSendBufferBudget } from "./connections/send-buffers.ts";
import { startExchange } from "./exchange.ts";
import type { Exchange, ExchangeRoute } from "./exchange-types.ts";
import { catchErrors } from "./problems/catch-listener-errors.ts";
import { UNAVAILABLE } from "./problems/edge-problems.ts";
import type { EdgeProblem } from "./problems/problem-page.ts";
import { createRequestRouter, type RoutedRequest, toVisitorKey } from "./request-router.ts";
import { createDialHandler } from "./tunnels/dial-handler.ts";
import { TAKEOVER_TIMEOUT_MS } from "./tunnels/takeover.ts";
import { createTunnelRegistry } from "./tunnels/tunnel-registry.ts";
import type { Edge, EdgeOptions, EdgeTuning } from "./types.ts";
import { type BodySource, createHttpBody } from "./visitors/body-source.ts";
import { createHttpResponseWriter } from "./visitors/http-response-writer.ts";
import { createOriginRewriter } from "./visitors/origin-rewriter.ts";
import { createRequestBody, framingOf, framingOfPlain, lengthOf } from "./visitors/request-body.ts";
import type { ResponseWriter } from "./visitors/response-writer.ts";
import {
  createVisitorReader,
  type RequestHeadOptions,
  toRequestHead,
  type VisitorRequest,
} from "./visitors/visitor.ts";
import { createVisitorConnection } from "./visitors/visitor-connection.ts";
import type { VisitorConnection } from "./visitors/visitor-connection-types.ts";

const DEFAULT_TUNING: Required<EdgeTuning> = {
  heartbeatMs: 3_000,
  resumeTimeoutMs: 30_000,
  acquireTimeoutMs: 10_000,
  responseTimeoutMs: 900_000,
  sharedConnections: 2,
  dedicatedConnections: 2,
  spareConnections: 2,
  maxConnections: 4_096,
  reuseTimeoutMs: 4_000,
  bodyTimeoutMs: 30_000,
  drainTimeoutMs: 30_000,
};
const CLOSE_POLL_INTERVAL_MS = 20;

/** Creates the server side of tunnels: it serves visitors through the tunnel clients that connect to it. */
export function createEdge(options: EdgeOptions): Edge {
  const { tunnelDomain, baseDomain, publicUrl, trustedProxies = [], reserved, bus, findByDomain, log } = options;
  const { abuseContact, rates } = options;
  const tuning = { ...DEFAULT_TUNING, ...options.tuning };
  const { protocol, port, hostname: apiHost } = new URL(publicUrl);
  const zones = [tunnelDomain.toLowerCase(), baseDomain.toLowerCase()];
  const classify = createHostClassifier({ tunnelDomain, baseDomain, apiHost, reserved });
  const visitorOf = createVisitorReader(trustedProxies);
  const exchanges = createIndexedList<Exchange>();
  const connections = new Set<VisitorConnection>();
  const now = () => performance.now();
  const sendBuffers = createSendBufferBudget(options.sendBuffers);
  let isClosing = false;

  const cluster = createClusterEdge({ ...options, tunnels: () => tunnels, tuning, now, sendBuffers });
  const tunnels = createTunnelRegistry({
    bus,
    maxClients: options.maxClients ?? 0,
    findByDomain,
    log,
    onClientOpen: cluster.onClientOpen,
    onClientClose: cluster.onClientClose,
    onTunnelClose: cluster.onTunnelClose,
  });
  const handleDial = createDialHandler({
    ...options,
    tunnels,
    tuning,
    now,
    sendBuffers,
    urlOf: (domain) => `${protocol}//${domain}${port === "" ? "" : `:${port}`}`,
    isClosing: () => isClosing,
    cluster,
  });
  const router = createRequestRouter({ classify, visitorOf, tunnels, cluster, findByDomain, rates });
  const checkIntervalMs = Math.min(1_000, tuning.heartbeatMs / 2, tuning.responseTimeoutMs / 2);
  const checkTimer = setInterval(tryCheckTimeouts, checkIntervalMs).unref();

  return {
    isTunnelHost: (host) => classify(host).kind !== "api",
    handleRequest: (request, response) => handleHttp(request, response),
    handleConnection(socket, handOver) {
      const connection = createVisitorConnection({
        socket,
        handOver,
        isTunnelHost: (host) => classify(host).kind === "tunnel",
        serve: (request, writer, body) =>
          serve({ request, writer, framing: framingOfPlain(body), body, isUpgrade: false }),
        zones,
        abuseContact,
        now,
        onGone: (closed) => connections.delete(closed),
      });
      connections.add(connection);
    },
    /** Serves an upgrade: a tunnel client's on the API's host, a visitor's on others. */
    handleUpgrade(request, socket, head) {
      if (classify(request.headers.host).kind === "api") return handleDial(request, socket, head);
      socket.on("error", () => {});
      // Node creates no response for an upgrade. This one writes the edge's errors and an app's refusal.
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket as Socket);
      response.on("finish", () => {
        response.detachSocket(socket as Socket);
        socket.end();
      });
      handleHttp(request, response, { socket: socket as Socket, head });
    },
    async countClients(subdomainId) {
      return tunnels.countClients(subdomainId) + (await cluster.countClients(subdomainId));
    },
    countTunnels: () => tunnels.size,
    async mayIssueCertificate(domain) {
      const hostTarget = classify(domain);
      return hostTarget.kind === "tunnel" && (await findByDomain(hostTarget.domain)) !== null;
    },
    /** Drains all clients, waits up to `drainMs` for the requests, then ends everything. */
    async close({ drainMs = 0 } = {}) {
      isClosing = true;
      for (const connection of connections) connection.close();
      for (const session of tunnels.sessions()) session.drain();
      cluster.drain();
      const drainDeadline = now() + drainMs;
      const takeoverDeadline = now() + (options.cluster ? Math.min(drainMs, TAKEOVER_TIMEOUT_MS) : 0);
      // Waits for clients to reconnect to another server, so that this server's last visitors find them there.
      const isInUse = () => exchanges.size > 0 || cluster.isRelaying || (tunnels.size > 0 && now() < takeoverDeadline);
      while (isInUse() && now() < drainDeadline)
        await new Promise((resolve) => setTimeout(resolve, CLOSE_POLL_INTERVAL_MS));
      clearInterval(checkTimer);
      for (const session of tunnels.sessions()) session.destroy();
      for (const exchange of exchanges.all()) exchange.abort();
      for (const connection of connections) connection.destroy();
      cluster.close();
      tunnels.close();
    },
  };

  function tryCheckTimeouts(): void {
    try {
      checkTimeouts();
    } catch (error) {
      log.warn(`connection check failed: ${errorMessage(error)}`);
    }
  }

  function checkTimeouts(): void {
    const time = now();
    for (const exchange of exchanges.all()) exchange.checkTimeouts(time);
    for (const connection of connections) connection.checkTimeouts(time);
    for (const session of tunnels.sessions()) session.checkTimeouts();
    cluster.checkTimeouts();
    sendBuffers.recheck();
  }

  // These functions get the request as a parameter: closures over it would be created again for each request.
  /** Finds the tunnel of a request, then starts the exchange with its app or responds with the problem. */
  function serve(edgeRequest: EdgeRequest): void {
    const result = router.route(edgeRequest.request);
    if (!(result instanceof Promise)) return void serveRouted(edgeRequest, result);
    const { socket } = edgeRequest.request;
    result.catch(() => UNAVAILABLE).then((awaited) => catchErrors(socket, () => serveRouted(edgeRequest, awaited)));
  }

  function serveRouted(edgeRequest: EdgeRequest, result: RoutedRequest | EdgeProblem): void {
    if ("status" in result) reject(edgeRequest, result);
    else start(edgeRequest, result);
  }

  /** Starts to pass the request to the app of the tunnel, and the response back. */
  function start(edgeRequest: EdgeRequest, routed: RoutedRequest): void {
    const { request, body, framing, writer, isUpgrade } = edgeRequest;
    // A short body is text, and is sent together with the head.
    const source = typeof body === "string" ? undefined : body;
    const exchange = startExchange({
      writer,
      // Node and the edge's own reader reject requests without a method.
      method: request.method!,
      route: toExchangeRoute(edgeRequest, routed),
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
    if (isMalformed) options.rejections?.log(visitorOf(request).ip, `request answered with ${status} ${title}`);
    writer.sendError(problem);
  }

  /** Serves a request that Node's HTTP server parsed. */
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

/** Returns the connections to the tunnel's app, and the request as the app gets it. */
function toExchangeRoute(edgeRequest: EdgeRequest, routed: RoutedRequest): ExchangeRoute {
  const { request, framing, isUpgrade, body } = edgeRequest;
  const { upstream, visitor, target, domain } = routed;
  const { access, pool } = upstream;
  const { hostHeader, appScheme, isIndexable } = access;
  const head = toRequestHead({ request, visitor, domain, access, target, framing, isWebSocket: isUpgrade });
  const publicOrigin = `${visitor.proto}://${request.headers.host ?? domain}`;
  const rewriteHead = hostHeader ? createOriginRewriter(`${appScheme}://${hostHeader}`, publicOrigin) : undefined;
  return { pool, head: typeof body === "string" ? head + body : head, rewriteHead, isIndexable };
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
