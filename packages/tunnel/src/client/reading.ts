import type { OnReadOpts, Socket } from "node:net";
import { FRAME_HEADER_BYTES } from "../wire/index.ts";

/**
 * Called with received bytes. Returns false to pause the socket. `done`, if given, allows to reuse the buffer; without that
 * call the bytes stay valid.
 */
export type OnBytes = (bytes: Buffer, done?: () => void) => boolean;

const USUAL_BUFFER_BYTES = 16 * 1024;
/** With its frame header it fills one 64 KiB read of the other side, so that it is not split into two writes there. */
const LARGE_BUFFER_BYTES = 64 * 1024 - FRAME_HEADER_BYTES;
/** Unused buffers that are kept for each socket. */
const MAX_FREE_BUFFERS = 2;

interface ReadBuffer {
  buffer: Buffer;
  done: () => void;
}

/**
 * Creates the `onread` option of a socket, with buffers that are reused. Otherwise Node allocates 64 KiB for each read,
 * however short, and adds the overhead of a stream.
 */
export function createOnRead(onBytes: OnBytes): OnReadOpts {
  const freeBuffers: ReadBuffer[] = [];
  let currentBuffer = create(USUAL_BUFFER_BYTES);
  return {
    buffer: () => currentBuffer.buffer,
    /**
     * Passes on the bytes of a read, with `done` to free their buffer for another one. Chooses the buffer of the next read: a large
     * one if this was filled, as more bytes are probably waiting. Drops a free buffer that is too small. Returns false to stop reading.
     */
    callback(size) {
      const { buffer, done } = currentBuffer;
      const isReading = onBytes(buffer.subarray(0, size), done);
      const wasFilled = size === buffer.length;
      const minSize = wasFilled ? LARGE_BUFFER_BYTES : USUAL_BUFFER_BYTES;
      const freeBuffer = freeBuffers.pop();
      const isLargeEnough = freeBuffer !== undefined && freeBuffer.buffer.length >= minSize;
      currentBuffer = isLargeEnough ? freeBuffer : create(minSize);
      return isReading;
    },
  };

  /** Allocates a buffer. Its `done` makes it free for another read. */
  function create(size: number): ReadBuffer {
    const created: ReadBuffer = {
      buffer: Buffer.allocUnsafeSlow(size),
      done() {
        if (freeBuffers.length < MAX_FREE_BUFFERS) freeBuffers.push(created);
      },
    };
    return created;
  }
}

/** Reads a socket by its "data" events, because TLS sockets have no `onread`. Pauses it when `onBytes` returns false. */
export function readAsStream(socket: Socket, onBytes: OnBytes): Socket {
  return socket.on("data", (bytes: Buffer) => {
    if (!onBytes(bytes)) socket.pause();
  });
}
