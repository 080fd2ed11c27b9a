import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

// A test that fails or is given up does not come to its own end.
afterAll(() => {
  for (const dir of made) remove(dir);
});

/** A folder of its own for one test. */
export function temporaryFolder() {
  const dir = mkdtempSync(join(tmpdir(), "frontdesk-test-"));
  made.push(dir);
  return { dir, remove: () => remove(dir) };
}

function remove(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}
