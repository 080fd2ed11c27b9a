// Handlers for msw 2, in Node and in browsers

import type { paths } from "@frontdesk/contract";
import type { Fetch } from "@frontdesk/sdk";
import { http, type RequestHandler } from "msw";
import { createOpenApiHttp, type OpenApiHttpHandlers } from "openapi-msw";

export interface HandlersOptions {
  /** Base URL that the app under test uses. @default the `url` of the test server */
  baseUrl?: string;
}

/**
 * Returns handlers that pass API requests of the app to a test server.
 *
 * @example
 * const server = await createTestFrontdesk();
 * setupServer(...handlers(server)).listen();
 */
export function handlers(server: { url: string; fetch: Fetch }, { baseUrl = server.url }: HandlersOptions = {}) {
  const respond = ({ request }: { request: Request }) => server.fetch(request);
  return [http.all(`${baseUrl.replace(/\/+$/, "")}/svc-api/*`, respond)] satisfies RequestHandler[];
}

/**
 * Returns msw's `http`, typed by the API contract, to simulate responses that a test server never gives. Works in browsers.
 *
 * @example
 * const http = createHttp("http://localhost:8787");
 * worker.use(http.get("/svc-api/account", ({ response }) =>
 *   response(503).json({ error: "The server is stopping.", code: "unavailable" })));
 */
export function createHttp(baseUrl: string): OpenApiHttpHandlers<paths> {
  return createOpenApiHttp<paths>({ baseUrl: baseUrl.replace(/\/+$/, "") });
}
