import type { paths } from "@frontdesk/contract";
import createOpenApiClient, { type FetchOptions, type FetchResponse } from "openapi-fetch";
import type { FilterKeys, MediaType, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import { toFrontdeskError } from "../errors.ts";
import { toBaseUrl, toKey } from "./environment.ts";
import { checkOptions } from "./known-options.ts";
import { createSender, type Fetch } from "./sending.ts";
import type { Limits } from "./within.ts";

type Method = "get" | "put" | "post" | "delete";
// The options that openapi-fetch takes beside these would bypass the sender or the parsing below.
type Init<Operation> = Pick<FetchOptions<Operation>, "params" | "body"> & Limits;
type Answer<Operation> = FetchResponse<Pick<Operation, "responses" & keyof Operation>, object, MediaType>;
type Call<M extends Method> = <Path extends PathsWithMethod<paths, M>>(
  path: Path,
  ...init: RequiredKeysOf<FetchOptions<FilterKeys<paths[Path], M>>> extends never
    ? [init?: Init<FilterKeys<paths[Path], M>>]
    : [init: Init<FilterKeys<paths[Path], M>>]
) => Promise<Answer<FilterKeys<paths[Path], M>>>;

/** The typed low level: every path of openapi.yaml, answering `{ data, error, response }`. */
export interface FrontdeskClient {
  GET: Call<"get">;
  PUT: Call<"put">;
  POST: Call<"post">;
  DELETE: Call<"delete">;
}

export interface ClientOptions {
  /** Where the server is, such as `http://localhost:8787`. @default FRONTDESK_URL of the environment */
  baseUrl?: string;
  /** Sent as `Authorization: Bearer`; `null` for what needs no key. */
  key: string | null;
  /** @default globalThis.fetch, looked up at each request */
  fetch?: Fetch;
  /** Whether a request is tried anew that may succeed later: nothing answered, an overload, a restart. @default true */
  retries?: boolean;
}

/** What every call is given, whatever its path says. */
interface AnyInit extends Limits {
  params?: { path?: Record<string, string>; query?: Record<string, unknown> };
  body?: unknown;
}

/** One request of openapi-fetch, whatever its path. Data is text, for a response may be no JSON. */
type AnyRequest = (
  method: Method,
  path: string,
  init: Record<string, unknown>,
) => Promise<{ data?: string; error?: unknown; response: Response }>;

/** Makes the typed low level for one credential. */
export function createClient(options: ClientOptions): FrontdeskClient {
  checkOptions(options, ["baseUrl", "key", "fetch", "retries"], "createClient()");
  const { key, fetch, retries = true } = options;
  const baseUrl = toBaseUrl(options.baseUrl);
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${toKey(key, "svc")}` };
  const api = createOpenApiClient<paths>({ baseUrl, headers });
  const send = createSender({ baseUrl, fetch, retries });

  function call<M extends Method>(method: M): Call<M> {
    // The compiler holds callers to openapi.yaml by the type of `Call`; in here any path will do.
    const request = api.request as unknown as AnyRequest;
    const ask = async (path: string, { params, body, ...limits }: AnyInit = {}) => {
      checkPath(path, params?.path);
      const isPost = method === "post";
      const { data, error, response } = await send(limits, isPost, (fetch, signal) =>
        // The platform's Request is looked up at each request, like its fetch.
        request(method, path, { params, body, signal, fetch, Request: globalThis.Request, parseAs: "text" }),
      );
      const answer = data === undefined ? error || undefined : read(response, data);
      // A page in the place of an answer: whoever sent it is no Frontdesk.
      const isAnswer = response.ok && !(typeof answer === "string" && path.startsWith("/svc-api/"));
      return isAnswer ? { data: answer, response } : { error: answer, response };
    };
    return ask as Call<M>;
  }
  return { GET: call("get"), PUT: call("put"), POST: call("post"), DELETE: call("delete") };
}

function checkPath(path: string, values: Record<string, string> = {}): void {
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g))
    if ((values[name] ?? "") === "") throw new TypeError(`${path} needs \`${name}\`, which is empty.`);
}

/** JSON as what it holds, anything else as its text. */
function read(response: Response, text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // Documents are text; and what a proxy answers in the server's place is no JSON either.
    if (/\bjson\b/.test(response.headers.get("content-type") ?? "")) throw error;
    return text;
  }
}

/**
 * The data of a low-level answer, which is never an error.
 *
 * @throws FrontdeskError of the answer's code when the server refused.
 * @example const { mailboxes, next } = await unwrap(client.GET("/svc-api/mailbox/list", { params: { query: { limit: 100 } } }));
 */
export async function unwrap<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok && data !== undefined && error === undefined) return data;
  throw toFrontdeskError(error, response);
}
