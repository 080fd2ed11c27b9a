/**
 * Imports the server package. It is an ES module, which test runners cannot `require`. The comments keep bundlers from
 * including it, because it reads files next to its own.
 */
export function loadServer(): Promise<typeof import("@frontdesk/server")> {
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ "@frontdesk/server");
}
