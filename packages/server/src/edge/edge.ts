import type { IncomingMessage, ServerResponse } from "node:http";
import { ServerResponse as Response } from "node:http";
import type { Socket } from "node:net";
import { createAgents } from "./agents.ts";
import { type Exchange, startExchange } from "./exchange.ts";
import { createHostClassifier } from "./host.ts";
import { type EdgeProblem, sendProblem } from "./problem-page.ts";
import { toTarget } from "./target.ts";
import { createTunnels } from "./tunnels.ts";
import type { Edge, EdgeOptions, EdgeTuning } from "./types.ts";
import { createVisitorReader, listOf, toRequestHead } from "./visitor.ts";

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

  const tunnels = createTunnels({ bus, findByDomain, log, onOpen() {}, onClose() {} });
  const dialled = createAgents({
    ...options,
    tunnels,
    tuning,
    now,
    urlOf: (domain) => `${protocol}//${domain}${port === "" ? "" : `:${port}`}`,
    isClosing: () => closing,
    relay: () => false,
  });
  const sweeper = setInterval(sweep, Math.min(1_000, tuning.heartbeat / 2, tuning.responseTimeout / 2)).unref();

  return {
    isTunnelHost: (host) => classify(host).kind !== "api",
    request: (request, response) => void visit(request, response),
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
      void visit(request, response, websocket ? { socket: socket as Socket, head } : undefined);
    },
    async isOnline(subdomainId) {
      return tunnels.isOnline(subdomainId);
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
      tunnels.close();
    },
  };

  function sweep(): void {
    const time = now();
    for (const exchange of exchanges) exchange.sweep(time);
    for (const session of tunnels.sessions()) session.sweep();
  }

  function visit(
    request: IncomingMessage,
    response: ServerResponse,
    websocket?: { socket: Socket; head: Buffer },
  ): void {
    const host = request.headers.host;
    const aim = classify(host);
    if (aim.kind !== "tunnel") {
      const { status, reason } =
        aim.kind === "refused" ? aim : { status: 400 as const, reason: "No tunnel was asked for." };
      return deny(REFUSED(status, reason));
    }
    const target = toTarget(request, aim.domain);
    if (typeof target !== "string") return deny(target);
    const session = tunnels.next(aim.domain);
    if (session === undefined) return void explainAbsence(aim.domain);

    const visitor = visitorOf(request);
    const { gate } = session;
    if (!gate.allowsAddress(visitor.address)) return deny(FORBIDDEN);
    if (gate.guarded && !isPreflight(request) && !gate.allowsCredentials(request.headers.authorization)) {
      return deny(UNAUTHORIZED);
    }
    const body = bodyOf(request, websocket !== undefined);
    const head = toRequestHead({
      request,
      visitor,
      domain: aim.domain,
      hostHeader: gate.hostHeader,
      target,
      framing: body === "length" ? { kind: body, length: Number(request.headers["content-length"]) } : { kind: body },
      withoutCredentials: gate.guarded,
      websocket: websocket !== undefined,
    });
    exchanges.add(
      startExchange({
        request,
        response,
        head,
        body,
        websocket,
        acquire: session.pool.acquire,
        responseTimeout: tuning.responseTimeout,
        bodyWindow: tuning.bodyWindow,
        now,
        abuseContact,
        zones,
        onEnd: (exchange) => exchanges.delete(exchange),
      }),
    );

    function deny(problem: EdgeProblem): void {
      sendProblem(request, response, problem, abuseContact);
    }

    async function explainAbsence(domain: string): Promise<void> {
      try {
        deny((await findByDomain(domain)) === null ? UNKNOWN(domain) : OFFLINE(domain));
      } catch {
        deny(UNAVAILABLE);
      }
    }
  }
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
