import http from "node:http";
import https from "node:https";
import type { AppTarget } from "../client/target.ts";
import { headerPairs, isHopByHop } from "../wire/index.ts";
import type { Journal, JournalEntry, RecordedMessage } from "./journal.ts";

const RESPONSE_TIMEOUT_MS = 60_000;

/**
 * Sends a recorded request to the app again and records the response, also one that the app breaks off. Rejects if the app does not
 * respond.
 */
export function replayRequest(entry: JournalEntry, target: AppTarget, journal: Journal): Promise<void> {
  const { method, path, request } = entry;
  const headers = toReplayHeaders(request);
  const recording = journal.replay(entry.id, { method, path, headers });
  recording.requestBody(request.body);
  const startedAt = performance.now();

  return new Promise((resolve, reject) => {
    /** Completes the entry. The journal does not use `headers`, `host` and `refusal`, which only the command line's hints need. */
    function end(status: number, { appDown }: { appDown: boolean }): void {
      const ms = performance.now() - startedAt;
      recording.end({ method, path, status, ms, appDown, headers: {}, host: "", refusal: "" });
    }
    const appRequest = createAppRequest(entry, headers, target);
    let hasResponded = false;
    appRequest.on("response", (response) => {
      hasResponded = true;
      recording.response(response.statusCode ?? 0, response.rawHeaders);
      response.on("data", recording.responseBody);
      response.on("close", () => {
        end(response.statusCode ?? 0, { appDown: false });
        resolve();
      });
    });
    // Without a listener, Node would close the connection, and report neither a response nor an error.
    appRequest.on("upgrade", ({ statusCode = 101, rawHeaders }, socket) => {
      socket.destroy();
      recording.response(statusCode, rawHeaders);
      end(statusCode, { appDown: false });
      resolve();
    });
    appRequest.setTimeout(RESPONSE_TIMEOUT_MS, () =>
      appRequest.destroy(new Error("the app did not respond within a minute")),
    );
    appRequest.on("error", (error) => {
      // The response ends with a "close" of its own.
      if (hasResponded) return;
      // 502, as in the tunnel: a visitor gets it if the app is down.
      end(502, { appDown: true });
      reject(error);
    });
    appRequest.end(request.body);
  });
}

/** Returns the headers of a recorded request for a new one. Its body was recorded without chunks, so it gets a `Content-Length`. */
function toReplayHeaders({ headers, body }: RecordedMessage): string[] {
  const replayHeaders: string[] = [];
  for (const [name, value] of headerPairs(headers)) {
    const lowerCaseName = name.toLowerCase();
    // `[]`: the edge has already removed the headers that the visitor's `Connection` header named.
    const isOfOneHop = isHopByHop(lowerCaseName, []);
    if (!isOfOneHop && lowerCaseName !== "content-length") replayHeaders.push(name, value);
  }
  if (body.length > 0) replayHeaders.push("Content-Length", String(body.length));
  return replayHeaders;
}

/**
 * Creates a request to the app on a connection of its own. `headers` include `Host`. The certificate is not checked, as in the
 * tunnel: local apps use self-signed ones.
 */
function createAppRequest(
  { method, path }: JournalEntry,
  headers: string[],
  { host, port, https: isHttps }: AppTarget,
) {
  const { request } = isHttps ? https : http;
  return request({ host, port, method, path, headers, agent: false, rejectUnauthorized: false, setHost: false });
}
