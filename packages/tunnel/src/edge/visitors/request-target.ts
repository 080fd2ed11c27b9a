import type { EdgeProblem } from "../problems/problem-page.ts";
import type { VisitorRequest } from "./visitor.ts";

const UNSUPPORTED_METHODS = new Set(["CONNECT", "TRACE"]);

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** In a flat list of names and values, the names are at the even positions. */
const isValueOrValidName = (text: string, index: number) => index % 2 === 1 || TOKEN.test(text);

/** Returns the request's target as a path with query (origin form), or the problem to respond with if the request is invalid. */
export function toRequestTarget(request: VisitorRequest, domain: string): string | EdgeProblem {
  const { method = "", url = "", rawHeaders, fieldsCache } = request;
  // Only the edge's own reader sets `fieldsCache`, and it accepts only requests that pass all checks below.
  const isValidated = fieldsCache !== undefined;
  if (isValidated) return url;
  if (UNSUPPORTED_METHODS.has(method)) {
    return {
      status: 405,
      code: "method_not_allowed",
      title: "Method not allowed",
      error: `The method ${method} is not supported.`,
    };
  }
  // Older versions of Node accept what RFC 3986 and RFC 9112 do not allow.
  if (!VISIBLE_ASCII.test(url)) return badRequest("The request target has characters that must be percent-encoded.");
  if (!rawHeaders.every(isValueOrValidName)) return badRequest("A header name contains an invalid character.");
  if (countHosts(rawHeaders) !== 1) return badRequest("The request needs exactly one Host header.");
  // Only chunks are decoded and encoded again for the app. It would take any other coding for the body itself.
  if (request.headers["transfer-encoding"]?.includes(",")) {
    return {
      status: 501,
      code: "invalid_request",
      title: "This request cannot be served",
      error: "The only supported Transfer-Encoding is chunked.",
    };
  }
  // `*` asks for the options of the whole server (RFC 9112, 3.2.4).
  if (url.startsWith("/") || (url === "*" && method === "OPTIONS")) return url;
  // A URL as the target, such as `http://demo.example.com/path` (absolute form), must have the host of the Host header.
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(url);
  if (absolute === null) return badRequest("The request target is neither a path nor a URL.");
  const [origin, authority = ""] = absolute;
  const path = url.slice(origin.length);
  if (authority.toLowerCase() !== request.headers.host?.toLowerCase()) {
    return badRequest(`The request target names another host than ${domain}.`);
  }
  // A URL may have no path: `http://demo.example.com?query`.
  return path.startsWith("/") ? path : `/${path}`;
}

/** Counts the Host headers of a request; Node's `headers.host` shows only the first. */
export function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    // The length comes first for speed: most names need no copy in lower case.
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts;
}

function badRequest(error: string): EdgeProblem {
  return { status: 400, code: "invalid_request", title: "This request cannot be served", error };
}
