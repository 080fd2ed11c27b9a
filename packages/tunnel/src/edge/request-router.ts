import type { HostTarget } from "./access/host.ts";
import { toNetwork } from "./access/network.ts";
import {
  FORBIDDEN,
  loopProblem,
  offlineProblem,
  rateLimitedProblem,
  rejectedProblem,
  UNAUTHORIZED,
  unknownNameProblem,
} from "./problems/edge-problems.ts";
import type { EdgeProblem } from "./problems/problem-page.ts";
import type { TunnelRegistry } from "./tunnels/tunnel-registry.ts";
import type { ClusterEdge, EdgeOptions, Upstream } from "./types.ts";
import { toRequestTarget } from "./visitors/request-target.ts";
import { isLoop, type Visitor, type VisitorRequest } from "./visitors/visitor.ts";

/** An authorized request with the tunnel that serves it. */
export interface RoutedRequest {
  upstream: Upstream;
  visitor: Visitor;
  /** The target in origin form. */
  target: string;
  /** The public name, without a port. */
  domain: string;
}

type RouteResult = RoutedRequest | EdgeProblem;

export interface RequestRouterOptions extends Pick<EdgeOptions, "findByDomain" | "rates"> {
  classify(host: string | undefined): HostTarget;
  visitorOf(request: VisitorRequest): Visitor;
  tunnels: Pick<TunnelRegistry, "next">;
  cluster: Pick<ClusterEdge, "cached" | "find">;
}

/** Finds the tunnel for a visitor's request, and checks the request against the rules of the tunnel's owner. */
export interface RequestRouter {
  /** Returns a promise only if the tunnel is not on this server. */
  route(request: VisitorRequest): RouteResult | Promise<RouteResult>;
  /** Routes a request to another tunnel client of the same name. Returns `null` if its rules reject the request. */
  reroute(request: VisitorRequest, routed: RoutedRequest, upstream: Upstream): RoutedRequest | null;
}

/** Creates the router: it finds the tunnel of a request and checks the visitor. Only a failure of the storage rejects. */
export function createRequestRouter(options: RequestRouterOptions): RequestRouter {
  const { classify, visitorOf, tunnels, cluster, findByDomain, rates } = options;
  return {
    route,
    /**
     * Checks the visitor by the rules of `upstream`, which is another tunnel client of the same name. Returns the route through this
     * client, or `null` if its rules reject the request.
     */
    reroute(request, { domain, target }, upstream) {
      const result = authorize(request, domain, target, upstream);
      // Only a problem has a status.
      return "status" in result ? null : result;
    },
  };

  /** Finds the tunnel by the `Host` header, preferably of a client on this server, then authorizes the request. */
  function route(request: VisitorRequest): RouteResult | Promise<RouteResult> {
    const hostTarget = classify(request.headers.host);
    // A request for the API comes here only if it has several Host headers: a proxy before this server may have gone by another of them.
    // If the first one names a tunnel, `toRequestTarget` rejects it.
    if (hostTarget.kind === "api") return rejectedProblem(400, "The request has more than one Host header.");
    if (hostTarget.kind === "rejected") return rejectedProblem(hostTarget.status, hostTarget.reason);
    const { domain } = hostTarget;
    const target = toRequestTarget(request, domain);
    const isProblem = typeof target !== "string";
    if (isProblem) return target;
    const upstream = tunnels.next(domain) ?? cluster.cached(domain);
    if (upstream === undefined) return routeToCluster(request, domain, target);
    return authorize(request, domain, target, upstream);
  }

  /** Authorizes the request for a tunnel that is connected to another server. Returns a problem if the name or its client is missing. */
  async function routeToCluster(request: VisitorRequest, domain: string, target: string): Promise<RouteResult> {
    const subdomain = await findByDomain(domain);
    if (subdomain === null) return unknownNameProblem(domain);
    const upstream = await cluster.find(subdomain);
    return upstream === null ? offlineProblem(domain) : authorize(request, domain, target, upstream);
  }

  /**
   * Checks whether the visitor may use the tunnel: IP address, password and rate limits. Returns the route or the problem, which
   * may also be that the tunnel leads back to itself.
   */
  function authorize(request: VisitorRequest, domain: string, target: string, upstream: Upstream): RouteResult {
    const visitor = visitorOf(request);
    const { access } = upstream;
    if (isLoop(request, domain)) return loopProblem(domain);
    if (!access.allowsIp(visitor.ip)) return FORBIDDEN;
    const { authorization } = request.headers;
    const needsPassword = access.requiresPassword && !isPreflight(request);
    if (needsPassword && !access.allowsCredentials(authorization))
      return rejectCredentials(authorization, visitor, domain);
    // Each aborted request costs the tunnel client a connection.
    const abortWaitMs = rates?.aborts.retryAfterMs(toVisitorKey(visitor, domain)) ?? 0;
    if (abortWaitMs > 0) return rateLimitedProblem("aborted requests", abortWaitMs);
    return { upstream, visitor, target, domain };
  }

  /**
   * Counts a wrong password and returns the problem to respond with. A request without any, with which browsers begin, is not counted.
   */
  function rejectCredentials(authorization: string | undefined, visitor: Visitor, domain: string): EdgeProblem {
    if (authorization === undefined) return UNAUTHORIZED;
    const waitMs = rates?.guesses.hit(toVisitorKey(visitor, domain)) ?? 0;
    return waitMs > 0 ? rateLimitedProblem("sent a wrong password", waitMs) : UNAUTHORIZED;
  }
}

/** Returns the key under which a visitor's actions at one tunnel are counted. */
export function toVisitorKey({ ip }: Visitor, domain: string): string {
  return `${domain} ${toNetwork(ip)}`;
}

/** CORS preflights never carry credentials, so they pass without a password. */
function isPreflight({ method, headers }: VisitorRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}
