import type { IncomingMessage, ServerResponse } from "node:http";
import { ServerResponse as Response } from "node:http";
import type { Socket } from "node:net";
import { createHostClassifier } from "./access/host.ts";
import { createAdmission, type Entry, keyOf } from "./admission.ts";
import { createClusterEdge } from "./cluster/cluster.ts";
import { createRoll } from "./connections/roll.ts";
import { createUnreadBudget } from "./connections/unread.ts";
import { type Exchange, type ExchangeRoute, startExchange } from "./exchange.ts";
import { UNAVAILABLE } from "./problems/edge-problems.ts";
import { guarded } from "./problems/guard.ts";
import type { EdgeProblem } from "./problems/problem-page.ts";
import { createAgents } from "./tunnels/agents.ts";
import { MOVES_WITHIN } from "./tunnels/moves.ts";
import { createTunnels } from "./tunnels/tunnels.ts";
import type { Edge, EdgeOptions, EdgeTuning } from "./types.ts";
import { type BodySource, createHttpBody } from "./visitors/body-source.ts";
import { createHttpVisit } from "./visitors/http-visit.ts";
import { toPublicAnswer } from "./visitors/public-answer.ts";
import { createRequestBody, framingOf, framingOfPlain, lengthOf } from "./visitors/request-body.ts";
import type { Visit } from "./visitors/visit.ts";
import { type Asked, createVisitorReader, type RequestHeadOptions, toRequestHead } from "./visitors/visitor.ts";
import { createVisitorConnection, type VisitorConnection } from "./visitors/visitor-connection.ts";

const DEFAULTS: Required<EdgeTuning> = {
  heartbeat: 3_000,
  grace: 30_000,
  acquireTimeout: 10_000,
  responseTimeout: 900_000,
  sharedLinks: 2,
  initialLinks: 2,
  reserves: 2,
  maxLinks: 4_096,
  reuseWithin: 4_000,
  bodyWindow: 30_000,
  drain: 30_000,
};

