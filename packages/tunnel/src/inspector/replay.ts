import http from "node:http";
import https from "node:https";
import type { AppTarget } from "../client/target.ts";
import { headerPairs, isHopByHop } from "../wire/index.ts";
import type { Journal, JournalEntry } from "./journal.ts";

const RESPONSE_TIMEOUT_MS = 60_000;

/** Sends a recorded request to the app again and records the response. Rejects if the app cannot be reached. */
export function replayRequest(entry: JournalEntry, target: AppTarget, journal: Journal): Promise<void> {
  const { method, path, request } = entry;
  const headers: string[] = [];
  for (const [name, value] of headerPairs(request.headers)) {
    const lower = name.toLowerCase();
    // The body is recorded without chunks and in full, so its length is set again. `[]`: the edge has removed what was named in the
    // visitor's `Connection` header.
    if (!isHopByHop(lower, []) && lower !== "content-length") headers.push(name, value);
  }
  if (request.body.length > 0) headers.push("Content-Length", String(request.body.length));
  const recording = journal.replay(entry.id, { method, path, headers });
  recording.requestBody(request.body);
  const startedAt = performance.now();

  return new Promise((resolve, reject) => {
    /** Completes the entry in the journal. */
    function end(status: number, { appDown }: { appDown: boolean }): void {
      const ms = performance.now() - startedAt;
      // The journal does not use `headers`, `host` and `refusal`, which only the hints of the command line need.
      recording.end({ method, path, status, ms, appDown, headers: {}, host: "", refusal: "" });
    }
    const appRequest = (target.https ? https : http).request(
      {
        host: target.host,
        port: target.port,
        method,
        path,
        headers,
        // A connection of its own. A shared agent would keep it for later requests.
        agent: false,
        // The certificate is not checked, as in the tunnel: local apps use self-signed ones.
        rejectUnauthorized: false,
        // The recorded headers include `Host`.
        setHost: false,
      },
      (response) => {
        recording.response(response.statusCode ?? 0, response.rawHeaders);
        response.on("data", recording.responseBody);
        response.on("close", () => {
          end(response.statusCode ?? 0, { appDown: false });
          resolve();
        });
      },
    );
    appRequest.setTimeout(RESPONSE_TIMEOUT_MS, () =>
      appRequest.destroy(new Error("the app did not respond within a minute")),
    );
    appRequest.on("error", (error) => {
      // 502, as in the tunnel: a visitor gets it if the app is down.
      end(502, { appDown: true });
      reject(error);
    });
    appRequest.end(request.body);
  });
}
