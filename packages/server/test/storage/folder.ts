import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of its own for one test. */
export function temporaryFolder() {
  const dir = mkdtempSync(join(tmpdir(), "frontdesk-test-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
