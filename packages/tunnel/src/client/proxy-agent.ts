import type http from "node:http";
// In a module of its own: bundlers give a dynamic `import()` of CommonJS only its default export.
import { HttpsProxyAgent } from "https-proxy-agent";

/** Creates an agent that connects through the proxy with this URL. The signal aborts connections that it is opening. */
export function createProxyAgent(proxy: string, signal: AbortSignal): http.Agent {
  return new HttpsProxyAgent(proxy, { signal });
}
