import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

// A test that fails or is given up does not come to its own end.
afterAll(() => {
  for (const dir of made) remove(dir);
});

/** Makes an empty folder for one test. It is within another one, because a server puts the secret of its storage beside the data. */
export function temporaryFolder() {
  const parent = mkdtempSync(join(tmpdir(), "frontdesk-test-"));
  made.push(parent);
  const dir = join(parent, "desk");
  mkdirSync(dir, { mode: 0o700 });
  return { dir, remove: () => remove(parent) };
}

function remove(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}
