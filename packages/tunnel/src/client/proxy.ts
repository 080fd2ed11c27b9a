/// <reference path="./proxy-from-env.d.ts" />
import type http from "node:http";
import { getProxyForUrl } from "proxy-from-env";
import { TunnelOptionsError } from "./errors.ts";

/** Creates an agent that connects through a proxy. The signal aborts it, even while the proxy does not respond. */
export type ProxyAgentFactory = (signal: AbortSignal) => http.Agent;

/**
 * Returns an agent factory for the proxy in `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY`, or `undefined` if there is none or
 * `NO_PROXY` excludes the server. Lower-case variables work too. The proxy must support `CONNECT`.
 */
export async function findProxyAgent(server: URL): Promise<ProxyAgentFactory | undefined> {
  const proxy = getProxyForUrl(server.href);
  if (proxy === "") return undefined;
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    throw new TunnelOptionsError("proxy: HTTPS_PROXY and HTTP_PROXY must begin with http:// or https://");
  // Loaded on demand, because most users have no proxy.
  const { createProxyAgent } = await import("./proxy-agent.ts");
  return (signal) => createProxyAgent(proxy, signal);
}
