import { createMessageParser, type Head, parseRequestHead, readRequestFraming } from "../wire/index.ts";
import { createParseGuard } from "./parse-guard.ts";

/** The head of a request: its target is the path with the query. */
export interface RequestHead {
  method: string;
  target: string;
  /** Flat list of names and values. */
  headers: readonly string[];
}

/** Receives the body of one request. */
export interface BodyRecorder {
  body(bytes: Buffer): void;
  /** The request is complete. */
  end(): void;
  /** Its connection closed before that. */
  abort(): void;
}

/** Receives the requests of all streams. */
export interface RequestListener {
  /** Whether `begin` is called for new requests. */
  isListening(): boolean;
  /** Returns `undefined` if nobody wants the body. */
  begin(head: RequestHead): BodyRecorder | undefined;
}

/** Reads the requests of one stream. */
export interface RequestTap {
  request(bytes: Buffer): void;
  response: ((bytes: Buffer) => void) | undefined;
  close(): void;
}

/**
 * Creates a tap. While nobody listens, it only follows where each request ends: a stream is reused, so that a listener that
 * comes later must know where the next one begins.
 */
export function createRequestTap(listener: RequestListener): RequestTap {
  let recorder: BodyRecorder | undefined;
  const parsing = createParseGuard(() => {
    tap.response = undefined;
    abortRecording();
  });

  const requests = createMessageParser({
    kind: "request",
    readRequestHead: (text) => (listener.isListening() ? parseRequestHead(text) : readRequestFraming(text)),
    /**
     * Starts to record a request if a subscriber wants it. After an upgrade request, the response is read too: only that tells
     * whether requests or a WebSocket's bytes follow.
     */
    onHead(head) {
      const { start, headers } = head;
      const [method, target] = start;
      // While nobody listens, `readRequestHead` reads only where the request ends, and leaves the method empty.
      const wasListening = method !== "";
      recorder = wasListening ? listener.begin({ method, target, headers }) : undefined;
      if (isUpgrade(head)) tap.response = createUpgradeReader(method);
    },
    onBody: (bytes) => recorder?.body(bytes),
    onEnd() {
      recorder?.end();
      recorder = undefined;
    },
  });

  const tap: RequestTap = {
    request: (bytes) => parsing.run(() => requests.push(bytes)),
    response: undefined,
    /** Stops reading and drops an incomplete request. */
    close() {
      parsing.stop();
      abortRecording();
    },
  };
  return tap;

  /**
   * Creates the function that reads the response to an upgrade request up to its final head, which tells whether a WebSocket's bytes or
   * requests follow. Like a request, a response that is not HTTP ends the tap's reading (`parsing`).
   */
  function createUpgradeReader(method: string): (bytes: Buffer) => void {
    const responses = createMessageParser({
      kind: "response",
      /** Stops reading responses: the upgrade is decided. After a 101 stops reading requests too, because the bytes are no longer HTTP. */
      onHead({ status }) {
        const isInformational = status < 200 && status !== 101;
        if (isInformational) return;
        tap.response = undefined;
        if (status === 101) parsing.stop();
      },
      onBody() {},
      onEnd() {},
    });
    responses.expectResponseTo(method);
    return (bytes) => parsing.run(() => responses.push(bytes));
  }

  /** Ends the recording of a request that will not be complete, if one is recorded. */
  function abortRecording(): void {
    recorder?.abort();
    recorder = undefined;
  }
}

/** Returns whether a request asks for another protocol, which can only be WebSocket: the edge removes others. */
function isUpgrade({ headers }: Head): boolean {
  for (let index = 0; index < headers.length; index += 2) if (headers[index]!.toLowerCase() === "upgrade") return true;
  return false;
}
