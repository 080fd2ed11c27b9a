/**
 * Loads `@frontdesk/tunnel` where there is Node, if it is installed. Bundlers leave the import for the time it runs: the
 * package is optional, and one that isn't there must not stop a build.
 */
export function importTunnelPackage(): Promise<typeof import("@frontdesk/tunnel")> {
  const name = "@frontdesk/tunnel";
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name);
}
