import { createMessageParser, headerPairs } from "../wire/index.ts";
import type { Tap } from "./pipe.ts";

/** One request that came through a tunnel. */
export interface RequestRecord {
  method: string;
  path: string;
  /** 0 when there was no answer. */
  status: number;
  /** Milliseconds from the request's arrival at the agent to the end of the answer. */
  ms: number;
  /** The app could not be reached, so the visitor got a 502. */
  appDown: boolean;
  /** Of the answer, names in lower case; repeated ones joined. */
  headers: Record<string, string>;
  /** The `Host` that the app saw. */
  host: string;
  /** How the text of a refusal (400 or 403) begins; empty for any other answer. */
  refusal: string;
}

/** Sees the pieces of requests and answers, for an inspector. */
export interface Recorder {
  begin(head: { method: string; path: string; headers: readonly string[] }): ExchangeRecorder;
}

export interface ExchangeRecorder {
  requestBody(bytes: Buffer): void;
  answer(status: number, headers: readonly string[]): void;
  responseBody(bytes: Buffer): void;
  end(record: RequestRecord): void;
}

export interface ObserveOptions {
  onRequest(record: RequestRecord): void;
  recorder?: Recorder | undefined;
}

/** Frameworks say in their first lines what they refuse. */
const REFUSAL = 1_000;

interface Current {
  method: string;
  path: string;
  host: string;
  startedAt: number;
  status: number;
  headers: Record<string, string>;
  refusal: string;
  recording: ExchangeRecorder | undefined;
}

/** Reads along on one data connection and tells what passed. Where the bytes stop making sense it just stops reading. */
export function createObserver({ onRequest, recorder }: ObserveOptions): Tap {
  let current: Current | null = null;
  let blind = false;

  const requests = createMessageParser({
    kind: "request",
    onHead({ start, headers }) {
      const [method, path] = start;
      const { host = "" } = toRecord(headers);
      const recording = recorder?.begin({ method, path, headers });
      current = { method, path, host, startedAt: performance.now(), status: 0, headers: {}, refusal: "", recording };
      responses.expectResponseTo(method);
    },
    onBody: (bytes) => current?.recording?.requestBody(bytes),
    onEnd() {},
  });
  const responses = createMessageParser({
    kind: "response",
    onHead({ status, headers }) {
      if (current === null || (status < 200 && status !== 101)) return;
      current.status = status;
      current.headers = toRecord(headers);
      current.recording?.answer(status, headers);
      // What follows belongs to a WebSocket, which is no request.
      if (status === 101) {
        blind = true;
        settle(false);
      }
    },
    onBody(bytes) {
      if (current === null) return;
      current.recording?.responseBody(bytes);
      if ((current.status === 400 || current.status === 403) && current.refusal.length < REFUSAL)
        current.refusal += bytes.toString("latin1", 0, REFUSAL);
    },
    onEnd: () => settle(false),
  });

  return {
    request: (bytes) => attempt(() => requests.push(bytes)),
    response: (bytes) => attempt(() => responses.push(bytes)),
    close(reason) {
      attempt(() => responses.end());
      settle(reason === "app_down");
    },
  };

  function attempt(read: () => void): void {
    if (blind) return;
    try {
      read();
    } catch {
      blind = true;
    }
  }

  function settle(appDown: boolean): void {
    if (current === null) return;
    const { method, path, host, startedAt, status, headers, refusal, recording } = current;
    current = null;
    const ms = performance.now() - startedAt;
    const record = { method, path, host, status: appDown ? 502 : status, ms, appDown, headers, refusal };
    recording?.end(record);
    onRequest(record);
  }
}

function toRecord(flat: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [name, value] of headerPairs(flat)) {
    const lower = name.toLowerCase();
    record[lower] = lower in record ? `${record[lower]}, ${value}` : value;
  }
  return record;
}
