import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { State } from "../state/state.ts";
import { buildServer } from "./build-server.ts";

const closeTimeoutMs = 800;
/** By convention, 128 plus the number of the signal. */
const exitCodesBySignal = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Serves the client at stdin and stdout. Exits when it disconnects, or after a signal. */
export function runStdio(state: State, { log, exit }: { log(line: string): void; exit(code: number): void }): void {
  const handle = serveStdio(() => buildServer(state, log), { onerror: (error) => log(`protocol: ${error.name}`) });
  let isStopping = false;
  const onDisconnect = () => shutDown(0);
  process.stdin.once("end", onDisconnect);
  process.stdin.once("close", onDisconnect);
  process.stdout.on("error", onDisconnect);
  for (const [signal, code] of Object.entries(exitCodesBySignal)) process.once(signal, () => shutDown(code));

  /**
   * Closes everything and exits with the code, after `closeTimeoutMs` even if something hangs. Only the first call counts: a client
   * that disconnects causes several events.
   */
  function shutDown(code: number): void {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => exit(code), closeTimeoutMs).unref();
    void Promise.allSettled([state.close(), handle.close()]).then(() => exit(code));
  }
}
