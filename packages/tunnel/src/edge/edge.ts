import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createIndexedList, errorMessage } from "@frontdesk/basics";
import { endConnection } from "../wire/index.ts";
import { createHostClassifier } from "./access/host.ts";
import { createClusterEdge } from "./cluster/cluster.ts";
import type { ClusterEdgeOptions } from "./cluster/cluster-edge-options.ts";
import { createSendBufferBudget } from "./connections/send-buffers.ts";
import type { Exchange } from "./exchange-types.ts";
import { createRequestRouter } from "./request-router.ts";
import { createRequestServer } from "./request-server.ts";
import { createDialHandler } from "./tunnels/dial-handler.ts";
import { TAKEOVER_TIMEOUT_MS } from "./tunnels/takeover.ts";
import { createTunnelRegistry, type TunnelRegistry } from "./tunnels/tunnel-registry.ts";
import type { Edge, EdgeOptions, EdgeTuning } from "./types.ts";
import { framingOfPlain } from "./visitors/request-body.ts";
import { createVisitorReader } from "./visitors/visitor.ts";
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
  const { tunnelDomain, baseDomain, publicUrl, trustedProxies = [], reserved, findByDomain, log } = options;
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

  const base = { ...options, tuning, now, sendBuffers };
  const { tunnels, cluster } = createTunnels(base);
  const parts = { ...base, tunnels };
  const urlOf = (domain: string) => `${protocol}//${domain}${port === "" ? "" : `:${port}`}`;
  const handleDial = createDialHandler({ ...parts, urlOf, isClosing: () => isClosing, cluster });
  const router = createRequestRouter({ classify, visitorOf, tunnels, cluster, findByDomain, rates });
  const server = createRequestServer({ ...parts, router, exchanges, visitorOf, zones });
  // Often enough for heartbeats, and for a response timeout that is set very short.
  const checkIntervalMs = Math.min(1_000, tuning.heartbeatMs / 2, tuning.responseTimeoutMs / 2);
  const checkTimer = setInterval(tryCheckTimeouts, checkIntervalMs).unref();

  return {
    isTunnelHost: (host) => classify(host).kind !== "api",
    handleRequest: (request, response) => server.handleHttp(request, response),
    /** Serves a visitor's connection. `handOver` passes it to Node's HTTP server if it needs more than plain requests. */
    handleConnection(socket, handOver) {
      const connection = createVisitorConnection({
        socket,
        handOver,
        // Not the rejected hosts: those go to Node's server, which passes them back to `handleRequest`.
        isTunnelHost: (host) => classify(host).kind === "tunnel",
        serve: (request, writer, body) =>
          server.serve({ request, writer, framing: framingOfPlain(body), body, isUpgrade: false }),
        zones,
        abuseContact,
        now,
        onGone: (closed) => connections.delete(closed),
      });
      connections.add(connection);
    },
    /** Serves a tunnel client's connection, which comes to the API's host, or a visitor's upgrade, which comes to a tunnel's. */
    handleUpgrade(request, socket, head) {
      const isTunnelClient = classify(request.headers.host).kind === "api";
      if (isTunnelClient) return handleDial(request, socket, head);
      const visitorSocket = socket as Socket;
      const response = createUpgradeResponse(request, visitorSocket);
      server.handleHttp(request, response, { socket: visitorSocket, head });
    },
    async countClients(subdomainId) {
      return tunnels.countClients(subdomainId) + (await cluster.countClients(subdomainId));
    },
    countTunnels: tunnels.count,
    async mayIssueCertificate(domain) {
      const hostTarget = classify(domain);
      return hostTarget.kind === "tunnel" && (await findByDomain(hostTarget.domain)) !== null;
    },
    /** Lets running requests finish for at most `drainMs`, then closes everything. */
    async close({ drainMs = 0 } = {}) {
      isClosing = true;
      for (const connection of connections) connection.close();
      // Asks the clients to connect again, to another server if there are several.
      for (const session of tunnels.sessions()) session.drain();
      cluster.drain();
      await waitUntilUnused(drainMs);
      clearInterval(checkTimer);
      for (const session of tunnels.sessions()) session.destroy();
      for (const exchange of exchanges.all()) exchange.abort();
      for (const connection of connections) connection.destroy();
      cluster.close();
      tunnels.close();
    },
  };

  /**
   * Waits at most `drainMs` until all requests are served and slow visitors have read their responses. In a cluster, also waits a
   * moment for the tunnel clients to reconnect to other servers, so that this server's last visitors find them there.
   */
  async function waitUntilUnused(drainMs: number): Promise<void> {
    const drainDeadline = now() + drainMs;
    const takeoverDeadline = now() + (options.cluster ? Math.min(drainMs, TAKEOVER_TIMEOUT_MS) : 0);
    const awaitsTakeover = () => tunnels.count() > 0 && now() < takeoverDeadline;
    const areVisitorsReading = () => [...connections].some((connection) => connection.hasUnsentBytes());
    const isInUse = () => exchanges.count() > 0 || areVisitorsReading() || cluster.isRelaying() || awaitsTakeover();
    while (isInUse() && now() < drainDeadline)
      await new Promise((resolve) => setTimeout(resolve, CLOSE_POLL_INTERVAL_MS));
  }

  /** Checks timeouts. Logs errors, because one that a timer throws would end the process. */
  function tryCheckTimeouts(): void {
    try {
      checkTimeouts();
    } catch (error) {
      log.warn(`connection check failed: ${errorMessage(error)}`);
    }
  }

  /** Ends requests, connections and sessions whose time is over, and receivers that let too many bytes pile up. Called by a timer. */
  function checkTimeouts(): void {
    const time = now();
    for (const exchange of exchanges.all()) exchange.checkTimeouts(time);
    for (const connection of connections) connection.checkTimeouts(time);
    for (const session of tunnels.sessions()) session.checkTimeouts();
    cluster.checkTimeouts();
    sendBuffers.recheck();
  }
}

/**
 * Creates the response to an upgrade, as Node creates none. It is used for an error of the edge or an app's refusal, and then ends the
 * connection. Errors of the socket are ignored: without a listener they would end the process, and a "close" event follows.
 */
function createUpgradeResponse(request: IncomingMessage, socket: Socket): ServerResponse {
  socket.on("error", () => {});
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  // Node's sockets stay half open after "upgrade". Before the app accepts it (then the response has no socket), a visitor has left.
  socket.once("end", () => {
    if (response.socket === socket) socket.destroy();
  });
  response.on("finish", () => {
    response.detachSocket(socket);
    endConnection(socket);
  });
  return response;
}

/** Creates the registry of this server's tunnels and its part of the cluster, which use each other. */
function createTunnels(options: EdgeOptions & Omit<ClusterEdgeOptions, "tunnels">) {
  const cluster = createClusterEdge({ ...options, tunnels: () => tunnels });
  const tunnels: TunnelRegistry = createTunnelRegistry({
    bus: options.bus,
    maxClients: options.maxClients ?? 0, // no limit
    findByDomain: options.findByDomain,
    log: options.log,
    onClientOpen: cluster.onClientOpen,
    onClientClose: cluster.onClientClose,
    onTunnelClose: cluster.onTunnelClose,
  });
  return { tunnels, cluster };
}
