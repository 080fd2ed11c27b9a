import { setMaxListeners } from "node:events";
import { TokenRefusedError } from "../client/errors.ts";
import { openObservedTunnel } from "../client/open-tunnel.ts";
import { type TunnelOptions, toPlan } from "../client/options.ts";
import { createJournal } from "../inspector/journal.ts";
import { type Inspector, startInspector } from "../inspector/server.ts";
import { createHints } from "./hints.ts";
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
  const left = await Promise.all(
    tunnels.map((options, at) =>
      runOne(
        options,
        tunnels.length === 1 ? printer : printer.of(options.port),
        inspect === null ? null : inspect === 0 ? 0 : inspect + at,
      ),
    ),
  );
  return left.includes(false) ? 1 : 0;

  /** Resolves to whether the tunnel ended because it was told to. */
  async function runOne(options: TunnelOptions, say: Printer, inspectorPort: number | null): Promise<boolean> {
    const journal = createJournal();
    const hint = createHints(options, say.hint);
    let inspector: Inspector | undefined;
    let url = "";
    try {
      if (inspectorPort !== null) {
        inspector = await startInspector({ journal, target: toPlan(options).target, port: inspectorPort });
        say.inspector(inspector.url);
      }
      const tunnel = await openObservedTunnel(
        {
          ...options,
          signal,
          onStatus(status) {
            if (status.type === "online") url = status.url;
            say.status(status);
          },
          onRequest(request) {
            say.request(url, request);
            hint(request);
          },
        },
        inspector && journal,
      );
      if (qr) say.qr(await toQr(tunnel.url));
      const end = await tunnel.closed;
      say.end(url, end);
      return end.type === "closed";
    } catch (error) {
      if (signal.aborted) return true;
      if (error instanceof TokenRefusedError) say.end(url, { type: "refused", error });
      else say.error(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      await inspector?.close();
    }
  }
}

async function toQr(url: string): Promise<string> {
  const { default: qrcode } = await import("qrcode");
  return qrcode.toString(url, { type: "terminal", small: true });
}
