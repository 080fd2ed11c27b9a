import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const MAIN = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

/** `frontdesk-tunnel`, running. */
export interface Command {
  child: ChildProcess;
  /** The next line of `--json` with this event, and whatever else is asked of it. */
  next(event: string, facts?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Everything it has said, on both channels. */
  readonly said: string;
  /** Resolves to the exit code. */
  exited: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface CommandOptions {
  environment?: NodeJS.ProcessEnv;
  stdin?: string;
}

/** Starts the command from its sources; it ends with the test at the latest. */
export function startCommand(flags: string[], { environment = {}, stdin }: CommandOptions = {}): Command {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, ...flags], {
    env: { ...process.env, FRONTDESK_TUNNEL_TOKEN: "", FRONTDESK_SERVER: "", ...environment },
  });
  const exited = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  // What is written to a command that has ended already is lost, and that is all.
  child.stdin.on("error", () => {});
  if (stdin !== undefined) child.stdin.write(stdin);

  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      said += bytes;
    });
  }
  const lines: Record<string, unknown>[] = [];
  let wake = () => {};
  let over = false;
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => {
    if (!line.startsWith("{")) return;
    lines.push(JSON.parse(line));
    wake();
  });
  reader.on("close", () => {
    over = true;
    wake();
  });

  return {
    child,
    exited,
    get said() {
      return said;
    },
    async next(event, facts = {}) {
      for (;;) {
        const line = lines.shift();
        if (line?.event === event && Object.entries(facts).every(([name, value]) => line[name] === value)) return line;
        if (line !== undefined) continue;
        if (over) throw new Error(`ended without ${event}: ${said}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
}
