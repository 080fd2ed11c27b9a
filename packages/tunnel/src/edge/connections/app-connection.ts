import { createMessageParser, type Head, type ResponseHeadReader, type Stream } from "../../wire/index.ts";
import type { TunnelSendBuffers } from "./send-buffers.ts";

/** Why a response will not be complete: the app or its client closed, the data connection was lost, or it is not HTTP. */
export type LossReason = "closed" | "disconnected" | "malformed";

/** Receives the app's response to one request. */
export interface ResponseHandler {
  onHead(head: Head): void;
  /** `isLast`: the body is complete with these bytes. */
  onBody(bytes: Buffer, isLast: boolean): void;
  onEnd(trailers: string[]): void;
  /** Called after all events of one read. */
  onReadDone(): void;
  /** Called when the connection accepts bytes again after `write` returned false. */
  onDrain(): void;
  /** Called if the connection ends before the response is complete. */
  onLost(reason: LossReason): void;
}

/** A connection to the app, through one stream of a data connection. Carries one request at a time. */
export interface AppConnection {
  /** Number of requests sent so far. */
  readonly requestCount: number;
  /** Whether any byte of the current response arrived. */
  readonly hasResponseBytes: boolean;
  /** Time at which it last became idle, by the pool's clock. */
  readonly idleSince: number;
  /** Bytes of the response that arrived while paused. */
  readonly bufferedBytes: number;
  /** Sends a request head. `head` is complete and in latin1; a short body may follow it. */
  sendRequest(handler: ResponseHandler, method: string, head: string): void;
  write(bytes: Buffer | string): boolean;
  pause(): void;
  resume(): void;
  /** Returns the connection to the pool after a complete exchange. */
  release(): void;
  /** Closes the connection. The handler is not called again. */
  destroy(): void;
  /** Closes the connection and calls the handler's `onLost`. */
  abort(): void;
  /** Ends the sending direction, after a 101. */
  end(): void;
}

/** What a request requires of its app connection. */
export interface AppConnectionNeeds {
  /** The request cannot be repeated, so a connection that the app may be about to close will not do. */
  needsFresh: boolean;
  /** The request may be large or long-lived, so no other request may share its data connection. */
  needsDedicated: boolean;
}

export interface AppConnectionOptions {
  stream: Stream;
  now: () => number;
  /** Parses response heads; shared by all connections to one app, so that it can cache. */
  readHead?: ResponseHeadReader;
  /** Counts bytes that the tunnel client has not read. */
  sendBuffers?: TunnelSendBuffers | undefined;
  onIdle(connection: AppConnection): void;
  onClose(connection: AppConnection): void;
}

/** Creates an app connection on an open stream. It is unused at first; the pool gives it one request at a time. */
export function createAppConnection(options: AppConnectionOptions): AppConnection {
  const { stream, now, readHead, sendBuffers, onIdle, onClose } = options;
  let responseHandler: ResponseHandler | null = null;
  let requestCount = 0;
  let hasResponseBytes = false;
  let idleSince = now();
  let isClosed = false;

  const bufferOwner = { bufferedBytes: () => stream.sendBufferBytes, close: () => closeAsLost("closed") };
  const parser = createMessageParser({
    kind: "response",
    readResponseHead: readHead,
    onHead: (head) => responseHandler?.onHead(head),
    onBody: (bytes, isLast) => responseHandler?.onBody(bytes, isLast),
    /** Ends the current response. */
    onEnd(trailers, rest) {
      // Bytes after the response were not requested. The next visitor must not get them (response smuggling).
      if (rest.length > 0) close();
      responseHandler?.onEnd(trailers);
    },
  });

  const connection: AppConnection = {
    get requestCount() {
      return requestCount;
    },
    get hasResponseBytes() {
      return hasResponseBytes;
    },
    get idleSince() {
      return idleSince;
    },
    get bufferedBytes() {
      return stream.receiveBufferBytes;
    },
    /** Writes the head of the next request. Its response goes to `nextHandler`. */
    sendRequest(nextHandler, method, head) {
      responseHandler = nextHandler;
      requestCount++;
      hasResponseBytes = false;
      // The method decides whether the response has a body: that to HEAD has none.
      parser.expectResponseTo(method);
      connection.write(head);
    },
    /** Sends bytes of a body. Returns false if the caller should wait for `onDrain`. */
    write(bytes) {
      const isWritable = stream.write(bytes);
      // The client does not keep up, so what waits for it counts towards the limits of memory.
      if (!isWritable) sendBuffers?.track(bufferOwner);
      return isWritable;
    },
    pause: () => stream.pause(),
    resume: () => stream.resume(),
    /** Ends the current request and offers the connection to the next one. */
    release() {
      responseHandler = null;
      if (isClosed) return;
      // A stream that moved to a spare connection carries no second request.
      if (stream.hasMoved) return close();
      idleSince = now();
      // A visitor that read slowly may have paused the stream at the end of the response.
      stream.resume();
      onIdle(connection);
    },
    destroy() {
      responseHandler = null;
      close();
    },
    abort: () => closeAsLost("disconnected"),
    end: () => stream.end(),
  };

  stream.listener = {
    /** Parses bytes of the response. */
    onData(bytes) {
      // The app sent something without a request.
      if (responseHandler === null) return close();
      hasResponseBytes = true;
      try {
        parser.push(bytes);
        // The response may have ended with this read, which sets the handler to `null`.
        responseHandler?.onReadDone();
      } catch {
        closeAsLost("malformed");
      }
    },
    /** Resumes the sender after `write` returned false: no bytes wait any more. */
    onDrain() {
      sendBuffers?.untrack(bufferOwner);
      responseHandler?.onDrain();
    },
    /** Handles the end of the app's side, which also completes a response without a length. */
    onEnd() {
      try {
        parser.end();
      } catch {
        // The response is incomplete, which `closeAsLost` reports.
      }
      // After a complete response there is no handler any more, so this only closes the connection.
      closeAsLost("closed");
    },
    onClose: (isConnectionLost) => closeAsLost(isConnectionLost ? "disconnected" : "closed"),
  };
  return connection;

  /** Closes the connection. Calls `onLost` if a request is in progress; after `release` there is no handler. */
  function closeAsLost(reason: LossReason): void {
    const lastHandler = responseHandler;
    responseHandler = null;
    close();
    lastHandler?.onLost(reason);
  }

  /** Closes the stream. Calls `onClose`, but nothing of the handler. */
  function close(): void {
    if (isClosed) return;
    isClosed = true;
    sendBuffers?.untrack(bufferOwner);
    stream.destroy();
    onClose(connection);
  }
}
