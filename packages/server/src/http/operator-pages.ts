import { H3 } from "h3";
import type { Fault } from "../lifetime/health.ts";
import { toJson } from "./answers.ts";

/** What stands on the admin listener, for the operator's own programs alone. */
export interface OperatorPages {
  metrics: { text(): Promise<string>; contentType: string };
  /** `null`, or why no request can be served now. */
  fault(): Promise<Fault | null>;
  tlsAsk(domain: string): Promise<boolean>;
}

/** The application of the admin listener (contract section 11). */
export function createOperatorApp({ metrics, fault, tlsAsk }: OperatorPages): H3 {
  const app = new H3({
    silent: true,
    onError: (error) =>
      toJson({ error: error.status === 404 ? "There is nothing at this path." : "The server failed." }, error.status),
  });
  attachMetrics(app, metrics);
  app.get("/healthz/live", () => toJson({ status: "ok" }));
  app.get("/healthz/ready", () => answerHealth(fault, { causes: true }));
  app.get("/tls/ask", async ({ url }) => answerTlsAsk(await tlsAsk(url.searchParams.get("domain") ?? "")));
  return app;
}

export function attachMetrics(app: H3, metrics: OperatorPages["metrics"]): void {
  app.get(
    "/metrics",
    async () =>
      new Response(await metrics.text(), {
        headers: { "content-type": metrics.contentType, "x-content-type-options": "nosniff" },
      }),
  );
}

export async function answerHealth(fault: OperatorPages["fault"], { causes = false } = {}): Promise<Response> {
  const found = await fault();
  if (found === null) return toJson({ status: "ok" });
  const { error, cause } = found;
  return toJson({ status: "unavailable", error, ...(causes && cause !== undefined ? { cause } : {}) }, 503);
}

export function answerTlsAsk(allowed: boolean): Response {
  return toJson({ allowed }, allowed ? 200 : 404);
}
