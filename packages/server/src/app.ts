import { rootCauseMessage } from "@frontdesk/basics";
import { createProxyMatcher } from "@frontdesk/tunnel/edge";
import { H3 } from "h3";
import type { Services } from "./context.ts";
import { operationHandlers } from "./handlers/index.ts";
import { attachMetrics, type HealthProblem, toHealthResponse, toTlsAskResponse } from "./http/admin-endpoints.ts";
import { attachAgentPages } from "./http/agent-pages.ts";
import { createAuthenticator } from "./http/auth.ts";
import { createClientIpReader, createClientNetworkReader } from "./http/client-network.ts";
import { attachCompanionPages } from "./http/companion-pages.ts";
import { attachContractPages } from "./http/contract-pages.ts";
import { attachDashboard } from "./http/dashboard.ts";
import { attachDownloads } from "./http/downloads.ts";
import { attachMcp } from "./http/mcp.ts";
import { mountOperations, type RequestLogger } from "./http/mount-operations.ts";
import { isProxied } from "./http/proxied.ts";
import { toJsonResponse, toProblemResponse } from "./http/responses.ts";
import type { RateLimits } from "./limits/rate-limits.ts";
import { attachOAuth } from "./oauth/attach-oauth.ts";
import { findOAuthUrls } from "./oauth/availability.ts";
import { toChallenge } from "./oauth/metadata.ts";
import { Problem, StorageError } from "./problem.ts";
import { attachProviders } from "./providers/attach.ts";
import type { Kv, ServerBus } from "./storage/types.ts";

interface AppOptions {
  services: Services;
  kv: Kv;
  rates: RateLimits;
  /** Returns the reason why no request can be served now, or `null`. */
  checkHealth(): Promise<HealthProblem | null>;
  /** Tells the other servers of a cluster that an MCP call was cancelled. */
  bus: ServerBus;
  /** Aborts when the server begins to stop. */
  stopping: AbortSignal;
  /** Returns whether the proxy may request a certificate for this domain. */
  isCertificateAllowed(domain: string): Promise<boolean>;
}

/** Creates the HTTP application: the contract's operations, pages, downloads, MCP and health (contract section 2). */
export function createApp({ services, kv, rates, checkHealth, bus, stopping, isCertificateAllowed }: AppOptions): H3 {
  const { log, metrics } = services;
  const { trustedProxies } = services.options;
  const clientNetworkOf = createClientNetworkReader(trustedProxies);
  const clientIpOf = createClientIpReader(trustedProxies);
  const authenticator = createAuthenticator(services, kv, rates, clientIpOf);
  const isTrustedProxy = createProxyMatcher(trustedProxies);
  const app = new H3({
    // `onError` logs what needs to be logged.
    silent: true,
    /** Responds to a request that no route handled, or whose handler failed. */
    onError: (error, { url: { pathname } }) => {
      // A page has thrown it. The router's own errors have no such cause.
      if (error.cause instanceof Problem) return toProblemResponse(error.cause);
      if (error.status === 404) {
        // The path itself is not repeated, because it may contain a key.
        const hint = pathname.startsWith("/svc-api/svc-api/") ? " It has /svc-api twice: is the base URL right?" : "";
        return toProblemResponse(new Problem("not_found", `There is nothing at this path.${hint}`));
      }
      // The router rejects malformed paths before any operation is known.
      if (error.status === 400)
        return toProblemResponse(new Problem("invalid_request", "The path's percent-encoding is broken."));
      log.error("A request failed", error);
      return toProblemResponse(new Problem("internal", "The server failed; its log says why."));
    },
  });
  const parts = { app, services, authenticator, rates, clientNetworkOf, clientIpOf };
  const requestParts = { ...parts, log: createRequestLogger(services) };
  mountOperations({ ...requestParts, handlers: operationHandlers });
  // The earlier edition of the contract has no routes of providers.
  if (services.options.edition === "later") attachProviders(requestParts);

  attachDashboard(app, services);
  attachContractPages(app, services);
  if (services.options.publicMetrics) attachMetrics(app, metrics);
  attachOAuth(parts);
  attachMcp({
    ...parts,
    bus,
    stopping,
    log,
    /**
     * Returns the header of a 401 that says where an MCP client can sign in; `null` if OAuth is off. With `hasToken`, the header also
     * says that the request's token is invalid.
     */
    toChallenge(request, hasToken) {
      const urls = findOAuthUrls(services, request);
      return urls && toChallenge(urls, hasToken);
    },
  });
  attachAgentPages(app, services);
  attachDownloads(app, services);
  attachCompanionPages(app, services);
  // Reached only if a program mounts `fetch` without calling `attach()`: tunnels need its listener.
  app.all("/svc-tunnel/**", () =>
    toJsonResponse({ error: "it is embedded in a program that has not called attach().", code: "unavailable" }, 501),
  );
  app.get("/healthz", () => toHealthResponse(checkHealth));
  // For the reverse proxy, which asks before it requests a certificate. Requests that it forwards come from outside.
  app.get("/tls/ask", async ({ req, url }) => {
    // A request in process has no IP address.
    const isFromProxy = !req.ip || isTrustedProxy(req.ip);
    if (!isFromProxy || isProxied(req.headers)) return toJsonResponse({ allowed: false }, 403);
    return toTlsAskResponse(await isCertificateAllowed(url.searchParams.get("domain") ?? ""));
  });
  return app;
}

/** Creates the log of API requests. Each request is also counted and timed in the metrics. */
function createRequestLogger({ log, metrics }: Services): RequestLogger {
  return {
    request({ id, operation, status, milliseconds }) {
      metrics.recordRequest(operation, status, milliseconds);
      log.debug?.("Request", { id, operation, status, ms: Math.round(milliseconds * 10) / 10 });
    },
    rejectedKey: (operation, reason, client) => log.info("Key rejected", { operation, why: reason, client }),
    /** Logs an unexpected error. A failing storage is a warning without a stack: the fault is not in the program. */
    failure(operation, id, error) {
      if (!(error instanceof StorageError)) return log.error(`${operation} failed (request ${id})`, error);
      const summary = error.fault === "full" ? "Storage full" : "Storage failed";
      log.warn(`${summary}; request rejected with 503`, { operation, id, why: rootCauseMessage(error) });
    },
  };
}
