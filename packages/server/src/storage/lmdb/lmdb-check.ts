import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Milliseconds after which the check of a large database stops. */
const maxCheckMs = 5_000;

/**
 * Reads the database of a folder before it is opened, in another process, because reading a damaged database can end the process.
 *
 * @throws Error that says what is wrong with it, and what to do.
 */
export async function checkLmdb(dir: string): Promise<void> {
  const file = join(dir, "data.mdb");
  const stats = statSync(file, { throwIfNoEntry: false });
  // A new folder has no database yet.
  if (stats === undefined) return;
  const fault = stats.size === 0 ? "it is empty" : await readInChildProcess(dir);
  if (fault !== null)
    throw new Error(
      `${file} is damaged (${fault}). It was not changed. Restore a backup with \`frontdesk restore\`, or move the file away to start with empty data`,
    );
}

/**
 * Reads the database in a child process, which a damaged one may end with a signal. Reads for five seconds at most, so that a
 * large database does not delay the start. Returns what is wrong, or `null`.
 */
async function readInChildProcess(dir: string): Promise<string | null> {
  const script = findCheckScript();
  // The script writes what is wrong to standard output. Standard error may have reports of the crashed process.
  const child = spawn(process.execPath, [script, dir, String(maxCheckMs)], { stdio: ["ignore", "pipe", "ignore"] });
  let fault = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    fault += text;
  });
  const [code, signal] = await once(child, "close");
  if (signal !== null) return `reading it ends in ${signal}`;
  return code === 0 ? null : fault.trim() || "it cannot be read";
}

/** Returns the path of the script that reads a database. Finds it from the package's root, because a build moves this file. */
function findCheckScript(): string {
  const root = dirname(createRequire(import.meta.url).resolve("@frontdesk/server/package.json"));
  return join(root, "bin", "check-storage.mjs");
}
