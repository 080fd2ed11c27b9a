// Handlers for msw 2, in Node and in browsers

import type { paths } from "@frontdesk/contract";
import type { Fetch } from "@frontdesk/sdk";
import { http, type RequestHandler } from "msw";
import { createOpenApiHttp, type OpenApiHttpHandlers } from "openapi-msw";

export interface HandlersOptions {
  /** Where the program under test believes the server to be. @default the desk's `url` */
  baseUrl?: string;
}

/**
 * Lets a test desk answer what the program sends to its Frontdesk by the global `fetch`.
 *
 * @example
 * const desk = await createTestFrontdesk();
 * setupServer(...handlers(desk)).listen();
 */
export function handlers(desk: { url: string; fetch: Fetch }, { baseUrl = desk.url }: HandlersOptions = {}) {
  const answer = ({ request }: { request: Request }) => desk.fetch(request);
  return [http.all(`${baseUrl.replace(/\/+$/, "")}/svc-api/*`, answer)] satisfies RequestHandler[];
}

/**
 * msw's `http`, typed by the API's contract: for what a server does that a test desk never would. It needs no desk, so it
 * works in a browser too.
 *
 * @example
 * const http = createHttp("http://localhost:8787");
 * worker.use(http.get("/svc-api/account", ({ response }) =>
 *   response(503).json({ error: "The server is stopping.", code: "unavailable" })));
 */
export function createHttp(baseUrl: string): OpenApiHttpHandlers<paths> {
  return createOpenApiHttp<paths>({ baseUrl: baseUrl.replace(/\/+$/, "") });
}
