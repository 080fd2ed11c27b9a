/// <reference path="./proxy-from-env.d.ts" />
import type http from "node:http";
import { getProxyForUrl } from "proxy-from-env";
import { TunnelOptionsError } from "./errors.ts";

/**
 * Leads through the proxy that `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY` names for this server, unless `NO_PROXY` takes
 * it out; each also in small letters. The proxy must know `CONNECT`.
 */
export async function toProxyAgent(server: URL): Promise<http.Agent | undefined> {
  const proxy = getProxyForUrl(server.href);
  if (proxy === "") return undefined;
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    throw new TunnelOptionsError("proxy: HTTPS_PROXY and HTTP_PROXY must begin with http:// or https://");
  // Most have no proxy, and need not load what speaks to one.
  const { HttpsProxyAgent } = await import("https-proxy-agent");
  return new HttpsProxyAgent(proxy);
}
