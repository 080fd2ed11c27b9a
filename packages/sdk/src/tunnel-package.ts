/**
 * Imports `@frontdesk/tunnel`, an optional package, in Node. The comments keep bundlers from resolving it: a build must not
 * fail because it is not installed.
 */
export function importTunnelPackage(): Promise<typeof import("@frontdesk/tunnel")> {
  const name = "@frontdesk/tunnel";
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name);
}
