import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { runCommand } from "../../src/cli/command.ts";

const MAIN = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
// The shell that runs the tests may have these.
const NOTHING_SET = { FRONTDESK_TUNNEL_TOKEN: "", FRONTDESK_URL: "" };

/** `frontdesk-tunnel`, running. */
export interface Command {
  /** The next line of `--json` with this event, and whatever else is asked of it. */
  next(event: string, facts?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Everything it has said, on both channels. */
  readonly said: string;
  /** Resolves to the exit code. */
  exited: Promise<number | null>;
}

export interface CommandOptions {
  environment?: NodeJS.ProcessEnv;
  stdin?: string;
}

/** Runs the command in this process; it is told to leave at the end of the test at the latest. */
export function runInProcess(flags: string[], { environment = {}, stdin = "" }: CommandOptions = {}) {
  const out = new PassThrough();
  const err = new PassThrough();
  const stop = new AbortController();
  const terminal = {
    env: { ...NOTHING_SET, ...environment },
    out: (line: string) => void out.write(`${line}\n`),
    err: (line: string) => void err.write(`${line}\n`),
    stopSignal: () => stop.signal,
    ask: async () => null,
  };
  const exited = runCommand(flags, terminal, Readable.from([stdin])).finally(() => {
    out.end();
    err.end();
  });
  const leave = () => {
    stop.abort();
    return exited;
  };
  onTestFinished(() => void leave());
  return Object.assign(read(out, err, exited), { stop: leave });
}

/** Starts the command from its sources as a process of its own; it ends with the test at the latest. */
export function startCommand(flags: string[], { environment = {}, stdin }: CommandOptions = {}) {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, ...flags], {
    env: { ...process.env, ...NOTHING_SET, ...environment },
  });
  const exited = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  // What is written to a command that has ended already is lost, and that is all.
  child.stdin.on("error", () => {});
  if (stdin !== undefined) child.stdin.write(stdin);
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return exited;
  };
  return Object.assign(read(child.stdout, child.stderr, exited), { child: child as ChildProcess, stop });
}

function read(out: NodeJS.ReadableStream, err: NodeJS.ReadableStream, exited: Promise<number | null>): Command {
  let said = "";
  for (const stream of [out, err]) {
    stream.on("data", (bytes) => {
      said += bytes;
    });
  }
  const lines: Record<string, unknown>[] = [];
  let wake = () => {};
  let over = false;
  const reader = createInterface({ input: out });
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
  };
}
