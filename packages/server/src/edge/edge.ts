import type { IncomingMessage, ServerResponse } from "node:http";
import { ServerResponse as Response } from "node:http";
import type { Socket } from "node:net";
import { createAgents } from "./agents.ts";
import { createClusterEdge, type Source } from "./cluster.ts";
import { type Exchange, startExchange } from "./exchange.ts";
import { createHostClassifier } from "./host.ts";
import { type EdgeProblem, sendProblem } from "./problem-page.ts";
import { toTarget } from "./target.ts";
import { createTunnels } from "./tunnels.ts";
import type { Edge, EdgeOptions, EdgeTuning } from "./types.ts";
import { createVisitorReader, listOf, toRequestHead, type Visitor } from "./visitor.ts";

const DEFAULTS: Required<EdgeTuning> = {
  heartbeat: 15_000,
  grace: 30_000,
  acquireTimeout: 10_000,
  responseTimeout: 900_000,
  initialLinks: 4,
  maxLinks: 4_096,
  reuseWithin: 4_000,
  idleLimit: 45_000,
  bodyWindow: 30_000,
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
  } = options;
  const tuning = { ...DEFAULTS, ...options.tuning };
  const { protocol, port, hostname: apiHost } = new URL(publicUrl);
  const zones = [tunnelDomain.toLowerCase(), baseDomain.toLowerCase()];
  const classify = createHostClassifier({ tunnelDomain, baseDomain, apiHost, reserved });
  const visitorOf = createVisitorReader(trustedProxies);
  const exchanges = new Set<Exchange>();
  const now = () => performance.now();
  let closing = false;

  const cluster = createClusterEdge({ ...options, tunnels: () => tunnels, tuning, now });
  const tunnels = createTunnels({
    bus,
    findByDomain,
    log,
    onOpen: cluster.opened,
    onClose: cluster.closed,
  });
  const dialled = createAgents({
    ...options,
    tunnels,
    tuning,
    now,
    urlOf: (domain) => `${protocol}//${domain}${port === "" ? "" : `:${port}`}`,
    isClosing: () => closing,
    cluster,
  });
  const sweeper = setInterval(sweep, Math.min(1_000, tuning.heartbeat / 2, tuning.responseTimeout / 2)).unref();

  return {
    isTunnelHost: (host) => classify(host).kind !== "api",
    request: (request, response) => visit(request, response),
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
      const websocket = listOf(request.headers.upgrade ?? "").includes("websocket") && request.method === "GET";
      visit(request, response, websocket ? { socket: socket as Socket, head } : undefined);
    },
    async isOnline(subdomainId) {
      return tunnels.isOnline(subdomainId) || cluster.isOnline(subdomainId);
    },
    async tlsAsk(domain) {
      const target = classify(domain);
      return target.kind === "tunnel" && (await findByDomain(target.domain)) !== null;
    },
    async close({ drainMs = 0 } = {}) {
      closing = true;
      for (const session of tunnels.sessions()) session.drain();
      const until = now() + drainMs;
      while (exchanges.size > 0 && now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
      clearInterval(sweeper);
      for (const session of tunnels.sessions()) session.destroy();
      for (const exchange of exchanges) exchange.abort();
      cluster.close();
      tunnels.close();
    },
  };

  function sweep(): void {
    const time = now();
    for (const exchange of exchanges) exchange.sweep(time);
    for (const session of tunnels.sessions()) session.sweep();
    cluster.sweep();
  }

  function visit(request: IncomingMessage, response: ServerResponse, websocket?: Upgrade): void {
    const entry = admit(request);
    if (entry instanceof Promise) entry.then(enter, () => deny(UNAVAILABLE));
    else enter(entry);

    function enter(found: Entry | EdgeProblem): void {
      if ("status" in found) deny(found);
      else start(request, response, found, websocket);
    }

    function deny(problem: EdgeProblem): void {
      const { status, title } = problem;
      if (status === 400 || status === 405 || status === 421) {
        options.refusals?.note(visitorOf(request).address, `a request that is answered ${status} ${title}`);
      }
      sendProblem(request, response, problem, abuseContact);
    }
  }

  /** Checks a visitor's request against the name it asks for and against the rules of the tunnel's owner. */
  function admit(request: IncomingMessage): Entry | EdgeProblem | Promise<Entry | EdgeProblem> {
    const aim = classify(request.headers.host);
    if (aim.kind === "api") return REFUSED(400, "The request has more than one Host header.");
    if (aim.kind === "refused") return REFUSED(aim.status, aim.reason);
    const target = toTarget(request, aim.domain);
    if (typeof target !== "string") return target;
    const { domain } = aim;
    const source = tunnels.next(domain) ?? cluster.known(domain);
    return source === undefined ? findElsewhere(request, domain, target) : checkIn(request, domain, target, source);
  }

  /** Asks the owner's gate. */
  function checkIn(request: IncomingMessage, domain: string, target: string, source: Source): Entry | EdgeProblem {
    const visitor = visitorOf(request);
    const { gate } = source;
    if (!gate.allowsAddress(visitor.address)) return FORBIDDEN;
    if (gate.guarded && !isPreflight(request) && !gate.allowsCredentials(request.headers.authorization)) {
      return UNAUTHORIZED;
    }
    return { source, visitor, target, domain };
  }

  async function findElsewhere(request: IncomingMessage, domain: string, target: string): Promise<Entry | EdgeProblem> {
    const subdomain = await findByDomain(domain);
    if (subdomain === null) return UNKNOWN(domain);
    const source = await cluster.find(subdomain);
    return source === null ? OFFLINE(domain) : checkIn(request, domain, target, source);
  }

  function start(
    request: IncomingMessage,
    response: ServerResponse,
    entry: Entry,
    websocket: Upgrade | undefined,
  ): void {
    const { source, visitor, target, domain } = entry;
    const body = bodyOf(request, websocket !== undefined);
    const head = toRequestHead({
      request,
      visitor,
      domain,
      hostHeader: source.gate.hostHeader,
      target,
      framing: body === "length" ? { kind: body, length: Number(request.headers["content-length"]) } : { kind: body },
      withoutCredentials: source.gate.guarded,
      websocket: websocket !== undefined,
    });
    const exchange = startExchange({
      request,
      response,
      head,
      body,
      websocket,
      pool: source.pool,
      responseTimeout: tuning.responseTimeout,
      bodyWindow: tuning.bodyWindow,
      now,
      abuseContact,
      zones,
      onEnd: (ended) => exchanges.delete(ended),
    });
    if (!exchange.over) exchanges.add(exchange);
  }
}

