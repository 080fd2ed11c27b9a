import type { CarriedStream, StreamListener, StreamTransport } from "./stream-types.ts";

/** Initial flow-control window: bytes that each side may send before it gets credit. */
export const STREAM_WINDOW = 256 * 1024;
/** The window of a stream whose reader keeps up doubles up to this size. */
const MAX_WINDOW = 2 * 1024 * 1024;
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
  let isSendingDedicated = isDedicated;
  let creditBytes = STREAM_WINDOW;
  let windowBytes = STREAM_WINDOW;
  /** Received bytes for which the other side got no credit yet. */
  let uncreditedBytes = 0;
  /** Bytes sent since the other side last sent any: the size of the current response, as the next request restarts it. */
  let sentSinceReceived = 0;
  let isPaused = false;
  let receiving: ReceivingState = "open";
  let sending: SendingState = "open";
  let needsDrain = false;
  // Both buffers are bounded: by the window, and by callers that respect the result of `write`.
  const receiveBuffer: Buffer[] = [];
  const sendBuffer: PendingWrite[] = [];
  /** Bytes of the first entry of `sendBuffer` that were sent. */
  let firstWriteOffset = 0;

  const stream: CarriedStream = {
    listener: NO_LISTENER,
    destroyed: false,
    hasMoved: false,
    isDedicated,
    receiveBufferBytes: 0,
    sendBufferBytes: () => sendBuffer.reduce((sum, { bytes }) => sum + bytes.length, 0) - firstWriteOffset,
    /**
     * Queues bytes and sends as many as the other side gave credit for. Returns false if the writer should wait for `onDrain`. `done`
     * means that the buffer of the bytes may be reused; it is never called for bytes that are not sent.
     */
    write(bytes, done) {
      // Nothing is sent (any more), so no `onDrain` would come: the writer must not wait for it.
      if (stream.destroyed || sending !== "open" || bytes.length === 0) return true;
      sendBuffer.push({ bytes, done });
      needsDrain = !flush();
      return !needsDrain;
    },
    /** Ends this side's direction, after the bytes that are queued. */
    end() {
      if (sending !== "open" || stream.destroyed) return;
      sending = "ending";
      flush();
    },
    /** Closes the stream for its own user, which needs no `onClose`. */
    destroy() {
      stream.listener = NO_LISTENER;
      stream.close(/* isConnectionLost */ false);
    },
    /** Stops `onData`. Pauses the connection only if no other stream shares it; else the window limits what still arrives. */
    pause() {
      isPaused = true;
      if (stream.isDedicated) transport.setConnectionPaused(true);
    },
    /** Passes on what was buffered while paused, and lets the other side send more: `deliver` gives it credit. */
    resume() {
      if (!isPaused) return;
      isPaused = false;
      deliver();
      // Only a dedicated stream pauses its connection. The listener may have paused again during `deliver`.
      if (stream.isDedicated && !isPaused) transport.setConnectionPaused(false);
    },
    /**
     * Passes received bytes on, or buffers them while paused or while earlier bytes are still being passed on (`deliver`). Bytes after the
     * end are violations; so are bytes beyond the window, which a dedicated stream does not have.
     */
    receive(bytes) {
      // A long response, which this end sends, moves to a spare connection (`moveIfSlow`). Its length is counted from the last bytes of a
      // request: they may begin another one. If they belong to the current one, the response moves only a little later.
      sentSinceReceived = 0;
      if (receiving !== "open") return transport.onViolation();
      if (!stream.isDedicated) {
        uncreditedBytes += bytes.length;
        if (uncreditedBytes > windowBytes) return transport.onViolation();
      }
      const hasEarlierBytes = receiveBuffer.length > 0;
      if (isPaused || hasEarlierBytes) {
        receiveBuffer.push(bytes);
        stream.receiveBufferBytes += bytes.length;
        return;
      }
      stream.listener.onData(bytes);
      sendCredit();
    },
    /** Allows this side to send more, and sends what waited for that. */
    addCredit(bytes) {
      creditBytes += bytes;
      if (sendBuffer.length > 0) stream.resumeSending();
    },
    /** Handles the end of the other side's direction. Reports it to the listener after the buffered bytes. */
    receiveEnd() {
      if (receiving !== "open") return;
      receiving = "ended";
      deliver();
    },
    /**
     * Closes both directions and drops what is buffered. The connection then resets the stream at the other end, unless both ends were
     * sent (`isComplete`), and closes itself if the stream blocks it (`isBlocked`).
     */
    close(isConnectionLost) {
      if (stream.destroyed) return;
      const { listener } = stream;
      stream.destroyed = true;
      stream.listener = NO_LISTENER;
      const wereBothEndsSent = sending === "ended" && receiving !== "open";
      const isComplete = wereBothEndsSent && !isConnectionLost;
      // A dedicated stream has the connection alone, so bytes that it does not read or cannot send block it.
      const isReadBlocked = stream.isDedicated && isPaused;
      const isBlocked = isReadBlocked || (isSendingDedicated && needsDrain);
      receiveBuffer.length = 0;
      sendBuffer.length = 0;
      firstWriteOffset = 0;
      transport.onClosed({ isComplete, isBlocked });
      listener.onClose(isConnectionLost);
    },
    /** Sends queued bytes after new credit, or when the connection accepts more again. Calls `onDrain` once the queue is empty. */
    resumeSending() {
      if (stream.destroyed || !flush() || !needsDrain) return;
      needsDrain = false;
      stream.listener.onDrain();
    },
    /** Called when the incoming bytes have moved to a connection of their own: from now on, a pause of the stream pauses that too. */
    becomeDedicated() {
      stream.isDedicated = true;
      stream.hasMoved = true;
      transport.setConnectionPaused(isPaused);
    },
  };
  return stream;

  /** Passes on what arrived while paused, and then the end. Gives credit for it. The listener may pause again or close the stream. */
  function deliver(): void {
    while (!isPaused && receiveBuffer.length > 0) {
      const bytes = receiveBuffer.shift()!;
      stream.receiveBufferBytes -= bytes.length;
      stream.listener.onData(bytes);
    }
    if (stream.destroyed) return;
    sendCredit();
    if (receiving !== "ended" || isPaused || receiveBuffer.length > 0) return;
    receiving = "delivered";
    stream.listener.onEnd();
    closeIfComplete();
  }

  /**
   * Sends queued bytes as far as credit and the connection allow. A long response first moves to a connection of its own, so that it
   * delays no other stream (`moveIfSlow`). Returns whether all were sent and more can follow.
   */
  function flush(): boolean {
    let isWritable = true;
    while (sendBuffer.length > 0 && isWritable) {
      const { bytes, done } = sendBuffer[0]!;
      if (!isSendingDedicated) moveIfSlow();
      const size = Math.min(bytes.length - firstWriteOffset, maxFrameBytes());
      const hasNoCredit = size === 0;
      if (hasNoCredit) return false;
      creditBytes -= size;
      sentSinceReceived += size;
      const end = firstWriteOffset + size;
      // `done` lets the writer reuse its buffer. If a write is split into frames, the first may still be in use when the last is done:
      // `done` is not called, and the buffer not reused.
      const isWholeWrite = size === bytes.length;
      isWritable = transport.data(bytes, firstWriteOffset, end, isWholeWrite ? done : undefined);
      firstWriteOffset = end;
      if (firstWriteOffset < bytes.length) continue;
      sendBuffer.shift();
      firstWriteOffset = 0;
    }
    if (sendBuffer.length === 0 && sending === "ending") {
      sending = "ended";
      transport.end();
      closeIfComplete();
    }
    return isWritable && sendBuffer.length === 0;
  }

  /** Returns how many bytes the next frame may have: in shared mode no more than the credit. */
  function maxFrameBytes(): number {
    return isSendingDedicated ? MAX_FRAME_BYTES : Math.min(creditBytes, MAX_FRAME_BYTES);
  }

  /**
   * Moves the outgoing bytes to a spare connection, if there is one and the shared one is too slow for them. Not called again after that. A
   * stream that has moved carries no further request.
   */
  function moveIfSlow(): void {
    // A long response, or one whose reader is slower than the window, would have to wait for credit again and again. The bytes of earlier
    // responses on the stream do not count: they were sent before the last bytes of a request came.
    const isTooSlow = creditBytes === 0 || sentSinceReceived > LONG_BODY_BYTES;
    if (!isTooSlow || !transport.moveToSpare()) return;
    isSendingDedicated = true;
    stream.hasMoved = true;
  }

  /** Closes the stream after both directions ended. */
  function closeIfComplete(): void {
    if (sending === "ended" && receiving === "delivered") stream.close(/* isConnectionLost */ false);
  }

  /**
   * Gives the sender credit for the bytes that were read, and doubles the window of a reader that keeps up. Waits for half a window
   * of read bytes, so that the frames with credit are few and the sender need not wait. A dedicated stream has no window.
   */
  function sendCredit(): void {
    if (stream.isDedicated || stream.destroyed) return;
    const readBytes = uncreditedBytes - stream.receiveBufferBytes;
    const isHalfAWindow = readBytes * 2 >= windowBytes;
    if (!isHalfAWindow) return;
    const isKeepingUp = stream.receiveBufferBytes === 0;
    const mustDouble = isKeepingUp && windowBytes < MAX_WINDOW;
    const addedWindow = mustDouble ? windowBytes : 0;
    windowBytes += addedWindow;
    uncreditedBytes -= readBytes;
    transport.credit(readBytes + addedWindow);
  }
}
