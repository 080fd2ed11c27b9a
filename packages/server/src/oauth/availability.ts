import type { ServerFacts } from "../facts.ts";
import type { ServerOptions } from "../options/options.ts";

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

interface ServerInfo {
  options: ServerOptions;
  facts: ServerFacts;
}

/** URLs that an OAuth client gets. */
export interface OAuthUrls {
  /** URL of this server, which issues the tokens. */
  issuer: string;
  /** URL that the tokens are for. */
  resource: string;
}

/**
 * Returns the URLs that an OAuth client gets; `null` if OAuth is off. `--oauth auto` turns it on over https and on loopback.
 * The issuer is the server's own URL, and the resource is its `/mcp`. If the hosts of the server and the request are both
 * names of this computer, the resource has the request's: a client that was given `127.0.0.1` rejects `localhost`.
 */
export function findOAuthUrls({ options, facts }: ServerInfo, request: Request): OAuthUrls | null {
  const { oauth, edition, dashboard } = options;
  // The earlier edition of the contract has no OAuth, and the consent page is a part of the dashboard.
  if (oauth === "off" || edition === "earlier" || !dashboard) return null;
  const issuer = new URL(facts.publicUrl);
  const isSafe = issuer.protocol === "https:" || loopbackHosts.includes(issuer.hostname);
  if (oauth === "auto" && !isSafe) return null;
  return { issuer: facts.publicUrl, resource: `${toResourceOrigin(issuer, request)}/mcp` };
}

/**
 * Returns the URL of this server with the host that the client has typed, if both are names of this computer: clients reject a
 * resource whose URL is not the one they were given. No other host is taken from a request, because anybody can send any.
 */
function toResourceOrigin(issuer: URL, request: Request): string {
  const requestUrl = new URL(request.url);
  const isSamePort = requestUrl.port === issuer.port;
  const areLoopback = [issuer, requestUrl].every(({ hostname }) => loopbackHosts.includes(hostname));
  const base = withoutSlash(issuer.href);
  return isSamePort && areLoopback ? base.replace(issuer.host, requestUrl.host) : base;
}

/**
 * Returns whether the parameter `resource` (RFC 8707) means this server's `/mcp`. Some clients send the origin, or add a slash.
 * All names of this computer count as the same host.
 */
export function isOwnResource(resource: string, { issuer }: OAuthUrls): boolean {
  if (!URL.canParse(resource)) return false;
  const mcpUrl = new URL(`${issuer}/mcp`);
  const resourceUrl = new URL(resource);
  const areLoopback = [mcpUrl, resourceUrl].every(({ hostname }) => loopbackHosts.includes(hostname));
  const isSameHost = mcpUrl.host === resourceUrl.host || (areLoopback && mcpUrl.port === resourceUrl.port);
  const base = withoutSlash(new URL(issuer).pathname);
  const path = withoutSlash(resourceUrl.pathname);
  const isSamePath = path === base || path === `${base}/mcp`;
  return isSameHost && isSamePath && mcpUrl.protocol === resourceUrl.protocol;
}

/**
 * Returns whether client ids may be URLs of metadata documents (`--oauth-cimd`). With `auto`, only a server with a public https URL
 * offers it: another may have no way to the internet, from where it must fetch the document, and a client that has chosen this way
 * does not fall back to registration when that fails.
 */
export function acceptsDocuments({ options: { oauthCimd }, facts }: ServerInfo): boolean {
  const { protocol, hostname } = new URL(facts.publicUrl);
  const isPublic = protocol === "https:" && !loopbackHosts.includes(hostname);
  return oauthCimd === "on" || (oauthCimd === "auto" && isPublic);
}

/** Returns a URL or path without the slash at its end. */
const withoutSlash = (text: string) => (text.endsWith("/") ? text.slice(0, -1) : text);
