import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** A part of a measurement, in a process of its own as in life. */
export interface Child {
  pid: number;
  /** The first line it printed. */
  line: string;
  stop(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), "frontdesk-bench-"));
const running = new Set<ChildProcess>();
const tsx = createRequire(import.meta.url).resolve("tsx");

/** A fresh path below the run's own temporary folder, which goes with the run. */
export function temporaryPath(name: string): string {
  return join(mkdtempSync(join(folder, "part-")), name);
}

/** Starts one of the scripts here; resolves with the first line it prints. */
export function startScript(file: string, parameters: object): Promise<Child> {
  const script = fileURLToPath(new URL(file, import.meta.url));
  return startNode(["--import", `file://${tsx}`, script, JSON.stringify(parameters)]);
}

/** Runs one of the scripts here to its end and returns what it printed, which is JSON. */
export async function runScript<Result>(file: string, parameters: object): Promise<Result> {
  const child = await startScript(file, parameters);
  await child.stop();
  // Each script prints the result that its caller names.
  return JSON.parse(child.line) as Result;
}

/** Starts Node, with other words before it if given; resolves with the first line it prints. */
export function startNode(
  flags: string[],
  env: Record<string, string> = {},
  before: readonly string[] = [],
): Promise<Child> {
  const [program = process.execPath, ...words] = [...before, process.execPath, ...flags];
  const child = spawn(program, words, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: folder, ...env },
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  ended.then(() => running.delete(child));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${flags.join(" ")} ended with ${code} before it said a word`)));
    createInterface(child.stdout).once("line", (line) => {
      child.stdout.resume();
      resolve({
        // A child that prints has a process id.
        pid: child.pid as number,
        line,
        stop() {
          child.kill();
          return ended;
        },
      });
    });
  });
}

/** Starts a program that says nothing of use; it ends with the run. Returns its process id, 0 where it could not be started. */
export function startQuietly(command: string, flags: string[]): number {
  const child = spawn(command, flags, { stdio: "ignore", env: { ...process.env, TMPDIR: folder } });
  running.add(child);
  child.once("exit", () => running.delete(child));
  // One that cannot be started is missed by whoever waits for it.
  child.once("error", () => running.delete(child));
  return child.pid ?? 0;
}

/** Runs a program to its end. */
export function runCommand(command: string, flags: string[]): void {
  const { status } = spawnSync(command, flags, { stdio: "ignore" });
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}

/** Returns the path of a program: on the path, or where Debian puts those for administrators. `null` if it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Resolves when a server of this machine greets on the port. */
export async function untilOpen(port: number): Promise<void> {
  for (;;) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("data", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("data", () => socket.destroy());
    });
    if (isUp) return;
    await pause(100);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP listener has no other form of address.
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resident memory of a process, in MB of a million bytes. */
export function residentMegabytes(pid: number): number {
  return (Number(spawnSync("ps", ["-o", "rss=", "-p", String(pid)]).stdout.toString()) * 1024) / 1_000_000;
}

/** Ticks per second in proc(5), the same on every Linux. */
const ticksPerSecond = 100;

/** Processor time that a process has used, milliseconds (proc(5), fields 14 and 15). */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** Ends what still runs and removes what was written. */
export function cleanUp(): void {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Milliseconds that each process has run so far, where the system tells. */
export function processorTimes(pids: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(pids).map(([part, pid]) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)!.split(" ");
        // In hundredths of a second on every Linux that Node runs on.
        return [part, (Number(fields[11]) + Number(fields[12])) * 10];
      } catch {
        return [part, Number.NaN];
      }
    }),
  );
}
