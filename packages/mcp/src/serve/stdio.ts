import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { State } from "../state/state.ts";
import { buildServer } from "./build-server.ts";

const closeTimeoutMs = 800;

/** Serves the client at stdin and stdout. Exits when it disconnects. */
export function runStdio(state: State, { log, exit }: { log(line: string): void; exit(code: number): void }): void {
  const handle = serveStdio(() => buildServer(state, log), { onerror: (error) => log(`protocol: ${error.name}`) });
  let isStopping = false;
  /**
   * Closes everything and exits with the code, after 800 ms at the latest even if something hangs. Only the first call counts:
   * several of the events below come together, such as the end and the close of stdin.
   */
  function shutDown(code: number): void {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => exit(code), closeTimeoutMs).unref();
    void Promise.allSettled([state.close(), handle.close()]).then(() => exit(code));
  }
  process.stdin.once("end", () => shutDown(0));
  process.stdin.once("close", () => shutDown(0));
  // The client has closed its end.
  process.stdout.on("error", () => shutDown(0));
  // By convention, the exit code after a signal is 128 plus its number.
  process.once("SIGINT", () => shutDown(130));
  process.once("SIGTERM", () => shutDown(143));
  process.once("SIGHUP", () => shutDown(129));
}
