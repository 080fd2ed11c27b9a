import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bins = {
  server: fileURLToPath(new URL("../../../server/bin/frontdesk.js", import.meta.url)),
  tunnel: fileURLToPath(new URL("../../../tunnel/bin/frontdesk-tunnel.js", import.meta.url)),
  cli: fileURLToPath(new URL("../../../cli/bin/frontdesk.js", import.meta.url)),
};

/** A built program that runs. */
export interface Program {
  child: ChildProcess;
  /** Everything it has written up to now. */
  output(): string;
  /** Resolves when it has written this, or has ended. */
  said(words: string | RegExp): Promise<void>;
  exit: Promise<unknown>;
}

const running: Program[] = [];

/** Starts a built program with nothing in its environment but the path and what is given. */
export function start(bin: keyof typeof bins, args: string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, [bins[bin], ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const exit = once(child, "close");
  const program: Program = {
    child,
    output: () => output,
    exit,
    async said(words) {
      const isSaid = () => (typeof words === "string" ? output.includes(words) : words.test(output));
      let ended = false;
      void exit.then(() => {
        ended = true;
      });
      while (!isSaid() && !ended) await Promise.race([once(child.stdout, "data"), once(child.stderr, "data"), exit]);
      if (!isSaid()) throw new Error(`the program ended without saying ${words}:\n${output}`);
    },
  };
  running.push(program);
  return program;
}

/** Everything that the programs have written. */
export function outputs(): string {
  return running.map(({ output }) => output()).join("\n");
}

export async function stopAll(): Promise<void> {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.map(({ exit }) => exit));
}

/** The command lines of all processes, as every user of the machine sees them. */
export function commandLines(): string {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ");
      } catch {
        return ""; // It has ended meanwhile.
      }
    })
    .join("\n");
}
