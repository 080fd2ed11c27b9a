import type { AuthorizationRequest } from "./authorization-requests.ts";
import { isOwnResource, type OAuthUrls } from "./availability.ts";
import type { OAuthClient } from "./clients.ts";
import { OAuthError } from "./oauth-error.ts";
import { rejectRepeated, requireParameter } from "./read-form.ts";
import { matchesRedirectUri } from "./redirect-uris.ts";
import { parseRequestedScopes } from "./scopes.ts";

/** SHA-256 in base64url: 43 characters. */
const challengeForm = /^[\w-]{43}$/;
/** Longest `state`, in characters. */
const maxStateLength = 4096;

/** Finds the client of an id; `null` if it is unknown. */
export type FindClient = (id: string) => Promise<OAuthClient | null>;

/**
 * Checks the query of an authorization request. Every error is for the person's eyes: anybody can register any https target, so
 * nothing redirects before a signed-in person has decided (RFC 9700 section 4.11.2).
 *
 * @throws OAuthError
 */
export async function checkAuthorizationRequest(
  query: URLSearchParams,
  findClient: FindClient,
  urls: OAuthUrls,
): Promise<AuthorizationRequest> {
  rejectRepeated(query);
  const clientId = requireParameter(query, "client_id");
  const client = await findClient(clientId);
  if (client === null) throw new OAuthError("invalid_client", "This client_id is unknown to this server.");
  const redirectUri = requireRedirectUri(client, query);
  if (requireParameter(query, "response_type") !== "code")
    throw new OAuthError("unsupported_response_type", "response_type must be code.");
  const challenge = query.get("code_challenge") ?? "";
  // Without a method, RFC 7636 means `plain`, which does not protect the code.
  if (query.get("code_challenge_method") !== "S256" || !challengeForm.test(challenge))
    throw new OAuthError("invalid_request", "code_challenge is missing or malformed; its method must be S256 (PKCE).");
  checkResources(query, urls);
  const state = query.get("state");
  if (state !== null && state.length > maxStateLength)
    throw new OAuthError("invalid_request", `state is longer than ${maxStateLength} characters.`);
  const scopes = parseRequestedScopes(query.get("scope"));
  return {
    clientId,
    clientName: client.name,
    verifiedHost: client.verifiedHost,
    redirectUri,
    challenge,
    state,
    scopes,
  };
}

/** Returns the request's redirect URI, if it is one that the client has registered. @throws OAuthError */
function requireRedirectUri({ redirectUris }: OAuthClient, query: URLSearchParams): string {
  const requested = requireParameter(query, "redirect_uri");
  if (redirectUris.some((uri) => matchesRedirectUri(uri, requested))) return requested;
  throw new OAuthError("invalid_request", "This redirect_uri is not one that the client has registered.");
}

/**
 * Checks that a request wants tokens for this server only, by its `resource` (RFC 8707). Without one, this server is meant.
 *
 * @throws OAuthError `invalid_target`
 */
export function checkResources(parameters: URLSearchParams, urls: OAuthUrls): void {
  if (parameters.getAll("resource").every((resource) => isOwnResource(resource, urls))) return;
  throw new OAuthError("invalid_target", `resource must be ${urls.resource}.`);
}
