import { H3 } from "h3";
import { toJsonResponse } from "./responses.ts";

/** The reason why the server cannot serve requests now. */
export interface HealthProblem {
  /** A sentence for everyone. */
  error: string;
  /** The storage's own error message, for the operator. */
  cause?: string;
}

/** Sources of the admin endpoints' responses, for the operator's monitoring and proxy. */
export interface AdminEndpoints {
  metrics: { text(): Promise<string>; contentType: string };
  /** Returns the reason why no request can be served now, or `null`. */
  checkHealth(): Promise<HealthProblem | null>;
  /** Returns whether the proxy may request a certificate for this domain. */
  isCertificateAllowed(domain: string): Promise<boolean>;
}

/**
 * Creates the application of the admin listener: metrics, health, and whether a reverse proxy, such as Caddy, may request a
 * certificate for a domain on demand.
 */
export function createAdminApp({ metrics, checkHealth, isCertificateAllowed }: AdminEndpoints): H3 {
  const app = new H3({
    silent: true,
    onError: (error) =>
      toJsonResponse(
        { error: error.status === 404 ? "There is nothing at this path." : "The server failed." },
        error.status,
      ),
  });
  attachMetrics(app, metrics);
  app.get("/healthz/live", () => toJsonResponse({ status: "ok" }));
  // The response has the storage's own error, because only the operator can reach this listener.
  app.get("/healthz/ready", () => toHealthResponse(checkHealth, { causes: true }));
  app.get("/tls/ask", async ({ url }) =>
    toTlsAskResponse(await isCertificateAllowed(url.searchParams.get("domain") ?? "")),
  );
  return app;
}

/** Serves the metrics at `/metrics`, for Prometheus. */
export function attachMetrics(app: H3, metrics: AdminEndpoints["metrics"]): void {
  app.get(
    "/metrics",
    async () =>
      new Response(await metrics.text(), {
        headers: { "content-type": metrics.contentType, "x-content-type-options": "nosniff" },
      }),
  );
}

/** Returns 200 if the server can serve requests now, else 503. `causes` adds the storage's own error, for the operator. */
export async function toHealthResponse(
  checkHealth: AdminEndpoints["checkHealth"],
  { causes = false } = {},
): Promise<Response> {
  const problem = await checkHealth();
  if (problem === null) return toJsonResponse({ status: "ok" });
  const { error, cause } = problem;
  return toJsonResponse({ status: "unavailable", error, ...(causes && cause !== undefined ? { cause } : {}) }, 503);
}

/** Returns 200 if the proxy may request the certificate, else 404. */
export function toTlsAskResponse(allowed: boolean): Response {
  return toJsonResponse({ allowed }, allowed ? 200 : 404);
}
