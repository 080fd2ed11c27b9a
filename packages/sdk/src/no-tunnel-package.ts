/** Replaces `tunnel-package.ts` where there is no Node: browsers and workers have no local port. */
export function importTunnelPackage(): Promise<never> {
  return Promise.reject(new Error("Run this in Node: only there can a tunnel reach a local port."));
}
