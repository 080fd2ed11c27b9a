import { once } from "node:events";
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AppTarget } from "../client/target.ts";
import { maskPath } from "../requests/mask.ts";
import type { Journal, JournalEntry } from "./journal.ts";
import { PAGE, PAGE_POLICY } from "./page.ts";
import { replayRequest } from "./replay.ts";
import { toView } from "./view.ts";

/** A web page on loopback that shows the last requests of a tunnel and can send them again. */
export interface Inspector {
  url: string;
  close(): Promise<void>;
}

export interface InspectorOptions {
  journal: Journal;
  target: AppTarget;
  /** 0 for any free port. If the port is in use, any free one is used instead. @default 4040 */
  port?: number;
}

const SECURITY_HEADERS = {
  "Content-Security-Policy": PAGE_POLICY,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
};

/** `/api/requests`, `/api/requests/<id>` and `/api/requests/<id>/replay` */
const API_PATH = /^\/api\/requests(?:\/(\d{1,15})(?:\/(replay))?)?$/;

/** Starts the inspector's server on loopback, on any free port if `port` is in use. Does not keep the process running. */
export async function startInspector({ journal, target, port = 4040 }: InspectorOptions): Promise<Inspector> {
  const server = http.createServer((request, response) => void handleRequest(request, response));
  await listen(server, port).catch(() => listen(server, 0));
  server.unref();
  const { port: actualPort } = server.address() as AddressInfo;
  const ownHosts = new Set(["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}:${actualPort}`));
  return {
    url: `http://localhost:${actualPort}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };

  /** Serves the page, the list of requests, one request, and its replay. */
  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url, method, headers } = request;
    if (isForeign(headers)) return send(response, 403, { error: "The inspector is available at its own URL only." });
    const [, id, action] = API_PATH.exec(url ?? "") ?? [];
    const entry = id === undefined ? undefined : journal.find(Number(id));
    // Browsers add `Origin` to each POST. Without it, a request is not the page's.
    const isSentByPage = headers.origin !== undefined;
    if (method === "GET" && url === "/") sendPage(response);
    else if (method === "GET" && url === "/api/requests") sendList(response);
    else if (entry === undefined) send(response, 404, { error: "This request is no longer recorded." });
    else if (method === "GET" && action === undefined) sendEntry(entry, response);
    else if (method === "POST" && action === "replay" && isSentByPage) await replay(entry, response);
    else send(response, 405, { error: "Method not allowed." });
  }

  /** Returns whether a request is an attack: DNS rebinding has a foreign `Host`, a cross-site request a foreign `Origin`. */
  function isForeign({ host = "", origin }: IncomingHttpHeaders): boolean {
    const isCrossSite = origin !== undefined && origin !== `http://${host}`;
    return !ownHosts.has(host) || isCrossSite;
  }

  function sendList(response: ServerResponse): void {
    send(response, 200, { requests: journal.entries().map(toSummary) });
  }

  /** Sends a recorded request to the app again, and responds whether the app has responded. */
  async function replay(entry: JournalEntry, response: ServerResponse): Promise<void> {
    if (entry.request.cut)
      return send(response, 409, { error: "The request body was too long to record, so it cannot be sent again." });
    try {
      await replayRequest(entry, target, journal);
    } catch {
      return send(response, 502, { error: "The app did not respond." });
    }
    send(response, 200, { replayed: true });
  }
}

/** Listens on loopback only. Rejects if the port is in use. */
async function listen(server: http.Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

function sendPage(response: ServerResponse): void {
  response.writeHead(200, { ...SECURITY_HEADERS, "Content-Type": "text/html; charset=utf-8" }).end(PAGE);
}

function sendEntry(entry: JournalEntry, response: ServerResponse): void {
  send(response, 200, { ...toSummary(entry), request: toView(entry.request), response: toView(entry.response) });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { ...SECURITY_HEADERS, "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** Returns an entry as the page's list has it: without headers and bodies, and with secret parameters masked. */
function toSummary({ id, at, method, path, status, ms, done, replayOf }: JournalEntry) {
  return { id, at, method, path: maskPath(path), status, ms: Math.round(ms), done, replay_of: replayOf };
}
