import type { paths } from "@frontdesk/contract";
import type {
  ErrorResponse,
  FilterKeys,
  IsOperationRequestBodyOptional,
  MediaType,
  OperationRequestBodyContent,
  PathsWithMethod,
  RequiredKeysOf,
  SuccessResponse,
} from "openapi-typescript-helpers";
import { toBaseUrl, toToken } from "./environment.ts";
import { toFrontdeskError } from "./errors.ts";
import { checkOptions } from "./known-options.ts";
import { createSender, type Fetch } from "./sending.ts";
import type { Limits } from "./within.ts";

type Method = "get" | "put" | "post" | "delete";
type Params<T> = T extends { parameters: infer P }
  ? RequiredKeysOf<P> extends never
    ? { params?: P }
    : { params: P }
  : { params?: never };
type Body<T> =
  OperationRequestBodyContent<T> extends never
    ? { body?: never }
    : IsOperationRequestBodyOptional<T> extends true
      ? { body?: OperationRequestBodyContent<T> }
      : { body: OperationRequestBodyContent<T> };
type Init<T> = Params<T> & Body<T> & Limits;
type Answers<T> = T extends { responses: infer R extends Record<string | number, unknown> } ? R : never;
type Answer<T> =
  | { data: SuccessResponse<Answers<T>, MediaType>; error?: never; response: Response }
  | { data?: never; error: ErrorResponse<Answers<T>, MediaType>; response: Response };
type Call<M extends Method> = <Path extends PathsWithMethod<paths, M>>(
  path: Path,
  ...init: RequiredKeysOf<Init<FilterKeys<paths[Path], M>>> extends never
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
  token: string | null;
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

/** Makes the typed low level for one credential. */
export function createClient(options: ClientOptions): FrontdeskClient {
  checkOptions(options, ["baseUrl", "token", "fetch", "retries"], "createClient()");
  const { token, fetch, retries = true } = options;
  const baseUrl = toBaseUrl(options.baseUrl);
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${toToken(token, "svc")}` };
  const send = createSender({ baseUrl, fetch, retries });

  function call<M extends Method>(method: M): Call<M> {
    const ask = async (path: string, { params, body, ...limits }: AnyInit = {}) => {
      const text = body === undefined ? null : JSON.stringify(body);
      const init = {
        method: method.toUpperCase(),
        headers: { ...headers, ...(text === null ? {} : { "content-type": "application/json" }) },
        body: text,
      };
      const { response, text: sent } = await send(baseUrl + toTarget(path, params), init, limits);
      const answer = read(response, sent);
      // A page in the place of an answer: whoever sent it is no Frontdesk.
      const isAnswer = response.ok && !(typeof answer === "string" && path.startsWith("/svc-api/"));
      return isAnswer ? { data: answer, response } : { error: answer, response };
    };
    // What a path takes and answers is said by openapi.yaml, which the compiler holds the caller to.
    return ask as Call<M>;
  }
  return { GET: call("get"), PUT: call("put"), POST: call("post"), DELETE: call("delete") };
}

function toTarget(path: string, params: AnyInit["params"] = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.path?.[name] ?? "";
    if (value === "") throw new TypeError(`${path} needs \`${name}\`, which is empty.`);
    return encodeURIComponent(value);
  });
  const query = Object.entries(params.query ?? {}).filter(([, value]) => value !== undefined);
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return search ? `${filled}?${search}` : filled;
}

/** JSON as what it holds, anything else as its text. */
function read(response: Response, text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // Documents are text; and what a proxy answers in the server's place is no JSON either.
    if (response.ok && /\bjson\b/.test(response.headers.get("content-type") ?? "")) throw error;
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
