import { maskTokens } from "@frontdesk/basics";
import { createResponse } from "../http/responses.ts";

/** Error codes of RFC 6749, 7591 and 8707; the last five are this server's own. */
type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_target"
  | "invalid_client_metadata"
  | "invalid_redirect_uri"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "temporarily_unavailable"
  | "server_error"
  | "unavailable"
  | "payload_too_large"
  | "not_found"
  | "method_not_allowed";

const statusByCode: Partial<Record<OAuthErrorCode, number>> = {
  // A client registers again only after a 401 of the token endpoint.
  invalid_client: 401,
  temporarily_unavailable: 429,
  server_error: 500,
  unavailable: 503,
  payload_too_large: 413,
  not_found: 404,
  method_not_allowed: 405,
};
const defaultStatus = 400;

/** Thrown by the OAuth endpoints. OAuth clients expect its form, not that of the API. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthErrorCode;
  readonly headers: Record<string, string>;

  constructor(code: OAuthErrorCode, description: string, headers: Record<string, string> = {}) {
    super(description);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return statusByCode[this.code] ?? defaultStatus;
  }
}

/** Headers of the JSON endpoints: readable by the pages of browser clients, never with their cookies, and never cached. */
const oauthHeaders = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "www-authenticate",
  "x-content-type-options": "nosniff",
};

/** Returns a JSON response of an OAuth endpoint. */
export function toOAuthResponse(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return createResponse(JSON.stringify(body), { status, headers: { ...oauthHeaders, ...headers } });
}

/** Returns an error as RFC 6749 section 5.2 demands it. Masks credentials in the sentence. */
export function toOAuthErrorResponse({ code, message, status, headers }: OAuthError): Response {
  return toOAuthResponse({ error: code, error_description: maskTokens(message) }, status, headers);
}
