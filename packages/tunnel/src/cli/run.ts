import { setMaxListeners } from "node:events";
import { createJournal } from "../inspector/journal.ts";
import { type Inspector, startInspector } from "../inspector/server.ts";
import type { RequestRecord } from "../observe.ts";
import { openObservedTunnel, type TunnelEnd } from "../open-tunnel.ts";
import { type TunnelOptions, toPlan } from "../options.ts";
import type { Printer } from "./printer.ts";

export interface RunOptions {
  tunnels: TunnelOptions[];
  printer: Printer;
  /** The first inspector's port; `null` for none. */
  inspect: number | null;
  qr: boolean;
  signal: AbortSignal;
}

/** Runs tunnels until the signal aborts or all have ended; resolves to the exit code. */
export async function run({ tunnels, printer, inspect, qr, signal }: RunOptions): Promise<number> {
  setMaxListeners(0, signal);
  // Checked before the first is opened, so that a typing error in the last one stops all.
  for (const options of tunnels) toPlan(options);
  const ends = await Promise.all(
    tunnels.map((options, at) => runOne(options, inspect === null ? null : inspect === 0 ? 0 : inspect + at)),
  );
  return ends.every((end) => end.type === "closed") ? 0 : 1;

  async function runOne(options: TunnelOptions, inspectorPort: number | null): Promise<TunnelEnd> {
    const journal = createJournal();
    let inspector: Inspector | undefined;
    let url = "";
    const watch = hintOnce(options, printer);
    try {
      if (inspectorPort !== null) {
        inspector = await startInspector({ journal, target: toPlan(options).target, port: inspectorPort });
        printer.inspector(inspector.url);
      }
      const tunnel = await openObservedTunnel(
        {
          ...options,
          signal,
          onStatus(status) {
            if (status.type === "online") url = status.url;
            printer.status(status);
          },
          onRequest(request) {
            printer.request(url, request);
            watch(request);
          },
        },
        inspector && journal,
      );
      if (qr) printer.qr(await toQr(tunnel.url));
      const end = await tunnel.closed;
      printer.end(url, end);
      return end;
    } catch (error) {
      if (signal.aborted) return { type: "closed" };
      printer.error(error instanceof Error ? error.message : String(error));
      return { type: "replaced" };
    } finally {
      await inspector?.close();
    }
  }
}

/** Development servers refuse hosts they don't know with 403; the first time that is seen, says what helps. */
function hintOnce({ hostHeader }: TunnelOptions, printer: Printer): (request: RequestRecord) => void {
  let hinted = hostHeader !== undefined;
  return ({ status, host }) => {
    if (hinted || status !== 403) return;
    hinted = true;
    printer.hint(
      `The app answered 403. If it refuses the host ${host}, start with --host-header local, or allow the host in its settings.`,
    );
  };
}

async function toQr(url: string): Promise<string> {
  const { default: qrcode } = await import("qrcode");
  return qrcode.toString(url, { type: "terminal", small: true });
}
