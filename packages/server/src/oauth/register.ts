import * as v from "valibot";
import type { ClientIds } from "./clients.ts";
import { maxClientIdLength, toDisplayName } from "./clients.ts";
import { OAuthError } from "./oauth-error.ts";
import { isAllowedRedirectUri, redirectHostOf } from "./redirect-uris.ts";

/** Redirect URIs of one client. */
const maxRedirectUris = 10;

/** The fields of a registration that count. Clients send many more, which RFC 7591 says to ignore. */
const registrationSchema = v.object({
  redirect_uris: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(maxRedirectUris)),
  client_name: v.optional(v.string()),
});

/**
 * Registers a client and returns the response of RFC 7591 section 3.2.1. Of its redirect URIs, keeps the allowed ones: some clients
 * send a list for all their platforms. @throws OAuthError
 */
export async function registerClient(clientIds: ClientIds, body: string, now: number) {
  const { success, output } = v.safeParse(registrationSchema, parseJson(body));
  if (!success)
    throw new OAuthError(
      "invalid_redirect_uri",
      `redirect_uris must be a list of 1 to ${maxRedirectUris} URIs, and client_name a text.`,
    );
  const redirectUris = [...new Set(output.redirect_uris)].filter(isAllowedRedirectUri);
  const [first] = redirectUris;
  if (first === undefined)
    throw new OAuthError(
      "invalid_redirect_uri",
      "No redirect_uri is allowed: use https, http on localhost, 127.0.0.1 or [::1], or the scheme of an app; without a fragment.",
    );
  const name = toDisplayName(output.client_name ?? "") || redirectHostOf(first);
  // No client is stored: the id itself has the name and the URIs, signed.
  const clientId = await clientIds.create({ name, redirectUris });
  if (clientId.length > maxClientIdLength)
    throw new OAuthError("invalid_client_metadata", "The redirect URIs are too long together. Register fewer.");
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(now / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

/** Parses a registration's body. @throws OAuthError `invalid_client_metadata` */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError("invalid_client_metadata", "The body is not valid JSON.");
  }
}
