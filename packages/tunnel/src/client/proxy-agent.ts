import type http from "node:http";
// By name from a module of ours: a bundler gives who loads CommonJS by `import()` its default alone.
import { HttpsProxyAgent } from "https-proxy-agent";

export function createProxyAgent(proxy: string, signal: AbortSignal): http.Agent {
  return new HttpsProxyAgent(proxy, { signal });
}
