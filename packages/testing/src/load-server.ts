/**
 * The server's package. It is a module of ES, which `require` of this package must not ask a test runner for; and bundlers leave
 * it to Node, for it reads files that stand beside its own.
 */
export function loadServer(): Promise<typeof import("@frontdesk/server")> {
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ "@frontdesk/server");
}
