import { maskTokens } from "@frontdesk/basics";
import { FastResponse } from "srvx";
import type { Problem } from "../problem.ts";
import { isLongList, stringifyInChunks } from "../text/chunked.ts";
import { isNotModified, toEtag } from "./negotiation.ts";

/** On every answer, so that the SDK runs in a browser of any origin, and no browser guesses what it is (contract section 1). */
export const commonHeaders = { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" } as const;

/** Of a page: it runs nothing but what it brings, and stands in no other site's frame. */
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
 * An answer of srvx's class: the global one costs two thirds of the rate on Node 20. But a framework that embeds the server
 * may have put a class of its own in the global one's place, as Hono does, and h3 prints any other as text.
 */
export function createResponse(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  init: ResponseInit,
): Response {
  const answer = new FastResponse(body, init);
  return answer instanceof Response ? answer : new Response(body, init);
}

/** A JSON answer. */
export function toJsonResponse(body: object, status = 200, headers?: Record<string, string>): Response {
  return toSizedResponse(JSON.stringify(body), {
    status,
    headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
  });
}

/** Bytes, about, from which on an answer may not fit into what a connection takes without being read. */
const largeFromBytes = 65_536;
const largeResponses = new WeakSet<Response>();
/** Whether an answer is long enough to be watched until it was read. */
export const isLargeResponse = (answer: Response) => largeResponses.has(answer);

function toSizedResponse(body: string | Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const answer = createResponse(body, init);
  if (body.length > largeFromBytes) largeResponses.add(answer);
  return answer;
}

/** The same, where a list may be long: other requests are served while it is written. */
export async function toLongJsonResponse(body: object): Promise<Response> {
  if (!Object.values(body).some(isLongList)) return toJsonResponse(body);
  return toSizedResponse(await stringifyInChunks(body), { status: 200, headers: jsonHeaders });
}

/** A document that caches may keep; 304 when the caller has it already (RFC 9110 section 13). */
export function toDocumentResponse(body: string, type: string, request: Request): Response {
  const etag = toEtag(body);
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "public, max-age=300",
    etag,
    ...commonHeaders,
  };
  if (isNotModified(request, etag)) return createResponse(null, { status: 304, headers });
  return createResponse(request.method === "HEAD" ? null : body, { headers });
}

/** The contract's form of an error. */
export function toProblemResponse(problem: Problem, requestId?: string): Response {
  return toJsonResponse(
    { error: maskTokens(problem.message), code: problem.code, ...problem.fields },
    problem.status,
    requestId === undefined ? problem.headers : { ...problem.headers, "x-request-id": requestId },
  );
}

/** The answer to a CORS preflight. */
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
