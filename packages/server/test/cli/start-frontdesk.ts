import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { bundleCommand } from "./bundled-command.ts";

const command = await bundleCommand();

export interface Ready {
  ready: true;
  url: string;
  smtp: string;
  key: string | null;
}

/** A real process of the command `frontdesk`. */
export interface Process {
  child: ChildProcess;
  /** What came on stdout and stderr up to now. */
  out(): string;
  err(): string;
  /** Resolves at the first line on stdout. */
  firstLine: Promise<string>;
  /** The exit code, or the signal that ended it. */
  exit: Promise<number | string | null>;
}

interface Start {
  /** Runs it in a shell, as npm does. */
  inShell?: boolean;
  /** Runs it as another user, which only root may. */
  uid?: number;
}

/** Runs the sources as the command; the test's end kills what is left. */
export function startFrontdesk(
  args: string[],
  env: Record<string, string> = {},
  { inShell = false, uid }: Start = {},
): Process {
  const words = [process.execPath, command, ...args];
  // The second command keeps the shell from turning into the first.
  const [program, ...rest] = inShell ? ["sh", "-c", '"$@"; exit', "sh", ...words] : words;
  const child = spawn(program!, rest, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid, gid: uid, cwd: "/" }),
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (out.includes("\n")) resolve(out.slice(0, out.indexOf("\n")));
    });
    child.once("close", () => reject(new Error(`frontdesk ended without a line: ${err}`)));
  });
  firstLine.catch(() => {});
  const exit = once(child, "close").then(([code, signal]) => code ?? signal);
  return { child, out: () => out, err: () => err, firstLine, exit };
}

/** A server on free ports, ready. */
export async function startServer(
  storage: string,
  args: string[] = [],
  env: Record<string, string> = {},
  how: Start = {},
) {
  const ports = ["--port", "0", "--smtp-port", "0"];
  const server = startFrontdesk(["serve", ...ports, "--storage", storage, "--json", ...args], env, how);
  const { url, smtp, key }: Ready = JSON.parse(await server.firstLine);
  return { ...server, url, smtp, key };
}

/** A folder for one test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-cli-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
