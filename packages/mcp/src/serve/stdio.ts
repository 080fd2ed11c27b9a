import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { State } from "../state/state.ts";
import { buildServer } from "./build-server.ts";

/** Serves the client at the other end of stdin, and ends with it. */
export function runStdio(state: State, { log, exit }: { log(line: string): void; exit(code: number): void }): void {
  const handle = serveStdio(() => buildServer(state, log), { onerror: (error) => log(`protocol: ${error.name}`) });
  let leaving = false;
  const leave = (code: number) => {
    if (leaving) return;
    leaving = true;
    // Whatever hangs must not keep the process: its client is gone.
    setTimeout(() => exit(code), 800).unref();
    void Promise.allSettled([state.close(), handle.close()]).then(() => exit(code));
  };
  process.stdin.once("end", () => leave(0));
  process.stdin.once("close", () => leave(0));
  process.stdout.on("error", () => leave(0));
  process.once("SIGINT", () => leave(130));
  process.once("SIGTERM", () => leave(143));
  process.once("SIGHUP", () => leave(129));
}
