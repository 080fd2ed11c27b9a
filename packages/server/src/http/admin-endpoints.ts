import { H3 } from "h3";
import type { HealthProblem } from "../lifetime/health.ts";
import { toJsonResponse } from "./responses.ts";

/** What stands on the admin listener, for the operator's own programs alone. */
export interface AdminEndpoints {
  metrics: { text(): Promise<string>; contentType: string };
  /** `null`, or why no request can be served now. */
  checkHealth(): Promise<HealthProblem | null>;
  isCertificateAllowed(domain: string): Promise<boolean>;
}

/** The application of the admin listener (contract section 11). */
export function createAdminApp({ metrics, checkHealth: fault, isCertificateAllowed: tlsAsk }: AdminEndpoints): H3 {
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
  app.get("/healthz/ready", () => toHealthResponse(fault, { causes: true }));
  app.get("/tls/ask", async ({ url }) => toTlsAskResponse(await tlsAsk(url.searchParams.get("domain") ?? "")));
  return app;
}

export function attachMetrics(app: H3, metrics: AdminEndpoints["metrics"]): void {
  app.get(
    "/metrics",
    async () =>
      new Response(await metrics.text(), {
        headers: { "content-type": metrics.contentType, "x-content-type-options": "nosniff" },
      }),
  );
}

export async function toHealthResponse(
  fault: AdminEndpoints["checkHealth"],
  { causes = false } = {},
): Promise<Response> {
  const found = await fault();
  if (found === null) return toJsonResponse({ status: "ok" });
  const { error, cause } = found;
  return toJsonResponse({ status: "unavailable", error, ...(causes && cause !== undefined ? { cause } : {}) }, 503);
}

export function toTlsAskResponse(allowed: boolean): Response {
  return toJsonResponse({ allowed }, allowed ? 200 : 404);
}
