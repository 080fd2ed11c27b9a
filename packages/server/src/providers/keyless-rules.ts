import type { Services } from "../context.ts";
import { isProxied } from "../http/proxied.ts";
import { isLoopbackHost } from "../text/loopback.ts";

/** How a request reached this server. */
export interface ProviderClient {
  /** IP address of the connection's other end; `null` for a request in process, such as one of an embedding program. */
  ip: string | null;
  /** Whether it came to the provider port, which takes only requests for the host of a provider. */
  cameToProviderPort: boolean;
}

/** Headers that every browser sends with a request that a page of another origin may make. */
const browserHeaders = ["origin", "sec-fetch-site"];

/**
 * Returns why a request needs a key of this server, or `null` if any credential will do (contract section 12). Only a program
 * of this machine may send without a key: never a web page, nobody from behind a proxy or tunnel, and nobody by DNS rebinding.
 */
export function findReasonForKey(
  headers: Headers,
  { ip, cameToProviderPort }: ProviderClient,
  { options, facts }: Pick<Services, "options" | "facts">,
): string | null {
  if (options.providerAuth === "key") return "This server accepts only its own keys (--provider-auth key).";
  const isLocalPort = !cameToProviderPort || isLoopbackHost(options.providerHost);
  const isLocalServer = facts.isLoopbackOnly && isLocalPort;
  const isLocalConnection = isLocalServer && ip !== null && isLoopbackHost(ip);
  if (!isLocalConnection) return "Only a server that listens on loopback alone accepts other credentials.";
  if (browserHeaders.some((name) => headers.has(name))) return "A request from a web page needs a key of this server.";
  if (isProxied(headers)) return "A request through a proxy needs a key of this server.";
  // The provider port has seen that the request is for a provider's host, such as api.twilio.com. A page that reaches this server by DNS
  // rebinding names a host of its own.
  const isKnownHost = cameToProviderPort || isLoopbackHost(toHostName(headers.get("host") ?? ""));
  return isKnownHost ? null : "A request for a host name other than localhost needs a key of this server.";
}

/** Returns the host of a `Host` header, without port and brackets. */
function toHostName(host: string): string {
  return host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}