interface Upgrade {
  socket: Socket;
  head: Buffer;
}

interface Entry {
  source: Source;
  visitor: Visitor;
  target: string;
  domain: string;
}

function bodyOf({ headers }: IncomingMessage, upgrade: boolean): "none" | "length" | "chunked" {
  if (upgrade || headers.upgrade !== undefined) return "none";
  if (headers["transfer-encoding"] !== undefined) return "chunked";
  return headers["content-length"] === undefined ? "none" : "length";
}

/** Browsers ask before they send credentials, so a question cannot carry any. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

const REFUSED = (status: 400 | 404 | 421, error: string): EdgeProblem => ({
  status,
  code: status === 404 ? "not_found" : "invalid_request",
  title: status === 404 ? "No such tunnel" : "This request cannot be served",
  error,
});
const UNKNOWN = (domain: string): EdgeProblem => ({
  status: 404,
  code: "not_found",
  title: "No such tunnel",
  error: `Nobody has registered ${domain} here.`,
});
const OFFLINE = (domain: string): EdgeProblem => ({
  status: 502,
  code: "tunnel_offline",
  title: "The tunnel is offline",
  error: `${domain} is registered, but its agent is not connected. Start it with frontdesk-tunnel and reload.`,
});
const UNAVAILABLE: EdgeProblem = {
  status: 503,
  code: "unavailable",
  title: "Not available now",
  error: "The server cannot look this name up now. Try again soon.",
};
const FORBIDDEN: EdgeProblem = {
  status: 403,
  code: "forbidden",
  title: "Not for this address",
  error: "The owner of this tunnel lets only certain network addresses in, and yours is not one of them.",
};
const UNAUTHORIZED: EdgeProblem = {
  status: 401,
  code: "unauthenticated",
  title: "User and password needed",
  error: "The owner of this tunnel asks for a user name and a password.",
  headers: { "WWW-Authenticate": 'Basic realm="tunnel", charset="UTF-8"' },
};
