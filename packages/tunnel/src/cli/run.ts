import { setMaxListeners } from "node:events";
import { errorMessage, toTerminalQrCode } from "@frontdesk/basics";
import { TokenRefusedError } from "../client/errors.ts";
import { openObservedTunnel } from "../client/open-tunnel.ts";
import { resolveTunnelOptions, type TunnelOptions } from "../client/options.ts";
import { createJournal } from "../inspector/journal.ts";
import { type Inspector, startInspector } from "../inspector/server.ts";
import { createHints } from "./hints.ts";
import type { Printer } from "./printer.ts";

export interface RunOptions {
  tunnels: TunnelOptions[];
  printer: Printer;
  /** Port of the first inspector; `null` for none. */
  inspect: number | null;
  qr: boolean;
  signal: AbortSignal;
}

/** Runs tunnels until the signal aborts or all have ended. Resolves to the exit code. */
export async function runTunnels({ tunnels, printer, inspect, qr, signal }: RunOptions): Promise<number> {
  // Each tunnel adds listeners to the signal, and Node warns above ten.
  setMaxListeners(0, signal);
  // Validates all options before the first tunnel opens.
  for (const options of tunnels) resolveTunnelOptions(options);
  const isSingle = tunnels.length === 1;
  const results = await Promise.all(
    tunnels.map((options, index) =>
      runOne(options, isSingle ? printer : printer.forPort(options.port), toInspectorPort(index)),
    ),
  );
  return results.includes(false) ? 1 : 0;

  /** Returns the port of a tunnel's inspector: consecutive ports, or any free one for port 0; `null` for no inspector. */
  function toInspectorPort(index: number): number | null {
    if (inspect === null || inspect === 0) return inspect;
    return inspect + index;
  }

  /** Runs a tunnel with its inspector until it ends. Resolves to whether it ended as requested, not by an error. */
  async function runOne(
    options: TunnelOptions,
    tunnelPrinter: Printer,
    inspectorPort: number | null,
  ): Promise<boolean> {
    const journal = createJournal();
    const printHint = createHints(options, tunnelPrinter.hint);
    let inspector: Inspector | undefined;
    let url = "";
    try {
      if (inspectorPort !== null) {
        inspector = await startInspector({
          journal,
          target: resolveTunnelOptions(options).target,
          port: inspectorPort,
        });
        tunnelPrinter.inspector(inspector.url);
      }
      // Only the inspector shows what is recorded.
      const recorder = inspector === undefined ? undefined : journal;
      const tunnel = await openObservedTunnel(
        {
          ...options,
          signal,
          onStatus(status) {
            if (status.type === "online") url = status.url;
            tunnelPrinter.status(status);
          },
          onRequest(request) {
            tunnelPrinter.request(url, request);
            printHint(request);
          },
        },
        recorder,
      );
      if (qr) tunnelPrinter.qr(await toTerminalQrCode(tunnel.url));
      const end = await tunnel.closed;
      tunnelPrinter.end(url, end);
      return end.type === "closed";
    } catch (error) {
      const wasStoppedByUser = signal.aborted;
      if (wasStoppedByUser) return true;
      if (error instanceof TokenRefusedError) tunnelPrinter.end(url, { type: "refused", error });
      else tunnelPrinter.error(errorMessage(error));
      return false;
    } finally {
      await inspector?.close();
    }
  }
}
