/** Replaces `tunnel-package.ts` where there is no Node: browsers and workers have no local port. */
export function importTunnelPackage(): Promise<never> {
  return Promise.reject(new Error("Tunnels expose a local port, which only Node can reach. Run this in Node."));
}
