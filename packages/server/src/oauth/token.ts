import { checkResources } from "./authorize.ts";
import type { OAuthUrls } from "./availability.ts";
import type { ClientDirectory } from "./client-directory.ts";
import type { Connections, TokenGrant } from "./connections.ts";
import { OAuthError } from "./oauth-error.ts";
import { requireParameter } from "./read-form.ts";

/** RFC 7636 section 4.1. */
const verifierForm = /^[\w.~-]{43,128}$/;

interface TokenParts {
  clients: Pick<ClientDirectory, "mayExist">;
  connections: Pick<Connections, "exchangeCode" | "refresh">;
}

/** Exchanges the code or refresh token in a form for tokens (RFC 6749 sections 4.1.3 and 6). @throws OAuthError */
export async function grantTokens(
  form: URLSearchParams,
  { clients, connections }: TokenParts,
  { urls, ip }: { urls: OAuthUrls; ip: string | null },
) {
  const grantType = requireParameter(form, "grant_type");
  const clientId = requireParameter(form, "client_id");
  // Checked first: only this error makes a client register again. `mayExist` takes any URL of a metadata document, unread.
  if (!(await clients.mayExist(clientId)))
    throw new OAuthError("invalid_client", "This client_id is unknown to this server. Register again.");
  checkResources(form, urls);
  if (grantType === "refresh_token")
    return toTokenResponse(await connections.refresh(requireParameter(form, "refresh_token"), clientId, ip));
  if (grantType !== "authorization_code")
    throw new OAuthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
  const code = requireParameter(form, "code");
  const verifier = requireParameter(form, "code_verifier");
  if (!verifierForm.test(verifier))
    throw new OAuthError("invalid_grant", "code_verifier must have 43 to 128 letters, digits or -._~");
  return toTokenResponse(
    await connections.exchangeCode({ code, clientId, redirectUri: form.get("redirect_uri"), verifier }, ip),
  );
}

/** Returns the body of a token response (RFC 6749 section 5.1). */
function toTokenResponse({ accessToken, refreshToken, expiresInMs, scopes }: TokenGrant) {
  return {
    access_token: accessToken,
    token_type: "Bearer",
    // `expiresInMs` is negative if the connection's end, which the person chose, has passed since.
    expires_in: Math.max(0, Math.floor(expiresInMs / 1000)),
    refresh_token: refreshToken,
    scope: scopes.join(" "),
  };
}
