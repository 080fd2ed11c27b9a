import { escapeControls, replaceControls } from "@frontdesk/basics/command-line";
import type { RequestRecord } from "../client/observe.ts";
import type { TunnelStatus } from "../client/options.ts";
import type { TunnelEnd } from "../client/tunnel.ts";
import { maskKnown, maskPath } from "../requests/mask.ts";

/** Prints the events of a tunnel, as text or as JSON. */
export interface Printer {
  status(status: TunnelStatus): void;
  request(url: string, request: RequestRecord): void;
  inspector(url: string): void;
  qr(code: string): void;
  hint(text: string): void;
  end(url: string, end: TunnelEnd): void;
  error(message: string): void;
  /** Returns a printer for one of several tunnels, which adds the app's port. */
  forPort(port: number): Printer;
}

export interface PrinterOptions {
  isJson: boolean;
  out(line: string): void;
  err(line: string): void;
  /** Prints a QR code, without escaping. @default out */
  writeRaw?(text: string): void;
}

/** Creates a printer for text or JSON. Its output has no control characters, except those of a QR code. */
export function createPrinter({ isJson, out, err, writeRaw = out }: PrinterOptions): Printer {
  // Escaped and not replaced, which keeps the meaning of JSON.
  if (isJson) return createJsonPrinter((line) => out(escapeControls(line)));
  return createLinePrinter({
    out: (line) => out(replaceControls(line)),
    err: (line) => err(replaceControls(line)),
    raw: writeRaw,
  });
}

interface Lines {
  out(line: string): void;
  err(line: string): void;
  /** Prints a QR code, without escaping: it is drawn with control characters. */
  raw(text: string): void;
}

/** Creates a printer of one JSON object per line. Each contains `commonFacts`. */
function createJsonPrinter(out: (line: string) => void, commonFacts: object = {}): Printer {
  const print = (event: string, facts: object) => out(JSON.stringify({ event, ...commonFacts, ...facts }));
  return {
    /** Prints the status of the tunnel's connection. */
    status(status) {
      switch (status.type) {
        case "online":
          return print("online", { url: status.url, resumed: status.resumed });
        case "offline":
          return print("offline", { reason: status.reason, retry_in_ms: Math.round(status.retryIn) });
        case "draining":
          return print("draining", { running: status.running });
      }
    },
    /** Prints a visitor's request, with the time in ms rounded to one decimal. */
    request(url, { method, path, status, ms, appDown }) {
      const roundedMs = Math.round(ms * 10) / 10;
      print("request", { url, method, path: maskPath(path), status, ms: roundedMs, app_down: appDown });
    },
    inspector: (url) => print("inspector", { url }),
    /** Prints nothing: programs do not scan codes, and the event `online` has the URL. */
    qr() {},
    hint: (text) => print("hint", { text }),
    /** Prints why the tunnel ended. Its URL is `null` if it was never open. */
    end: (url, end) =>
      print("closed", {
        url: url || null,
        reason: end.type,
        ...(end.type === "refused" && { error: end.error.message }),
      }),
    error: (message) => print("error", { error: maskKnown(message) }),
    forPort: (port) => createJsonPrinter(out, { port }),
  };
}

/** Creates a printer of text for people. */
function createLinePrinter({ out, err, raw }: Lines): Printer {
  /** The reason that was printed last; "" while the tunnel is online. */
  let offlineReason = "";
  return {
    /** Prints the status of the tunnel's connection. */
    status(status) {
      if (status.type === "online") {
        offlineReason = "";
        return out(status.resumed ? `Back online at ${status.url}` : `Online at ${status.url}`);
      }
      if (status.type === "draining")
        return err(`Waiting for ${status.running} current requests. Press Ctrl-C again to exit at once.`);
      // Prints each reason once, and its first line alone, so that a long outage does not fill the screen.
      const reason = toPlainText(status.reason.split("\n", 1)[0]!);
      if (reason !== offlineReason) err(`Offline: ${reason}. Retrying.`);
      offlineReason = reason;
    },
    /** Prints a visitor's request as a line such as `GET    /login 200 12 ms`. Status 0: there was no response. */
    request(_url, { method, path, status, ms, appDown }) {
      const result = status === 0 ? "aborted" : status;
      const note = appDown ? " (the app is down)" : "";
      out(`${method.padEnd(6)} ${toPlainText(maskPath(path))} ${result} ${ms.toFixed(0)} ms${note}`);
    },
    inspector: (url) => out(`Inspect requests at ${url}`),
    qr: raw,
    hint: (text) => err(text),
    /** Prints why the tunnel ended, unless the user closed it. */
    end: (_url, end) => {
      if (end.type === "replaced") err("Another client took over this name. Start both with --share to share it.");
      if (end.type === "refused") err(end.error.message);
    },
    error: (message) => err(maskKnown(message)),
    forPort: (port) =>
      createLinePrinter({
        out: (line) => out(`[${port}] ${line}`),
        err: (line) => err(`[${port}] ${line}`),
        raw,
      }),
  };
}

/** Limits untrusted text within a line to 200 ASCII characters. */
function toPlainText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}
