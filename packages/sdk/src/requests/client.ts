import type { paths } from "@frontdesk/contract";
import createOpenApiClient, { type FetchOptions, type FetchResponse } from "openapi-fetch";
import type { FilterKeys, MediaType, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import { toFrontdeskError } from "../errors.ts";
import { toBaseUrl, toKey } from "./environment.ts";
import { checkOptions } from "./known-options.ts";
import { createRequestSender, type Fetch } from "./send-request.ts";
import type { RequestLimits } from "./with-limits.ts";

type Method = "get" | "put" | "post" | "delete";
// Other options of openapi-fetch would bypass the retries or the parsing below.
type OperationInit<Operation> = Pick<FetchOptions<Operation>, "params" | "body"> & RequestLimits;
type OperationResult<Operation> = FetchResponse<Pick<Operation, "responses" & keyof Operation>, object, MediaType>;
type OperationCall<M extends Method> = <Path extends PathsWithMethod<paths, M>>(
  path: Path,
  ...init: RequiredKeysOf<FetchOptions<FilterKeys<paths[Path], M>>> extends never
    ? [init?: OperationInit<FilterKeys<paths[Path], M>>]
    : [init: OperationInit<FilterKeys<paths[Path], M>>]
) => Promise<OperationResult<FilterKeys<paths[Path], M>>>;

/** Typed calls of every path in openapi.yaml. Each returns `{ data, error, response }` and does not throw on error statuses. */
export interface FrontdeskClient {
  GET: OperationCall<"get">;
  PUT: OperationCall<"put">;
  POST: OperationCall<"post">;
  DELETE: OperationCall<"delete">;
}

export interface ClientOptions {
  /** URL of the server, such as `http://localhost:8787`. @default FRONTDESK_URL of the environment */
  baseUrl?: string;
  /** Sent as `Authorization: Bearer`; `null` for endpoints without authentication. */
  key: string | null;
  /** @default globalThis.fetch, looked up at each request */
  fetch?: Fetch;
  /** Retries requests that failed because the server was unreachable, overloaded or restarting. @default true */
  retries?: boolean;
}

/** Arguments of a call, whatever its path. */
interface AnyInit extends RequestLimits {
  params?: { path?: Record<string, string>; query?: Record<string, unknown> };
  body?: unknown;
}

/** The request function of openapi-fetch, whatever the path. `data` is text because a response may not be JSON. */
type AnyRequest = (
  method: Method,
  path: string,
  init: Record<string, unknown>,
) => Promise<{ data?: string; error?: unknown; response: Response }>;

/** All kinds of keys begin with this. */
const anyKeyPrefix = "svc";

/** Creates the typed calls for one credential; with the key `null` for endpoints without authentication. */
export function createClient(options: ClientOptions): FrontdeskClient {
  checkOptions(options, ["baseUrl", "key", "fetch", "retries"], "createClient()");
  const { key, fetch, retries = true } = options;
  const baseUrl = toBaseUrl(options.baseUrl);
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${toKey(key, anyKeyPrefix)}` };
  const api = createOpenApiClient<paths>({ baseUrl, headers });
  // Takes any path: the type `OperationCall` checks callers against openapi.yaml.
  const request = api.request as unknown as AnyRequest;
  const send = createRequestSender({ baseUrl, fetch, retries });
  return { GET: call("get"), PUT: call("put"), POST: call("post"), DELETE: call("delete") };

  /** Creates the typed calls of one HTTP method. */
  function call<M extends Method>(method: M): OperationCall<M> {
    /**
     * Sends a request and parses the text of its response. `send` may repeat it, but a POST only if the server did nothing. Request
     * bodies are JSON, except that of `rawMailPath`. Passes the global `Request` of this moment: openapi-fetch would use that of the
     * client's creation.
     */
    async function callPath(path: string, { params, body, ...limits }: AnyInit = {}) {
      checkPath(path, params?.path);
      const specialInit = path === rawMailPath ? rawMailInit : {};
      const init = { params, body, ...specialInit, Request: globalThis.Request, parseAs: "text" };
      const isPost = method === "post";
      const result = await send(limits, isPost, (fetch, signal) => request(method, path, { ...init, signal, fetch }));
      return toParsedResult(path, result);
    }
    return callPath as OperationCall<M>;
  }
}

/**
 * Converts what openapi-fetch returns: the text of a success as `data`, or the parsed body of an error status as `error`, which is "" for
 * an empty body. Returns the parsed content in the same fields, `undefined` for an empty body. A success with text is an error if
 * the path has JSON, as all below `/svc-api/`: then a proxy or some other server has responded.
 */
function toParsedResult(path: string, { data, error, response }: Awaited<ReturnType<AnyRequest>>) {
  const content = data === undefined ? error || undefined : parseBody(path, response, data);
  const isFromOtherServer = typeof content === "string" && path.startsWith("/svc-api/");
  return response.ok && !isFromOtherServer ? { data: content, response } : { error: content, response };
}

/** The one path whose body is not JSON: a mail, which is sent as it is. */
const rawMailPath = "/svc-api/mail/push";
const rawMailInit = { bodySerializer: (mail: unknown) => mail, headers: { "content-type": "message/rfc822" } };

/** Rejects an empty path parameter, which would make the path that of another endpoint. @throws TypeError */
function checkPath(path: string, values: Record<string, string> = {}): void {
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g))
    if ((values[name] ?? "") === "") throw new TypeError(`${path} needs \`${name}\`, which is empty.`);
}

/** Parses JSON; returns anything else as text. @throws SyntaxError for JSON that is cut off */
function parseBody(path: string, response: Response, text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // What calls itself JSON was cut off. Other texts are no error here: some endpoints return text, and so do proxies.
    if (/\bjson\b/.test(response.headers.get("content-type") ?? ""))
      throw new SyntaxError(`The JSON of ${path} was cut off. Try again.`);
    return text;
  }
}

/**
 * Returns the data of a call, or throws its error.
 *
 * @throws FrontdeskError of the class for the response's code
 * @example const { mailboxes, next } = await unwrap(client.GET("/svc-api/mailbox/list", { params: { query: { limit: 100 } } }));
 */
export async function unwrap<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  // A success without JSON has its text as `error`; one without a body has no `data`. Both are errors.
  if (response.ok && data !== undefined && error === undefined) return data;
  throw toFrontdeskError(error, response);
}
