import { ReceiveWindow, STREAM_WINDOW } from "./receive-window.ts";
import type { CarriedStream, StreamListener, StreamTransport } from "./stream-types.ts";

const MAX_FRAME_BYTES = 64 * 1024;
/** A response of this size is moved to a spare connection, so that it does not delay others. */
const LONG_BODY_BYTES = 1024 * 1024;

interface PendingWrite {
  bytes: Buffer | string;
  done: (() => void) | undefined;
}

/** `open` → `ending` with the end after the queued bytes → `ended` once that was sent. */
type SendingState = "open" | "ending" | "ended";
/** `open` → `ended` with the other side's end → `delivered` once the listener got it, after the buffered bytes. */
type ReceivingState = "open" | "ended" | "delivered";

const NO_LISTENER: StreamListener = { onData() {}, onDrain() {}, onEnd() {}, onClose() {} };

/**
 * Creates a stream. Each direction begins in shared mode, with a flow-control window, or in dedicated mode, without one:
 * there TCP's own flow control is enough. Each can become dedicated once, when its bytes move to a spare connection. The
 * stream closes when both ends were passed on, or when either side resets it.
 */
export function createStream(transport: StreamTransport, isDedicated: boolean): CarriedStream {
  return new WindowedStream(transport, isDedicated);
}

/** A class: as closures, its functions would take more than a kilobyte for each stream. */
class WindowedStream implements CarriedStream {
  listener = NO_LISTENER;
  destroyed = false;
  hasMoved = false;
  isDedicated: boolean;
  receiveBufferBytes = 0;
  readonly #transport: StreamTransport;
  #isSendingDedicated: boolean;
  #creditBytes = STREAM_WINDOW;
  readonly #receiveWindow = new ReceiveWindow();
  /** Bytes sent since the other side last sent any: the size of the current response, as the next request restarts it. */
  #sentSinceReceived = 0;
  #isPaused = false;
  #receiving: ReceivingState = "open";
  #sending: SendingState = "open";
  #needsDrain = false;
  // Both buffers are bounded: by the window, and by callers that respect the result of `write`.
  readonly #receiveBuffer: Buffer[] = [];
  readonly #sendBuffer: PendingWrite[] = [];
  /** Bytes of the first entry of `#sendBuffer` that were sent. */
  #firstWriteOffset = 0;

  constructor(transport: StreamTransport, isDedicated: boolean) {
    this.isDedicated = isDedicated;
    this.#transport = transport;
    this.#isSendingDedicated = isDedicated;
  }

  sendBufferBytes(): number {
    return this.#sendBuffer.reduce((sum, { bytes }) => sum + bytes.length, 0) - this.#firstWriteOffset;
  }

