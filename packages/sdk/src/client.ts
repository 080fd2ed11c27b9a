import type { paths } from "@frontdesk/contract";
import createOpenApiClient, { type Client } from "openapi-fetch";
import { toBaseUrl, toToken } from "./environment.ts";
import { toFrontdeskError } from "./errors.ts";
import { createSender, type Fetch } from "./sending.ts";

/** The typed low level: every path of openapi.yaml, answering `{ data, error, response }`. */
export type FrontdeskClient = Client<paths>;

export interface ClientOptions {
  /** Where the server is, such as `http://localhost:8787`. @default FRONTDESK_URL of the environment */
  baseUrl?: string;
  /** Sent as `Authorization: Bearer`. */
  token: string;
  /** @default globalThis.fetch, looked up at each request */
  fetch?: Fetch;
  /** Whether a request is tried anew that may succeed later: nothing answered, an overload, a restart. @default true */
  retries?: boolean;
}

/** Makes the typed low level for one credential. */
export function createClient({ baseUrl, token, fetch, retries = true }: ClientOptions): FrontdeskClient {
  const url = toBaseUrl(baseUrl);
  return createOpenApiClient<paths>({
    baseUrl: url,
    headers: { authorization: `Bearer ${toToken(token, "svc")}` },
    fetch: createSender({ baseUrl: url, fetch, retries }),
  });
}

/** The data of an answer. @throws FrontdeskError when the server refused. */
export async function unwrap<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok && data !== undefined) return data;
  throw toFrontdeskError(error, response);
}
