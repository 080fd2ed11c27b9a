import { maskTokens } from "@frontdesk/basics";
import { FastResponse } from "srvx";
import type { Problem } from "../problem.ts";
import { isLongList, stringifyInChunks } from "../text/chunked.ts";
import { isNotModified, toEtag } from "./negotiation.ts";

/** Headers of every response: CORS, so that the SDK runs in browsers of any origin, and no content sniffing. */
export const commonHeaders = { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" } as const;

/** Headers of an HTML page. It runs only its own scripts and cannot be framed by another site. */
export const pageHeaders = {
  "access-control-allow-origin": "*",
  "content-type": "text/html; charset=utf-8",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

const jsonHeaders = { "content-type": "application/json", "cache-control": "no-store", ...commonHeaders };

/**
 * Creates a response of srvx's class, because the global class costs two thirds of the request rate on Node 20. If a framework
 * that embeds the server has replaced the global class, as Hono does, uses that one: h3 prints any other class as text.
 */
export function createResponse(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  init: ResponseInit,
): Response {
  const response = new FastResponse(body, init);
  return response instanceof Response ? response : new Response(body, init);
}

/** Returns a JSON response that must not be cached. `headers` are added to the common ones. */
export function toJsonResponse(body: object, status = 200, headers?: Record<string, string>): Response {
  return toSizedResponse(JSON.stringify(body), {
    status,
    headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
  });
}

/** Approximate size above which a response may not fit into a connection's send buffer. */
const largeFromBytes = 65_536;
/** Responses above that size. Kept beside them, because a `Response` does not tell the length of its body. */
const largeResponses = new WeakSet<Response>();
/** Returns whether a response is so large that the client's reading must be watched. */
export const isLargeResponse = (response: Response) => largeResponses.has(response);

/** Creates a response. Remembers whether its body is large: the bytes that its client does not read are then limited. */
function toSizedResponse(body: string | Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const response = createResponse(body, init);
  if (body.length > largeFromBytes) largeResponses.add(response);
  return response;
}

/** Returns a JSON response of a body whose list may be long. It is converted in chunks, so that other requests run meanwhile. */
export async function toLongJsonResponse(body: object): Promise<Response> {
  if (!Object.values(body).some(isLongList)) return toJsonResponse(body);
  return toSizedResponse(await stringifyInChunks(body), { status: 200, headers: jsonHeaders });
}

/** Returns a text document that may be cached, or 304 if the client has the current version (RFC 9110 section 13). */
export function toDocumentResponse(body: string, type: string, request: Request): Response {
  const etag = toEtag(body);
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    // Five minutes, because the next server version may change the document.
    "cache-control": "public, max-age=300",
    etag,
    ...commonHeaders,
  };
  if (isNotModified(request, etag)) return createResponse(null, { status: 304, headers });
  return createResponse(request.method === "HEAD" ? null : body, { headers });
}

/** Returns an error as `{ error, code }` (contract section 1). Masks credentials in the sentence. */
export function toProblemResponse(problem: Problem, requestId?: string): Response {
  return toJsonResponse(
    { error: maskTokens(problem.message), code: problem.code, ...problem.fields },
    problem.status,
    requestId === undefined ? problem.headers : { ...problem.headers, "x-request-id": requestId },
  );
}

/**
 * Returns the response to a CORS preflight request: pages of all origins (`commonHeaders` has the permission) may send these
 * methods. Browsers may remember it for a day.
 */
export function toPreflightResponse(methods: string): Response {
  return createResponse(null, {
    status: 204,
    headers: {
      ...commonHeaders,
      "access-control-allow-methods": methods,
      "access-control-allow-headers": "authorization, content-type",
      "access-control-max-age": "86400",
    },
  });
}
