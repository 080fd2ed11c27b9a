import type { RequestRecord } from "../client/observe.ts";
import type { TunnelEnd } from "../client/open-tunnel.ts";
import type { TunnelStatus } from "../client/options.ts";
import { maskKnown, maskPath } from "../inspector/mask.ts";

/** What the command tells of one tunnel, to a person or to a program. */
export interface Printer {
  status(status: TunnelStatus): void;
  request(url: string, request: RequestRecord): void;
  inspector(url: string): void;
  qr(code: string): void;
  hint(text: string): void;
  end(url: string, end: TunnelEnd): void;
  error(message: string): void;
  /** The same for one of several tunnels, told apart by the app's port. */
  of(port: number): Printer;
}

export interface PrinterOptions {
  json: boolean;
  out(line: string): void;
  err(line: string): void;
}

export function createPrinter({ json, out, err }: PrinterOptions): Printer {
  if (json) return createJsonPrinter((line) => out(escapeControls(line)));
  return createLinePrinter({ out: (line) => out(show(line)), err: (line) => err(show(line)), raw: out });
}

interface Lines {
  out(line: string): void;
  err(line: string): void;
  /** For what this command has drawn itself. */
  raw(text: string): void;
}

function createJsonPrinter(out: (line: string) => void, which: object = {}): Printer {
  const print = (event: string, facts: object) => out(JSON.stringify({ event, ...which, ...facts }));
  return {
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
    request: (url, { method, path, status, ms, appDown }) =>
      print("request", { url, method, path: maskPath(path), status, ms: Math.round(ms * 10) / 10, app_down: appDown }),
    inspector: (url) => print("inspector", { url }),
    qr() {},
    hint: (text) => print("hint", { text }),
    end: (url, end) =>
      print("closed", {
        url: url || null,
        reason: end.type,
        ...(end.type === "refused" && { error: end.error.message }),
      }),
    error: (message) => print("error", { error: maskKnown(message) }),
    of: (port) => createJsonPrinter(out, { port }),
  };
}

function createLinePrinter({ out, err, raw }: Lines): Printer {
  let offline = "";
  return {
    status(status) {
      if (status.type === "online") {
        offline = "";
        return out(status.resumed ? `Back online at ${status.url}` : `Online at ${status.url}`);
      }
      if (status.type === "draining") return err(`Finishing what runs (${status.running}). Ctrl-C again ends at once.`);
      // A server that is away for a night must not fill the screen.
      const reason = plain(status.reason.split("\n", 1)[0]!);
      if (reason !== offline) err(`Offline: ${reason}. Trying again until it works.`);
      offline = reason;
    },
    request: (_url, { method, path, status, ms, appDown }) =>
      out(
        `${method.padEnd(6)} ${plain(maskPath(path))} ${status === 0 ? "cut" : status} ${ms.toFixed(0)} ms${appDown ? " (the app is down)" : ""}`,
      ),
    inspector: (url) => out(`Requests are shown at ${url}`),
    qr: raw,
    hint: (text) => err(text),
    end: (_url, end) => {
      if (end.type === "replaced")
        err("Another client took this name over. Start both with --share to serve it together.");
      if (end.type === "refused") err(end.error.message);
    },
    error: (message) => err(maskKnown(message)),
    of: (port) =>
      createLinePrinter({
        out: (line) => out(`[${port}] ${line}`),
        err: (line) => err(`[${port}] ${line}`),
        raw,
      }),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals act on
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Servers and visitors choose words; what a terminal would act on is shown as a question mark. */
function show(line: string): string {
  return line.replace(CONTROLS, "?");
}

/** JSON itself escapes only some of what a terminal would act on. */
function escapeControls(json: string): string {
  return json.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A stranger's words within a line: in ASCII alone, and not so long that they fill the screen. */
function plain(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}