  /**
   * Queues bytes and sends as many as the other side gave credit for. Returns false if the writer should wait for `onDrain`. `done`
   * means that the buffer of the bytes may be reused; it is never called for bytes that are not sent.
   */
  write(bytes: Buffer | string, done?: () => void): boolean {
    // Nothing is sent (any more), so no `onDrain` would come: the writer must not wait for it.
    if (this.destroyed || this.#sending !== "open" || bytes.length === 0) return true;
    this.#sendBuffer.push({ bytes, done });
    this.#needsDrain = !this.#flush();
    return !this.#needsDrain;
  }

  /** Ends this side's direction, after the bytes that are queued. */
  end(): void {
    if (this.#sending !== "open" || this.destroyed) return;
    this.#sending = "ending";
    this.#flush();
  }

  /** Closes the stream for its own user, which needs no `onClose`. */
  destroy(): void {
    this.listener = NO_LISTENER;
    this.close(/* isConnectionLost */ false);
  }

  /** Stops `onData`. Pauses the connection only if no other stream shares it; else the window limits what still arrives. */
  pause(): void {
    this.#isPaused = true;
    if (this.isDedicated) this.#transport.setConnectionPaused(true);
  }

  /** Passes on what was buffered while paused, and lets the other side send more: `#deliver` gives it credit. */
  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#deliver();
    // Only a dedicated stream pauses its connection. The listener may have paused again during `#deliver`.
    if (this.isDedicated && !this.#isPaused) this.#transport.setConnectionPaused(false);
  }

  /**
   * Passes received bytes on, or buffers them while paused or while earlier bytes are still being passed on (`#deliver`). Bytes after the
   * end are violations; so are bytes beyond the window, which a dedicated stream does not have.
   */
  receive(bytes: Buffer): void {
    // A long response, which this end sends, moves to a spare connection (`#moveIfSlow`). Its length is counted from the last bytes of a
    // request: they may begin another one. If they belong to the current one, the response moves only a little later.
    this.#sentSinceReceived = 0;
    if (this.#receiving !== "open") return void this.#transport.onViolation();
    if (!this.isDedicated && !this.#receiveWindow.add(bytes.length)) return void this.#transport.onViolation();
    const hasEarlierBytes = this.#receiveBuffer.length > 0;
    if (this.#isPaused || hasEarlierBytes) {
      this.#receiveBuffer.push(bytes);
      this.receiveBufferBytes += bytes.length;
      return;
    }
    this.listener.onData(bytes);
    this.#sendCredit();
  }

  /** Allows this side to send more, and sends what waited for that. */
  addCredit(bytes: number): void {
    this.#creditBytes += bytes;
    if (this.#sendBuffer.length > 0) this.resumeSending();
  }

  /** Handles the end of the other side's direction. Reports it to the listener after the buffered bytes. */
  receiveEnd(): void {
    if (this.#receiving !== "open") return;
    this.#receiving = "ended";
    this.#deliver();
  }

  /**
   * Closes both directions and drops what is buffered. The connection then resets the stream at the other end, unless both ends were
   * sent (`isComplete`), and closes itself if the stream blocks it (`isBlocked`).
   */
  close(isConnectionLost: boolean): void {
    if (this.destroyed) return;
    const { listener } = this;
    this.destroyed = true;
    this.listener = NO_LISTENER;
    const wereBothEndsSent = this.#sending === "ended" && this.#receiving !== "open";
    const isComplete = wereBothEndsSent && !isConnectionLost;
    // A dedicated stream has the connection alone, so bytes that it does not read or cannot send block it.
    const isReadBlocked = this.isDedicated && this.#isPaused;
    const isBlocked = isReadBlocked || (this.#isSendingDedicated && this.#needsDrain);
    this.#receiveBuffer.length = 0;
    this.#sendBuffer.length = 0;
    this.#firstWriteOffset = 0;
    this.#transport.onClosed({ isComplete, isBlocked });
    listener.onClose(isConnectionLost);
  }

  /** Sends queued bytes after new credit, or when the connection accepts more again. Calls `onDrain` once the queue is empty. */
  resumeSending(): void {
    if (this.destroyed || !this.#flush() || !this.#needsDrain) return;
    this.#needsDrain = false;
    this.listener.onDrain();
  }

  /** Called when the incoming bytes have moved to a connection of their own: from now on, a pause of the stream pauses that too. */
  becomeDedicated(): void {
    this.isDedicated = true;
    this.hasMoved = true;
    this.#transport.setConnectionPaused(this.#isPaused);
  }

  /** Passes on what arrived while paused, and then the end. Gives credit for it. The listener may pause again or close the stream. */
  #deliver(): void {
    while (!this.#isPaused && this.#receiveBuffer.length > 0) {
      const bytes = this.#receiveBuffer.shift()!;
      this.receiveBufferBytes -= bytes.length;
      this.listener.onData(bytes);
    }
    if (this.destroyed) return;
    this.#sendCredit();
    if (this.#receiving !== "ended" || this.#isPaused || this.#receiveBuffer.length > 0) return;
    this.#receiving = "delivered";
    this.listener.onEnd();
    this.#closeIfComplete();
  }

  /**
   * Sends queued bytes as far as credit and the connection allow. A long response first moves to a connection of its own, so that it
   * delays no other stream (`#moveIfSlow`). Returns whether all were sent and more can follow.
   */
  #flush(): boolean {
    let isWritable = true;
    while (this.#sendBuffer.length > 0 && isWritable) {
      const { bytes, done } = this.#sendBuffer[0]!;
      if (!this.#isSendingDedicated) this.#moveIfSlow();
      const size = Math.min(bytes.length - this.#firstWriteOffset, this.#maxFrameBytes());
      const hasNoCredit = size === 0;
      if (hasNoCredit) return false;
      this.#creditBytes -= size;
      this.#sentSinceReceived += size;
      const end = this.#firstWriteOffset + size;
      // `done` lets the writer reuse its buffer. If a write is split into frames, the first may still be in use when the last is done:
      // `done` is not called, and the buffer not reused.
      const isWholeWrite = size === bytes.length;
      isWritable = this.#transport.data(bytes, this.#firstWriteOffset, end, isWholeWrite ? done : undefined);
      this.#firstWriteOffset = end;
      if (this.#firstWriteOffset < bytes.length) continue;
      this.#sendBuffer.shift();
      this.#firstWriteOffset = 0;
    }
    if (this.#sendBuffer.length === 0 && this.#sending === "ending") {
      this.#sending = "ended";
      this.#transport.end();
      this.#closeIfComplete();
    }
    return isWritable && this.#sendBuffer.length === 0;
  }

  /** Returns how many bytes the next frame may have: in shared mode no more than the credit. */
  #maxFrameBytes(): number {
    return this.#isSendingDedicated ? MAX_FRAME_BYTES : Math.min(this.#creditBytes, MAX_FRAME_BYTES);
  }

  /**
   * Moves the outgoing bytes to a spare connection, if there is one and the shared one is too slow for them. Not called again after that. A
   * stream that has moved carries no further request.
   */
  #moveIfSlow(): void {
    // A long response, or one whose reader is slower than the window, would have to wait for credit again and again. The bytes of earlier
    // responses on the stream do not count: they were sent before the last bytes of a request came.
    const isTooSlow = this.#creditBytes === 0 || this.#sentSinceReceived > LONG_BODY_BYTES;
    if (!isTooSlow || !this.#transport.moveToSpare()) return;
    this.#isSendingDedicated = true;
    this.hasMoved = true;
  }

  /** Closes the stream after both directions ended. */
  #closeIfComplete(): void {
    if (this.#sending === "ended" && this.#receiving === "delivered") this.close(/* isConnectionLost */ false);
  }

  /** Gives the sender credit for the bytes that were read. A dedicated stream has no window. */
  #sendCredit(): void {
    if (this.isDedicated || this.destroyed) return;
    const creditBytes = this.#receiveWindow.takeCredit(this.receiveBufferBytes);
    if (creditBytes > 0) this.#transport.credit(creditBytes);
  }
}
