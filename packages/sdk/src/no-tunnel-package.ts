/** Stands where there is no Node: browsers and workers have no local port. */
export function importTunnelPackage(): Promise<never> {
  return Promise.reject(new Error("A tunnel leads to a local port, which only Node can reach."));
}
