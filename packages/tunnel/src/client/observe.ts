import { createParseGuard } from "../requests/parse-guard.ts";
import { toRecord } from "../requests/tunnel-request.ts";
import { createMessageParser } from "../wire/index.ts";
import type { Tap } from "./pipe.ts";

/** A request that came through a tunnel. */
export interface RequestRecord {
  method: string;
  path: string;
  /** Status code; 0 without a response. */
  status: number;
  /** Milliseconds from the arrival of the request at the tunnel client to the end of the response. */
  ms: number;
  /** The app could not be reached, so the visitor got a 502. */
  appDown: boolean;
  /** Headers of the response, with lower-case names; values of repeated ones are joined. */
  headers: Record<string, string>;
  /** The `Host` that the app saw. */
  host: string;
  /** First characters of the body of a 400 or 403; empty for other responses. */
  refusal: string;
}

/** Records requests and responses, for the inspector. */
export interface RequestRecorder {
  begin(head: { method: string; path: string; headers: readonly string[] }): ExchangeRecorder;
}

export interface ExchangeRecorder {
  requestBody(bytes: Buffer): void;
  response(status: number, headers: readonly string[]): void;
  responseBody(bytes: Buffer): void;
  end(record: RequestRecord): void;
}

export interface ObserveOptions {
  onRequest(record: RequestRecord): void;
  recorder?: RequestRecorder | undefined;
}

/** Enough to recognize a framework by its error page. */
const MAX_REFUSAL_LENGTH = 1_000;

interface CurrentRequest {
  method: string;
  path: string;
  host: string;
  startedAt: number;
  status: number;
  headers: Record<string, string>;
  refusal: string;
  recording: ExchangeRecorder | undefined;
}

/** A tap that observes both directions. */
export interface ObserverTap extends Tap {
  response(bytes: Buffer): void;
}

/** Creates a tap that parses the requests and responses of one stream. If the bytes are not HTTP, it stops parsing. */
export function createObserver({ onRequest, recorder }: ObserveOptions): ObserverTap {
  let currentRequest: CurrentRequest | null = null;
  const parsing = createParseGuard();

  const requests = createMessageParser({
    kind: "request",
    /** Begins the record of a request. */
    onHead({ start, headers }) {
      const [method, path] = start;
      const { host = "" } = toRecord(headers);
      const recording = recorder?.begin({ method, path, headers });
      currentRequest = {
        method,
        path,
        host,
        startedAt: performance.now(),
        status: 0,
        headers: {},
        refusal: "",
        recording,
      };
      // The method decides whether the response has a body.
      responses.expectResponseTo(method);
    },
    onBody: (bytes) => currentRequest?.recording?.requestBody(bytes),
    onEnd() {},
  });
  const responses = createMessageParser({
    kind: "response",
    /** Adds the head of the response to the record. A 101 completes it. */
    onHead({ status, headers }) {
      const isInformational = status < 200 && status !== 101;
      if (currentRequest === null || isInformational) return;
      currentRequest.status = status;
      currentRequest.headers = toRecord(headers);
      currentRequest.recording?.response(status, headers);
      // The bytes after a 101 are a WebSocket's.
      if (status === 101) {
        parsing.stop();
        finish();
      }
    },
    /** Records the body, and keeps the beginning of an error page for the hint that the app rejects the host. */
    onBody(bytes) {
      if (currentRequest === null) return;
      currentRequest.recording?.responseBody(bytes);
      // The statuses with which frameworks reject an unknown host or origin.
      const isRefusal = currentRequest.status === 400 || currentRequest.status === 403;
      if (isRefusal && currentRequest.refusal.length < MAX_REFUSAL_LENGTH)
        currentRequest.refusal += bytes.toString("latin1", 0, MAX_REFUSAL_LENGTH);
    },
    onEnd: () => finish(),
  });

  return {
    request: (bytes) => parsing.run(() => requests.push(bytes)),
    response: (bytes) => parsing.run(() => responses.push(bytes)),
    /** Reports a request that is still incomplete when its stream closes. */
    close(reason) {
      finish({ appDown: reason === "app_down" });
    },
  };

  /** Reports the current request, with what is known of its response. Does nothing if there is none. */
  function finish({ appDown } = { appDown: false }): void {
    if (currentRequest === null) return;
    const { method, path, host, startedAt, status, headers, refusal, recording } = currentRequest;
    currentRequest = null;
    const ms = performance.now() - startedAt;
    // If the app is down, the tunnel client itself responds with 502.
    const record = { method, path, host, status: appDown ? 502 : status, ms, appDown, headers, refusal };
    recording?.end(record);
    onRequest(record);
  }
}

/** Combines two taps, which observe the bytes of a stream. `other` may need no responses: then its method `response` is missing. */
export function joinTaps(observer: ObserverTap, other: Tap): Tap {
  return {
    request(bytes) {
      observer.request(bytes);
      other.request(bytes);
    },
    response(bytes) {
      observer.response(bytes);
      other.response?.(bytes);
    },
    close(reason) {
      observer.close(reason);
      other.close(reason);
    },
  };
}
