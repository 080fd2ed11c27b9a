import type { IncomingMessage } from "node:http";
import { providers } from "./index.ts";
import type { Provider } from "./provider.ts";

/** Requests that came to the provider port for a provider's host. */
const requestsForProviderHosts = new WeakSet<IncomingMessage>();

/** Returns whether a request came to the provider port for a provider's host. */
export function cameToProviderPort(request: IncomingMessage | undefined): boolean {
  return request !== undefined && requestsForProviderHosts.has(request);
}

/** Returns the name of the provider that has this host, with or without a port; `null` if none has. */
export function findProviderByHost(host: string): string | null {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const entry = Object.entries<Provider>(providers).find(([, { hosts }]) => hosts.test(name));
  return entry?.[0] ?? null;
}

/**
 * Changes `request.url` of a request for a provider's host to the path at which this server has that provider. Also accepts the
 * absolute URL that a client sends to an HTTP proxy (RFC 9112 section 3.2.2). Returns whether the host is a provider's. If so,
 * remembers the request for `cameToProviderPort`, because the changed URL does not show that it came for that host.
 */
export function routeToProvider(request: IncomingMessage): boolean {
  const target = request.url ?? "";
  const url = target.startsWith("/") ? `http://${request.headers.host ?? ""}${target}` : target;
  if (!URL.canParse(url)) return false;
  // Resolved first, so that `..` cannot leave the provider's path.
  const { host, pathname, search } = new URL(url);
  const provider = findProviderByHost(host);
  if (provider === null) return false;
  request.url = `/as/${provider}${pathname}${search}`;
  requestsForProviderHosts.add(request);
  return true;
}
