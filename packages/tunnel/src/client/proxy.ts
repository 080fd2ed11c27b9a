/// <reference path="./proxy-from-env.d.ts" />
import type http from "node:http";
import { getProxyForUrl } from "proxy-from-env";
import { TunnelOptionsError } from "./errors.ts";

/** Makes what leads one connection through a proxy. It ends with the signal, also while the proxy says nothing. */
export type ProxyWay = (signal: AbortSignal) => http.Agent;

/**
 * Leads through the proxy that `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY` names for this server, unless `NO_PROXY` takes
 * it out; each also in small letters. The proxy must know `CONNECT`.
 */
export async function toProxy(server: URL): Promise<ProxyWay | undefined> {
  const proxy = getProxyForUrl(server.href);
  if (proxy === "") return undefined;
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    throw new TunnelOptionsError("proxy: HTTPS_PROXY and HTTP_PROXY must begin with http:// or https://");
  // Most have no proxy, and need not load what speaks to one.
  const { createProxyAgent } = await import("./proxy-agent.ts");
  return (signal) => createProxyAgent(proxy, signal);
}
