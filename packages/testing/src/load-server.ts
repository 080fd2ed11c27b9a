/** The server's package. It is a module of ES, which `require` of this package must not ask a test runner for. */
export function loadServer(): Promise<typeof import("@frontdesk/server")> {
  return import("@frontdesk/server");
}
