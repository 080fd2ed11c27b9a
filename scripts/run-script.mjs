import { spawn } from "node:child_process";

/**
 * Runs an npm script of the root. `isQuiet`: what it prints is kept, to be shown when it has ended, as of several at a time.
 * Resolves with its exit code, what was kept, and how many seconds it took.
 */
export function runScript(name, { isQuiet, env = process.env }) {
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", "--silent", name], {
      stdio: isQuiet ? ["ignore", "pipe", "pipe"] : "inherit",
      shell: process.platform === "win32",
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

/** Does a thing for each name, so many at a time. */
export async function inLanes(names, lanes, each) {
  const waiting = [...names];
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await each(name);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
