import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** Whether processes of other users can be started: root alone may. */
export const canSwitchUser = process.getuid?.() === 0;

/** Runs JavaScript as another user. Resolves once it has written a line; the process then runs until the test ends. */
export async function runAs(uid: number, source: string): Promise<void> {
  const child = spawn(process.execPath, ["-e", source], {
    uid,
    gid: uid,
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`The process of user ${uid} ended with ${code}`))),
  ]);
}

/** JavaScript that answers every request at a path, as a server of the folder would. */
export function listenAt(path: string): string {
  return `
    const { createServer } = require("node:net");
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(JSON.stringify({ pid: process.pid, answer: "forged" }) + "\\n"));
    });
    server.listen(${JSON.stringify(path)}, () => {
      require("node:fs").chmodSync(${JSON.stringify(path)}, 0o777);
      console.log("up");
    });`;
}
