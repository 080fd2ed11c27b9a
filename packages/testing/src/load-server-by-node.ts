import { join } from "node:path";

/**
 * The same for CommonJS. Test runners such as Jest have a `require` of their own that knows no modules of ES, so Node's own
 * loads it: once for a worker, however many test files there are.
 */
export async function loadServer(): Promise<typeof import("@frontdesk/server")> {
  const { createRequire } = process.getBuiltinModule("node:module");
  return createRequire(join(__dirname, "index.cjs"))("@frontdesk/server");
}
