import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Milliseconds that reading a large database may take before it is served. */
const longest = 5_000;

/**
 * Reads the database of a folder through before it is opened, in a process that a damaged one may end.
 *
 * @throws Error that says what is wrong with it, and what to do.
 */
export async function checkLmdb(dir: string): Promise<void> {
  const file = join(dir, "data.mdb");
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return;
  const fault = found.size === 0 ? "it is empty" : await read(dir);
  if (fault !== null)
    throw new Error(
      `${file} is damaged (${fault}). It was left as it is. Put a backup back with \`frontdesk restore\`, or move the file away to begin with an empty desk`,
    );
}

async function read(dir: string): Promise<string | null> {
  const root = dirname(createRequire(import.meta.url).resolve("@frontdesk/server/package.json"));
  const script = join(root, "bin", "check-storage.mjs");
  const child = spawn(process.execPath, [script, dir, String(longest)], { stdio: ["ignore", "pipe", "ignore"] });
  let fault = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    fault += text;
  });
  const [code, signal] = await once(child, "close");
  if (signal !== null) return `reading it ends in ${signal}`;
  return code === 0 ? null : fault.trim() || "it cannot be read";
}
