import type { EdgeProblem } from "../problems/problem-page.ts";
import type { Asked } from "./visitor.ts";

const METHODS_NOT_SERVED = new Set(["CONNECT", "TRACE"]);

const VISIBLE = /^[\x21-\x7e]+$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Of names and values in turns. */
const isTokenOrValue = (text: string, at: number) => at % 2 === 1 || TOKEN.test(text);

/** The request's target in origin form, or why the request is refused. */
export function toTarget(request: Asked, domain: string): string | EdgeProblem {
  const { method = "", url = "", rawHeaders, passed } = request;
  if (passed !== undefined) return url;
  if (METHODS_NOT_SERVED.has(method)) {
    return {
      status: 405,
      code: "method_not_allowed",
      title: "Method not allowed",
      error: `${method} is not served here.`,
    };
  }
  // Older Node lets through what RFC 3986 and RFC 9112 do not.
  if (!VISIBLE.test(url)) return bad("The request target has characters that must be percent-encoded.");
  if (!rawHeaders.every(isTokenOrValue)) return bad("A header's name has a character that no name may have.");
  if (countHosts(rawHeaders) !== 1) return bad("The request needs exactly one Host header.");
  // Chunks are made anew for the app; it would take what is coded beside for the body itself.
  if (request.headers["transfer-encoding"]?.includes(",")) {
    return {
      status: 501,
      code: "invalid_request",
      title: "This request cannot be served",
      error: "The only Transfer-Encoding that is served here is chunked.",
    };
  }
  if (url.startsWith("/") || (url === "*" && method === "OPTIONS")) return url;
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(url);
  if (absolute === null) return bad("The request target is neither a path nor an address.");
  const [start, authority = ""] = absolute;
  const rest = url.slice(start.length);
  if (authority.toLowerCase() !== request.headers.host?.toLowerCase()) {
    return bad(`The request target names another host than ${domain}.`);
  }
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** How many Host headers a request has; Node's own `headers.host` shows only the first. */
export function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts;
}

function bad(error: string): EdgeProblem {
  return { status: 400, code: "invalid_request", title: "This request cannot be served", error };
}
