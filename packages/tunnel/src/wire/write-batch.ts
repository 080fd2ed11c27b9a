import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers";

/** Collects the frames of one turn of the event loop and sends them in one write. */
export interface WriteBatch {
  /** Bytes of memory in use until the other side reads. */
  bufferedBytes(): number;
  /** Adds a frame's header. `value` is the length of `DATA`, or an argument of other types. */
  addHeader(id: number, type: number, value: number): void;
  /** Adds latin1 text. */
  addText(text: string, from: number, to: number): void;
  /** Adds bytes. Calls `done` when the buffer can be reused. */
  addBytes(bytes: Buffer, from: number, to: number, done?: (() => void) | undefined): void;
  /** Writes what was collected to the socket. */
  flush(): void;
}

export const FRAME_HEADER_BYTES = 8;
const BUFFER_BYTES = 64 * 1024;
/** Chunks up to this size are copied into the batch, which is cheaper than a write of their own. */
const MAX_COPIED_BYTES = 8 * 1024;
/** Unused buffers, shared by all connections of the process, so that idle connections need none. */
const freeBuffers: Buffer[] = [];
const MAX_FREE_BUFFERS = 16;

const EMPTY = Buffer.alloc(0);

/** Creates a batch. Calls `onBackPressure` after a write that left bytes in the buffer of the socket. */
export function createWriteBatch(socket: Duplex, onBackPressure: () => void): WriteBatch {
  const isNodeSocket = socket instanceof Socket;
  let batchBuffer: Buffer | null = null;
  let bufferLength = 0;
  let isFlushScheduled = false;
  /** Whether the batch is sent only after the pending writes. */
  let isFlushDeferred = false;
  let pendingWrites = 0;
  // Whether a pending write uses a batch buffer. It keeps the whole buffer alive, however little of it is sent.
  let isBufferInUse = false;

  const batch: WriteBatch = {
    /** Counts a batch buffer in full, however little it holds: that is the memory in use. */
    bufferedBytes() {
      return socket.writableLength + (batchBuffer === null ? 0 : BUFFER_BYTES) + (isBufferInUse ? BUFFER_BYTES : 0);
    },
    /** Adds a frame header to the batch. */
    addHeader(id, type, value) {
      const target = reserve(FRAME_HEADER_BYTES);
      // Big-endian: 4 bytes of id, 1 of type, 3 of value.
      target[bufferLength] = id >>> 24;
      target[bufferLength + 1] = id >>> 16;
      target[bufferLength + 2] = id >>> 8;
      target[bufferLength + 3] = id;
      target[bufferLength + 4] = type;
      target[bufferLength + 5] = value >>> 16;
      target[bufferLength + 6] = value >>> 8;
      target[bufferLength + 7] = value;
      bufferLength += FRAME_HEADER_BYTES;
      scheduleFlush();
    },
    /** Adds the characters `from` to `to` of a latin1 text, at most those of one frame. Its header has scheduled the flush. */
    addText(text, from, to) {
      // Most texts are added whole, and need no slice.
      const slice = from === 0 && to === text.length ? text : text.slice(from, to);
      const target = reserve(slice.length);
      bufferLength += target.write(slice, bufferLength, "latin1");
    },
    /**
     * Copies a short chunk into the batch, which is cheaper than a write of its own. Writes a long one to the socket itself, after
     * the batch; then `afterWrite` frees the batch's buffer, or counts it as memory in use until it is sent. Calls `done` when the
     * chunk's bytes may be reused, but never for a long chunk on a stream that is no socket of Node.
     */
    addBytes(bytes, from, to, done) {
      if (to - from <= MAX_COPIED_BYTES) {
        const target = reserve(to - from);
        bufferLength += bytes.copy(target, bufferLength, from, to);
        done?.();
        return;
      }
      const slice = from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to);
      socket.cork();
      const writtenBuffer = writeBuffer();
      // Only the callback of a socket of Node, TLS included, means that the bytes were copied. Other streams may call it earlier: no reuse.
      if (done !== undefined && isNodeSocket) socket.write(slice, done);
      else write(slice);
      socket.uncork();
      afterWrite(writtenBuffer);
    },
    flush: () => afterWrite(writeBuffer()),
  };
  return batch;

  /** Returns the batch buffer with space for `size` bytes, at most `BUFFER_BYTES`. First flushes a buffer with less space. */
  function reserve(size: number): Buffer {
    if (batchBuffer !== null && bufferLength + size > BUFFER_BYTES) batch.flush();
    if (batchBuffer === null) {
      batchBuffer = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
      bufferLength = 0;
    }
    return batchBuffer;
  }

  /**
   * Writes the collected bytes, or drops them if the socket is destroyed. Returns their buffer if the write may still use it: the caller
   * passes it to `afterWrite`. Else frees the buffer here, and returns `null`.
   */
  function writeBuffer(): Buffer | null {
    const bytes = batchBuffer;
    if (bytes === null) return null;
    batchBuffer = null;
    isFlushDeferred = false;
    if (socket.destroyed) {
      releaseBuffer(bytes);
      return null;
    }
    const mustWait = socket.writableLength > 0 || socket.writableCorked > 0;
    // A short write that must wait is copied, so that it does not keep a whole batch buffer alive.
    if (mustWait && bufferLength <= MAX_COPIED_BYTES) {
      write(copyOf(bytes, bufferLength));
      releaseBuffer(bytes);
      return null;
    }
    write(bytes.subarray(0, bufferLength));
    return bytes;
  }

  /**
   * Frees the buffer that `writeBuffer` returned, if the write is done. Else counts it as memory in use until `onWritten`, and reports
   * back-pressure. `null`: nothing was in the batch, or its buffer is free already. Pending writes to a socket of Node are counted here
   * (`awaitWrites`), those to other streams in `write`.
   */
  function afterWrite(bytes: Buffer | null): void {
    const isWriteDone = socket.writableLength === 0;
    if (isWriteDone) {
      // Streams that are no sockets of Node may pass the buffer itself on, so theirs is not reused.
      if (bytes !== null && isNodeSocket) releaseBuffer(bytes);
      return;
    }
    if (bytes !== null) isBufferInUse = true;
    if (isNodeSocket) awaitWrites();
    onBackPressure();
  }

  /**
   * Counts what a socket of Node has not yet written as one pending write. `onWritten` ends it, as the callback of an empty write after all
   * so far. These have no callback, because one for each would be overhead, and most are done at once.
   */
  function awaitWrites(): void {
    pendingWrites++;
    socket.write(EMPTY, onWritten);
  }

  /**
   * Writes bytes. A stream that is no socket of Node shows by a callback when it has taken them, so each write counts as pending. A
   * socket of Node usually takes them at once: `afterWrite` counts only what is left.
   */
  function write(bytes: Buffer): void {
    if (isNodeSocket) socket.write(bytes);
    else {
      pendingWrites++;
      socket.write(bytes, onWritten);
    }
  }

  /** Called after each pending write. After the last one, sends what was collected meanwhile. */
  function onWritten(): void {
    pendingWrites--;
    if (pendingWrites > 0) return;
    isBufferInUse = false;
    if (isFlushDeferred) batch.flush();
  }

  /** Flushes at the end of this turn of the event loop, or later if earlier bytes still wait. */
  function scheduleFlush(): void {
    if (isFlushScheduled) return;
    isFlushScheduled = true;
    setImmediate(() => {
      isFlushScheduled = false;
      // While earlier bytes wait, collects more frames: a write per frame would cost more than its bytes.
      // `onWritten` sends them, but a destroyed socket would never call it.
      const mustWait = pendingWrites > 0 && socket.writableLength > 0 && !socket.destroyed;
      if (mustWait) isFlushDeferred = true;
      else batch.flush();
    });
  }
}

/** Copies the first `length` bytes. */
function copyOf(bytes: Buffer, length: number): Buffer {
  // Not from Node's pool, where a small slice keeps 8 KiB alive.
  const copy = Buffer.allocUnsafeSlow(length);
  bytes.copy(copy, 0, 0, length);
  return copy;
}

/** Keeps a batch buffer for reuse. If enough are kept already, it is garbage-collected. */
function releaseBuffer(bytes: Buffer): void {
  if (freeBuffers.length < MAX_FREE_BUFFERS) freeBuffers.push(bytes);
}
