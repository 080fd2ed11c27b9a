import { connectionScopes } from "../store/connection-scopes.ts";
import type { OAuthUrls } from "./availability.ts";

const resourceMetadataPath = "/.well-known/oauth-protected-resource";
const serverMetadataPath = "/.well-known/oauth-authorization-server";

/** Paths of the metadata of the resource: with its path inserted, as RFC 9728 says, and at the root for other clients. */
export const resourceMetadataPaths = [resourceMetadataPath, `${resourceMetadataPath}/mcp`];
/** Paths of the metadata of the authorization server. The second is for clients that skip the metadata of the resource. */
export const serverMetadataPaths = [serverMetadataPath, `${serverMetadataPath}/mcp`];

/** Returns the metadata of `/mcp` as a protected resource (RFC 9728), which tells a client where to get tokens. */
export function toResourceMetadata({ issuer, resource }: OAuthUrls) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: connectionScopes,
    bearer_methods_supported: ["header"],
    resource_name: "Frontdesk",
  };
}

/** Clients have no secret. A missing list would mean `client_secret_basic` (RFC 8414). */
const clientAuthentication = ["none"];

/**
 * Returns the metadata of the authorization server (RFC 8414): its endpoints and what they support, among it that redirects name
 * the issuer (RFC 9207). `acceptsDocuments`: a client id may be the URL of a document with the client's metadata.
 */
export function toServerMetadata({ issuer }: OAuthUrls, acceptsDocuments: boolean) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    // Clients that miss `offline_access` here do not refresh.
    scopes_supported: [...connectionScopes, "offline_access"],
    authorization_response_iss_parameter_supported: true,
    ...(acceptsDocuments && { client_id_metadata_document_supported: true }),
  };
}

/**
 * Returns the `WWW-Authenticate` header of a 401 at `/mcp`. It tells a client where to sign in. With `hasToken`, the request had a
 * token, which was wrong. `error` comes last, after the parameters that clients search for.
 */
export function toChallenge({ resource }: OAuthUrls, hasToken: boolean): string {
  const metadata = `${resource.slice(0, -"/mcp".length)}${resourceMetadataPath}/mcp`;
  const parameters = [`resource_metadata="${metadata}"`, `scope="${connectionScopes.join(" ")}"`];
  if (hasToken) parameters.push('error="invalid_token"');
  return `Bearer ${parameters.join(", ")}`;
}
