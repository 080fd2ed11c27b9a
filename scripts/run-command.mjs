import { spawn } from "node:child_process";

/**
 * Runs a command in the root of the repository. `isQuiet`: what it prints is kept and returned instead, because several run at a
 * time. Resolves with its exit code, the kept output and its duration in seconds.
 */
export function runCommand([file, ...words], { isQuiet, env = process.env }) {
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn(file, words, {
      cwd: new URL("..", import.meta.url),
      stdio: isQuiet ? ["ignore", "pipe", "pipe"] : "inherit",
      // On Windows npm is a script, which only a shell can run.
      shell: process.platform === "win32" && file === "npm",
      env,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (bytes) => {
        output += bytes;
      });
    child.on("close", (code) => resolve({ code, output, seconds: Math.round((Date.now() - start) / 1000) }));
  });
}

/** Calls `each` for every item, with up to `lanes` calls at a time. */
export async function inLanes(items, lanes, each) {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await each(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
