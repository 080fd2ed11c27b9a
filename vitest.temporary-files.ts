import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives a run of tests a folder for temporary files and deletes it at the end, so that tests that failed or were killed leave nothing.
 * Its name is short, because the path of a Unix socket has at most 107 bytes.
 */
export default function createTemporaryFolder() {
  const dir = mkdtempSync(join(realpathSync(tmpdir()), "fd-"));
  // As /tmp is: some tests run programs as other users.
  chmodSync(dir, 0o1777);
  process.env.TMPDIR = dir;
  return () => rmSync(dir, { recursive: true, force: true });
}
