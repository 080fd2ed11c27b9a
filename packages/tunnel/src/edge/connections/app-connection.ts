import {
  createMessageParser,
  type Head,
  type MessageParser,
  type ResponseHeadReader,
  type Stream,
  type StreamListener,
} from "../../wire/index.ts";
import type { BufferOwner, TunnelSendBuffers } from "./send-buffers.ts";

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
  onAppDrain(): void;
  /** Called if the connection ends before the response is complete. */
  onLost(reason: LossReason): void;
}

/** A connection to the app, through one stream of a data connection. Carries one request at a time. */
export interface AppConnection {
  /** Number of requests sent so far. */
  requestCount: number;
  /** Whether any byte of the current response arrived. */
  hasResponseBytes: boolean;
  /** Time at which it last became idle, by the pool's clock. */
  idleSince: number;
  /** Bytes of the response that arrived while paused. */
  bufferedBytes(): number;
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
  sendBuffers: TunnelSendBuffers;
  onIdle(connection: AppConnection): void;
  onClose(connection: AppConnection): void;
}

/** Creates an app connection on an open stream. It is unused at first; the pool gives it one request at a time. */
export function createAppConnection(options: AppConnectionOptions): AppConnection {
  return new StreamConnection(options);
}

/** A class: as closures, its functions would take a kilobyte for each connection to an app. */
class StreamConnection implements AppConnection, StreamListener {
  requestCount = 0;
  hasResponseBytes = false;
  idleSince: number;
  readonly #options: AppConnectionOptions;
  readonly #parser: MessageParser;
  #responseHandler: ResponseHandler | null = null;
  /** Owner of the bytes that the tunnel client has not read. `null` until there are any. */
  #sendBuffer: BufferOwner | null = null;
  #isClosed = false;

  constructor(options: AppConnectionOptions) {
    this.#options = options;
    this.idleSince = options.now();
    this.#parser = createMessageParser({
      kind: "response",
      readResponseHead: options.readHead,
      onHead: (head) => this.#responseHandler?.onHead(head),
      onBody: (bytes, isLast) => this.#responseHandler?.onBody(bytes, isLast),
      onEnd: (trailers, rest) => this.#endResponse(trailers, rest),
    });
    options.stream.listener = this;
  }

  bufferedBytes(): number {
    return this.#options.stream.receiveBufferBytes;
  }

  /** Writes the head of the next request. Its response goes to `nextHandler`. The parser needs `method`: one to HEAD has no body. */
  sendRequest(nextHandler: ResponseHandler, method: string, head: string): void {
    this.#responseHandler = nextHandler;
    this.requestCount++;
    this.hasResponseBytes = false;
    this.#parser.expectResponseTo(method);
    this.write(head);
  }

  /**
   * Sends bytes of a body. Returns false if the tunnel client does not keep up: the caller should wait for `onAppDrain`, and what
   * waits for the client counts towards the limits of memory (`sendBuffers`) until then.
   */
  write(bytes: Buffer | string): boolean {
    const isWritable = this.#options.stream.write(bytes);
    if (!isWritable) this.#trackBuffer();
    return isWritable;
  }

  pause(): void {
    this.#options.stream.pause();
  }

  resume(): void {
    this.#options.stream.resume();
  }

  /** Ends the current request. Offers the connection to the next one by `onIdle`, or closes it if it was moved to a spare. */
  release(): void {
    const { stream, now, onIdle } = this.#options;
    this.#responseHandler = null;
    if (this.#isClosed) return;
    const canCarryNextRequest = !stream.hasMoved;
    if (!canCarryNextRequest) return void this.#close();
    this.idleSince = now();
    // The last visitor, if it read slowly, may have left the stream paused.
    stream.resume();
    onIdle(this);
  }

  destroy(): void {
    this.#responseHandler = null;
    this.#close();
  }

  abort(): void {
    this.#closeAndReportLoss("disconnected");
  }

  end(): void {
    this.#options.stream.end();
  }

  /**
   * Passes bytes of the app's response to the handler. After them, `onReadDone` lets it send a head that still waits for bytes of the
   * body. Closes the connection if the bytes are not HTTP, or if no request was sent.
   */
  onData(bytes: Buffer): void {
    const isUnrequested = this.#responseHandler === null;
    if (isUnrequested) return void this.#close();
    this.hasResponseBytes = true;
    try {
      this.#parser.push(bytes);
      this.#responseHandler?.onReadDone(); // `null` now if the response was completed and released
    } catch {
      this.#closeAndReportLoss("malformed");
    }
  }

  /** Resumes the sender after `write` returned false: no bytes wait any more. */
  onDrain(): void {
    this.#untrackBuffer();
    this.#responseHandler?.onAppDrain();
  }

  /** Closes the connection when the app ends its side. That completes a response without a length; any other is lost. */
  onEnd(): void {
    this.#completeResponseWithoutLength();
    this.#closeAndReportLoss("closed");
  }

  onClose(isConnectionLost: boolean): void {
    this.#closeAndReportLoss(isConnectionLost ? "disconnected" : "closed");
  }

  /**
   * Ends the current response. If bytes follow it that were not requested, closes the connection first, so that the next visitor does
   * not get them (response smuggling).
   */
  #endResponse(trailers: string[], rest: Buffer): void {
    const hasUnrequestedBytes = rest.length > 0;
    if (hasUnrequestedBytes) this.#close();
    this.#responseHandler?.onEnd(trailers);
  }

  /** Tells the parser that no more bytes follow. If that completes the response, the handler's `onEnd` is called. */
  #completeResponseWithoutLength(): void {
    try {
      this.#parser.end();
    } catch {
      // The response is incomplete: it has a length or chunks. The caller reports it as lost.
    }
  }

  /** Closes the connection. Calls the handler's `onLost` if a response is awaited. After a complete one there is no handler. */
  #closeAndReportLoss(reason: LossReason): void {
    const lastHandler = this.#responseHandler;
    this.#responseHandler = null;
    this.#close();
    lastHandler?.onLost(reason);
  }

  /** Closes the stream. Calls `onClose`, but nothing of the response's handler: the caller has ended the exchange, or reports the loss. */
  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#untrackBuffer();
    this.#options.stream.destroy();
    this.#options.onClose(this);
  }

  #trackBuffer(): void {
    const { stream, sendBuffers } = this.#options;
    this.#sendBuffer ??= {
      bufferedBytes: () => stream.sendBufferBytes(),
      close: () => this.#closeAndReportLoss("closed"),
    };
    sendBuffers.track(this.#sendBuffer);
  }

  #untrackBuffer(): void {
    if (this.#sendBuffer !== null) this.#options.sendBuffers.untrack(this.#sendBuffer);
  }
}
