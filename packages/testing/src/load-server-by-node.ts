import { join } from "node:path";
import { runInThisContext } from "node:vm";

/**
 * The same for CommonJS. Test runners such as Jest have a `require` of their own that knows no modules of ES, so Node's own
 * loads it: once for a worker, however many test files there are.
 */
export async function loadServer(): Promise<typeof import("@frontdesk/server")> {
  // Jest gives its tests a `process` and a `node:module` of its own too; a script of this context sees Node's.
  const nodes: typeof process = runInThisContext("process");
  const { createRequire } = nodes.getBuiltinModule("node:module");
  return createRequire(join(__dirname, "index.cjs"))("@frontdesk/server");
}