/** Where tunnels begin: takes visitors of tunnel names, and the dials of the agents that serve them. */
export function createEdge(options: EdgeOptions): Edge {
  const {
    tunnelDomain,
    baseDomain,
    publicUrl,
    trustedProxies = [],
    reserved,
    bus,
    findByDomain,
    log,
    abuseContact,
    rates,
  } = options;
  const tuning = { ...DEFAULTS, ...options.tuning };
  const { protocol, port, hostname: apiHost } = new URL(publicUrl);
  const zones = [tunnelDomain.toLowerCase(), baseDomain.toLowerCase()];
  const classify = createHostClassifier({ tunnelDomain, baseDomain, apiHost, reserved });
  const visitorOf = createVisitorReader(trustedProxies);
  const exchanges = createRoll<Exchange>();
  const connections = new Set<VisitorConnection>();
  const now = () => performance.now();
  const unread = createUnreadBudget(options.unread);
  let closing = false;

  const cluster = createClusterEdge({ ...options, tunnels: () => tunnels, tuning, now, unread });
  const tunnels = createTunnels({
    bus,
    mostClients: options.mostClients ?? 0,
    findByDomain,
    log,
    onOpen: cluster.opened,
    onDrop: cluster.dropped,
    onClose: cluster.closed,
  });
  const dialled = createAgents({
    ...options,
    tunnels,
    tuning,
    now,
    unread,
    urlOf: (domain) => `${protocol}//${domain}${port === "" ? "" : `:${port}`}`,
    isClosing: () => closing,
    cluster,
  });
  const { admit, recheck } = createAdmission({ classify, visitorOf, tunnels, cluster, findByDomain, rates });
  const sweeper = setInterval(trySweep, Math.min(1_000, tuning.heartbeat / 2, tuning.responseTimeout / 2)).unref();

  return {
    isTunnelHost: (host) => classify(host).kind !== "api",
    request: (request, response) => arrive(request, response),
    connection(socket, handOver) {
      const connection = createVisitorConnection({
        socket,
        handOver,
        isTunnelHost: (host) => classify(host).kind === "tunnel",
        serve: (asked, visitor, body) =>
          visit({ asked, visit: visitor, framing: framingOfPlain(body), body, upgrading: false }),
        zones,
        abuseContact,
        now,
        onGone: (gone) => connections.delete(gone),
      });
      connections.add(connection);
    },
    upgrade(request, socket, head) {
      if (classify(request.headers.host).kind === "api") return dialled(request, socket, head);
      socket.on("error", () => {});
      const response = new Response(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket as Socket);
      response.on("finish", () => {
        response.detachSocket(socket as Socket);
        socket.end();
      });
      arrive(request, response, { socket: socket as Socket, head });
    },
    async clients(subdomainId) {
      return tunnels.clients(subdomainId) + (await cluster.clients(subdomainId));
    },
    size: () => tunnels.size,
    async tlsAsk(domain) {
      const target = classify(domain);
      return target.kind === "tunnel" && (await findByDomain(target.domain)) !== null;
    },
    async close({ drainMs = 0 } = {}) {
      closing = true;
      for (const connection of connections) connection.close();
      for (const session of tunnels.sessions()) session.drain();
      cluster.drain();
      const until = now() + drainMs;
      const moved = now() + (options.cluster ? Math.min(drainMs, MOVES_WITHIN) : 0);
      // Agents go to another server first, so that visitors of this one are not the last to find them.
      while ((exchanges.size > 0 || cluster.lending || (tunnels.size > 0 && now() < moved)) && now() < until)
        await new Promise((resolve) => setTimeout(resolve, 20));
      clearInterval(sweeper);
      for (const session of tunnels.sessions()) session.destroy();
      for (const exchange of exchanges.all()) exchange.abort();
      for (const connection of connections) connection.destroy();
      cluster.close();
      tunnels.close();
    },
  };

  function trySweep(): void {
    try {
      sweep();
    } catch (error) {
      log.warn(`connections could not be looked over: ${error instanceof Error ? error.message : "unknown reason"}`);
    }
  }

  function sweep(): void {
    const time = now();
    for (const exchange of exchanges.all()) exchange.sweep(time);
    for (const connection of connections) connection.sweep(time);
    for (const session of tunnels.sessions()) session.sweep();
    cluster.sweep();
    unread.sweep();
  }

  // Functions that are handed the request, for those that close over it would be made anew for each one.
  function visit(arrival: Arrival): void {
    const entry = admit(arrival.asked);
    if (entry instanceof Promise) {
      const { socket } = arrival.asked;
      entry.catch(() => UNAVAILABLE).then((found) => guarded(socket, () => enter(arrival, found)));
    } else enter(arrival, entry);
  }

  function enter(arrival: Arrival, found: Entry | EdgeProblem): void {
    if ("status" in found) deny(arrival, found);
    else start(arrival, found);
  }

  function start(arrival: Arrival, found: Entry): void {
    const { asked, body, framing } = arrival;
    const source = typeof body === "string" ? undefined : body;
    const exchange = startExchange({
      visit: arrival.visit,
      // A request without a method reaches nobody.
      method: asked.method!,
      route: toRoute(arrival, found),
      reroute() {
        const other = tunnels.next(found.domain);
        const entry = other && recheck(asked, found, other);
        return entry ? toRoute(arrival, entry) : null;
      },
      body: source && createRequestBody({ source, chunked: framing.kind === "chunked", tuning, now }),
      upgrading: arrival.upgrading,
      responseTimeout: tuning.responseTimeout,
      unread: unread.of(found.domain),
      onAbort: () => void rates?.aborts.hit(keyOf(found.visitor, found.domain)),
      now,
      onEnd: forget,
    });
    if (!exchange.over) exchanges.add(exchange);
  }

  function deny({ asked, visit }: Arrival, problem: EdgeProblem): void {
    const { status, title } = problem;
    if (status === 400 || status === 405 || status === 421) {
      options.refusals?.note(visitorOf(asked).address, `a request that is answered ${status} ${title}`);
    }
    visit.refuse(problem);
  }

  function forget(exchange: Exchange): void {
    exchanges.remove(exchange);
  }

  /** A request that Node has read. */
  function arrive(request: IncomingMessage, response: ServerResponse, websocket?: Upgrade): void {
    const framing = framingOf(request);
    visit({
      asked: request,
      visit: createHttpVisit({ request, response, websocket, zones, abuseContact }),
      framing,
      body: framing.kind === "none" ? undefined : createHttpBody(request, lengthOf(framing)),
      upgrading: websocket !== undefined,
    });
  }
}

function toRoute(
  { asked, framing, upgrading, body }: Arrival,
  { source, visitor, target, domain }: Entry,
): ExchangeRoute {
  const { gate, pool } = source;
  const { hostHeader, appScheme, indexable } = gate;
  const head = toRequestHead({ request: asked, visitor, domain, gate, target, framing, websocket: upgrading });
  const own = hostHeader && `${appScheme}://${hostHeader}`;
  const adapt = own ? toPublicAnswer(own, `${visitor.proto}://${asked.headers.host ?? domain}`) : undefined;
  return { pool, head: typeof body === "string" ? head + body : head, adapt, indexable };
}

/** A request that reached the edge. */
interface Arrival {
  asked: Asked;
  visit: Visit;
  framing: RequestHeadOptions["framing"];
  /** As text in latin1, where it is short and has come whole. */
  body: BodySource | string | undefined;
  upgrading: boolean;
}

interface Upgrade {
  socket: Socket;
  head: Buffer;
}
