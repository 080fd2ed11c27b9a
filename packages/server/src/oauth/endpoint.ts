import { rootCauseMessage } from "@frontdesk/basics";
import type { H3 } from "h3";
import { createResponse } from "../http/responses.ts";
import type { Log } from "../log.ts";
import { Problem, StorageError } from "../problem.ts";
import { OAuthError, toOAuthErrorResponse } from "./oauth-error.ts";

/** Headers that let pages of other origins send requests from a browser (CORS). */
const preflightHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers":
    "authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name",
  "access-control-max-age": "86400",
};

export interface Endpoint {
  method: "GET" | "POST";
  path: string;
  /** Responds, or throws an OAuthError. `null` responds 404, as if the endpoint did not exist. */
  respond(request: Request): Promise<Response | null> | Response | null;
}

/**
 * Adds an OAuth endpoint that pages of all origins may use. Errors have the form that OAuth clients expect. Responds with 404 if
 * `respond` returns `null`.
 */
export function attachEndpoint(app: H3, log: Log, { method, path, respond }: Endpoint): void {
  const methods = `${method}, OPTIONS`;
  app.on(method, path, async ({ req }) => {
    try {
      return (await respond(req)) ?? notFound();
    } catch (error) {
      return toOAuthErrorResponse(toOAuthError(error, log));
    }
  });
  app.all(path, ({ req }) =>
    req.method === "OPTIONS"
      ? createResponse(null, { status: 204, headers: { ...preflightHeaders, "access-control-allow-methods": methods } })
      : toMethodResponse(req, method, methods),
  );
}

/** Responds as to any path that the server does not have. */
function notFound(): never {
  throw new OAuthError("not_found", "There is nothing at this path. The operator has switched OAuth off.");
}

/** Returns the 405 response to a request with another method, with the header `Allow` (RFC 9110 section 15.5.6). */
function toMethodResponse(request: Request, method: string, allow: string): Response {
  return toOAuthErrorResponse(
    new OAuthError("method_not_allowed", `This path takes ${method}, not ${request.method}.`, { allow }),
  );
}

/** Converts any error to one with an OAuth code. Logs unexpected ones, whose reason the client does not get. */
export function toOAuthError(error: unknown, log: Log): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof Problem) return convertProblem(error);
  if (error instanceof StorageError) {
    log.warn("Storage failed; OAuth request rejected with 503", { why: rootCauseMessage(error) });
    // Our own code for 503. The standard `temporarily_unavailable` goes with 429, for clients that should slow down.
    return new OAuthError("unavailable", error.toProblem().message);
  }
  log.error("An OAuth request failed", error);
  return new OAuthError("server_error", "The server failed; its log says why.");
}

/** Converts a problem of code that the OAuth endpoints share with the API: a body, a rate limit, a deleted account. */
function convertProblem({ code, message, headers }: Problem): OAuthError {
  if (code === "rate_limited") return new OAuthError("temporarily_unavailable", message, headers);
  if (code === "payload_too_large") return new OAuthError("payload_too_large", message, headers);
  return new OAuthError("invalid_request", message, headers);
}
