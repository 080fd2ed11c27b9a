import type { Socket } from "node:net";
import type { BodySource } from "./body-source.ts";

/** The body of a request that the edge parses itself: the next `length` bytes of the connection. */
export interface PlainBody extends BodySource {
  /** Whether all of it arrived. */
  isComplete(): boolean;
  /** Adds bytes of the connection and returns those that belong to the next request. */
  push(bytes: Buffer): Buffer;
}

/** With more buffered bytes than this, the connection is paused. */
const MAX_BUFFERED_BYTES = 64 * 1024;
/** Up to this size, a body that has arrived is sent together with the head. */
const MAX_SHORT_BODY_BYTES = 8 * 1024;
const EMPTY = Buffer.alloc(0);
const NO_TRAILERS: readonly string[] = [];

/** A body of which the first bytes arrived: as `text` in latin1 if it is short and complete, else as a `source`. */
interface PlainBodyStart {
  text?: string;
  source?: PlainBody;
  /** Bytes that belong to the next request. */
  rest: Buffer;
}

/**
 * Starts to read a request body of `length` bytes; -1 for no body. `firstBytes` followed the head. A short body that they
 * contain is returned as `text`, others as a `source`. `rest` has the bytes of the next request.
 */
export function startPlainBody(socket: Socket, length: number, firstBytes: Buffer): PlainBodyStart {
  if (length < 0) return { rest: firstBytes };
  if (length <= MAX_SHORT_BODY_BYTES && firstBytes.length >= length)
    return { text: firstBytes.toString("latin1", 0, length), rest: firstBytes.subarray(length) };
  const source = createPlainBody(socket, length);
  // `push` returns the bytes after the end of the body.
  return { source, rest: firstBytes.length > 0 ? source.push(firstBytes) : firstBytes };
}

/**
 * Creates a body source. Buffers bytes until `read`, and while paused; above the limit it pauses the connection. After
 * `discard` it drops the rest of the body, so that the next request can be read.
 */
function createPlainBody(socket: Socket, length: number): PlainBody {
  let remainingBytes = length;
  let bufferedChunks: Buffer[] = [];
  let bufferedBytes = 0;
  let isPaused = false;
  let isEnded = false;
  let isDiscarded = false;
  let onBytes: ((bytes: Buffer) => void) | null = null;
  let onEnd: ((trailers: readonly string[]) => void) | null = null;

  const body: PlainBody = {
    length,
    isPaused: () => isPaused,
    bufferedBytes: () => bufferedBytes,
    isComplete: () => remainingBytes === 0,
    /** Takes the bytes that belong to this body and returns the rest, which belongs to the next request. */
    push(bytes) {
      const chunk = bytes.length <= remainingBytes ? bytes : bytes.subarray(0, remainingBytes);
      const rest = bytes.length <= remainingBytes ? EMPTY : bytes.subarray(remainingBytes);
      remainingBytes -= chunk.length;
      if (isDiscarded) return rest;
      if (chunk.length > 0) {
        bufferedChunks.push(chunk);
        bufferedBytes += chunk.length;
      }
      const isReading = onBytes !== null && !isPaused;
      if (isReading) drainBuffer();
      // Not with the last bytes: nothing would resume the connection, and a visitor that disconnects would not be noticed.
      else if (remainingBytes > 0 && bufferedBytes > MAX_BUFFERED_BYTES) socket.pause();
      return rest;
    },
    /** Returns a short body that has arrived completely, in latin1, so that it can be sent together with the head; else "". */
    takeBuffered() {
      if (remainingBytes > 0 || bufferedBytes > MAX_SHORT_BODY_BYTES) return "";
      const text = bufferedChunks.map((bytes) => bytes.toString("latin1")).join("");
      bufferedChunks = [];
      bufferedBytes = 0;
      return text;
    },
    /** Starts reading: first what is buffered, then what arrives. */
    read(bytesListener, endListener) {
      onBytes = bytesListener;
      onEnd = endListener;
      body.resume();
    },
    /** Stops passing the body on, and stops the visitor from sending more of it. */
    pause() {
      isPaused = true;
      // After the last byte of the body, the connection goes on for the next request.
      if (remainingBytes > 0) socket.pause();
    },
    /** Passes on buffered bytes, and reads on from the visitor unless the reader paused again. */
    resume() {
      isPaused = false;
      drainBuffer();
      if (!isPaused && remainingBytes > 0) socket.resume();
    },
    /** Drops the rest of the body, and reads it to its end, where the next request begins. */
    discard() {
      isDiscarded = true;
      bufferedChunks = [];
      onBytes = null;
      onEnd = null;
      if (remainingBytes > 0) socket.resume();
    },
  };
  return body;

  /** Passes buffered bytes to the reader until it pauses. Reports the end once, after the last byte. */
  function drainBuffer(): void {
    // All three may change within the loop: `onBytes` may pause the body, or discard it.
    while (!isPaused && onBytes !== null && bufferedChunks.length > 0) {
      const bytes = bufferedChunks.shift()!;
      bufferedBytes -= bytes.length;
      onBytes(bytes);
    }
    const hasMore = remainingBytes > 0 || bufferedChunks.length > 0;
    if (hasMore || isEnded || isPaused) return;
    isEnded = true;
    onEnd?.(NO_TRAILERS);
  }
}
