import { join } from "node:path";
import { runInThisContext } from "node:vm";

/**
 * Loads the server package, an ES module, for tests in CommonJS. The `require` of Jest cannot load ES modules, so this uses that of Node,
 * which keeps one copy for all test files of a worker. It finds the package as from a file in this folder.
 */
export async function loadServer(): Promise<typeof import("@frontdesk/server")> {
  // Jest replaces `process` and `node:module` in tests; a script in this context gets Node's.
  const nodeProcess: typeof process = runInThisContext("process");
  const { createRequire } = nodeProcess.getBuiltinModule("node:module");
  return createRequire(join(__dirname, "index.cjs"))("@frontdesk/server");
}
