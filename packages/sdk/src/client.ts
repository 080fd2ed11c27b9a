import type { ErrorCode, paths } from "@frontdesk/contract";
import createOpenApiClient, { type Client } from "openapi-fetch";
import { FrontdeskError } from "./errors.ts";

/** Sends a request; `globalThis.fetch` when none is given. */
export type Fetch = (request: Request) => Promise<Response>;

/** The typed low level: every path of openapi.yaml, answering `{ data, error, response }`. */
export type FrontdeskClient = Client<paths>;

export interface ClientOptions {
  /** Where the server is, such as `http://localhost:8787`. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer`. */
  token: string;
  /** @default globalThis.fetch, looked up at each request */
  fetch?: Fetch;
}

/** Makes the typed low level for one credential. */
export function createClient({ baseUrl, token, fetch }: ClientOptions): FrontdeskClient {
  return createOpenApiClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    headers: { authorization: `Bearer ${token}` },
    // Looked up late, so that a fetch that is replaced after this call is used.
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
  });
}

/** The data of an answer. @throws FrontdeskError when the server refused. */
export async function unwrap<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok && data !== undefined) return data;
  const problem = error as { error?: unknown; code?: unknown } | undefined;
  const isProblem = typeof problem === "object" && problem !== null && typeof problem.error === "string";
  throw new FrontdeskError(
    response.status,
    // Servers of the original interface send no code.
    isProblem && typeof problem.code === "string" ? (problem.code as ErrorCode) : null,
    isProblem ? String(problem.error) : `${new URL(response.url || "http://server").host} answered ${response.status}`,
  );
}
