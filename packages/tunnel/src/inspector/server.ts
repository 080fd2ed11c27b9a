import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Target } from "../client/target.ts";
import type { Entry, Journal } from "./journal.ts";
import { maskPath } from "./mask.ts";
import { PAGE, PAGE_POLICY } from "./page.ts";
import { replay } from "./replay.ts";
import { toView } from "./view.ts";

/** A page on loopback that shows the last requests of a tunnel and sends them again. */
export interface Inspector {
  url: string;
  close(): Promise<void>;
}

export interface InspectorOptions {
  journal: Journal;
  target: Target;
  /** 0 takes any free port; so does a port that is taken. @default 4040 */
  port?: number;
}

const SECURITY = {
  "Content-Security-Policy": PAGE_POLICY,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
};

export async function startInspector({ journal, target, port = 4040 }: InspectorOptions): Promise<Inspector> {
  const server = http.createServer((request, response) => void answer(request, response));
  await listen(server, port).catch(() => listen(server, 0));
  server.unref();
  const { port: actual } = server.address() as AddressInfo;
  const hosts = new Set(["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}:${actual}`));
  return {
    url: `http://localhost:${actual}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another site's page may reach this port under a name of its own, or post to it blindly.
    const { host = "", origin } = request.headers;
    if (!hosts.has(host) || (origin !== undefined && origin !== `http://${host}`)) {
      return send(response, 403, { error: "The inspector answers on its own address only." });
    }
    const [, id, action] = /^\/api\/requests(?:\/(\d{1,15})(?:\/(replay))?)?$/.exec(request.url ?? "") ?? [];
    const entry = id === undefined ? undefined : journal.find(Number(id));
    if (request.url === "/" && request.method === "GET") {
      response.writeHead(200, { ...SECURITY, "Content-Type": "text/html; charset=utf-8" }).end(PAGE);
    } else if (request.url === "/api/requests" && request.method === "GET") {
      send(response, 200, { requests: journal.entries().map(toLine) });
    } else if (entry === undefined) {
      send(response, 404, { error: "There is no such request any more." });
    } else if (action === undefined && request.method === "GET") {
      send(response, 200, { ...toLine(entry), request: toView(entry.request), response: toView(entry.response) });
    } else if (action === "replay" && request.method === "POST" && origin !== undefined) {
      if (entry.request.cut)
        return send(response, 409, { error: "Its body was too long to keep, so it cannot be sent again." });
      await replay(entry, target, journal).then(
        () => send(response, 200, { replayed: true }),
        () => send(response, 502, { error: "The app did not answer." }),
      );
    } else send(response, 405, { error: "The inspector does not know this method here." });
  }
}

async function listen(server: http.Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { ...SECURITY, "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function toLine({ id, at, method, path, status, ms, done, replayOf }: Entry) {
  return { id, at, method, path: maskPath(path), status, ms: Math.round(ms), done, replay_of: replayOf };
}
