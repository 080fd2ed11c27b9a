/** Headers besides `X-Forwarded-*` that proxies and content delivery networks add to requests. */
const proxyHeaders = new Set([
  "cdn-loop",
  "cf-connecting-ip",
  "client-ip",
  "fastly-client-ip",
  "fly-client-ip",
  "forwarded",
  "forwarded-for",
  "true-client-ip",
  "via",
  "x-azure-clientip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-envoy-external-address",
  "x-original-for",
  "x-original-forwarded-for",
  "x-real-ip",
]);

/** Returns whether a proxy forwarded the request, so that the socket's IP address is not the client's. */
export function isProxied(headers: Headers): boolean {
  return [...headers.keys()].some((name) => name.startsWith("x-forwarded") || proxyHeaders.has(name));
}
