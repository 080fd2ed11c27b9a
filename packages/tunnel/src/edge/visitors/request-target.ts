import type { EdgeProblem } from "../problems/problem-page.ts";
import type { VisitorRequest } from "./visitor.ts";

const UNSUPPORTED_METHODS = new Set(["CONNECT", "TRACE"]);

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** In a flat list of names and values, the names are at the even positions. */
const isValueOrValidName = (text: string, index: number) => index % 2 === 1 || TOKEN.test(text);

/** Returns the request's target as a path with query (origin form), or the problem to respond with if the request is invalid. */
export function toRequestTarget(request: VisitorRequest, domain: string): string | EdgeProblem {
  const { method, url = "", headers, fieldsCache } = request;
  // Only the edge's own parser sets `fieldsCache`. It accepts only requests whose target is a path, and which pass all checks below.
  const isValidated = fieldsCache !== undefined;
  if (isValidated) return url;
  const problem = findProblem(request);
  if (problem !== null) return problem;
  const isForWholeServer = url === "*" && method === "OPTIONS";
  if (url.startsWith("/") || isForWholeServer) return url;
  return toOriginForm(url, headers.host, domain);
}

/** Returns why a request must be rejected whatever its path is, or `null`. Node's parser rejects only some of these requests. */
function findProblem({ method = "", url = "", headers, rawHeaders }: VisitorRequest): EdgeProblem | null {
  if (UNSUPPORTED_METHODS.has(method)) {
    const error = `The method ${method} is not supported.`;
    return { status: 405, code: "method_not_allowed", title: "Method not allowed", error };
  }
  if (!VISIBLE_ASCII.test(url)) return badRequest("The request target has characters that must be percent-encoded.");
  if (!rawHeaders.every(isValueOrValidName)) return badRequest("A header name contains an invalid character.");
  if (countHosts(rawHeaders) !== 1) return badRequest("The request needs exactly one Host header.");
  // Only chunks are decoded here. Of `gzip, chunked` the app would get the packed bytes and take them for the body itself.
  const hasSecondCoding = headers["transfer-encoding"]?.includes(",");
  if (hasSecondCoding) return { ...badRequest("The only supported Transfer-Encoding is chunked."), status: 501 };
  return null;
}

/**
 * Converts a URL that is the target of a request, such as `http://demo.example.com/path`, to its path with query. Returns a problem if
 * it is no URL, or names another host than the `Host` header: the tunnel was found by that header, and the app gets it.
 */
function toOriginForm(url: string, host: string | undefined, domain: string): string | EdgeProblem {
  const match = /^https?:\/\/([^/?#]*)/i.exec(url);
  if (match === null) return badRequest("The request target is neither a path nor a URL.");
  const [origin, authority = ""] = match;
  if (authority.toLowerCase() !== host?.toLowerCase()) {
    return badRequest(`The request target names another host than ${domain}.`);
  }
  const pathAndQuery = url.slice(origin.length);
  return pathAndQuery.startsWith("/") ? pathAndQuery : `/${pathAndQuery}`;
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
