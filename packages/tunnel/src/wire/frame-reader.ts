import { FRAME_HEADER_BYTES } from "./write-batch.ts";

/** Frame types; see docs/reference/tunnel-protocol.md. */
export const OPEN = 0;
export const DATA = 1;
export const END = 2;
export const RESET = 3;
export const CREDIT = 4;
export const PING = 5;
export const PONG = 6;
export const NAME = 7;
export const MOVED = 8;
export const TAKE = 9;

/** The id in frames that are about the connection itself, such as pings. Streams have higher ones. */
export const CONNECTION_ID = 0;

/** Parses the frames of a data connection incrementally. */
export interface FrameReader {
  push(bytes: Buffer): void;
  /** Stops parsing and buffers the input until `resume`. */
  pause(): void;
  resume(): void;
}

export interface FrameReaderOptions {
  /** Called with each frame header. After one of `DATA`, `value` bytes are passed to `onData`. */
  onFrame(id: number, type: number, value: number): void;
  onData(bytes: Buffer): void;
  /** Whether the connection closed, so that parsing should stop. */
  isClosed(): boolean;
}

/** Creates a frame reader. A frame's header may arrive in several reads; the bytes of `DATA` are passed on as they arrive. */
export function createFrameReader({ onFrame, onData, isClosed }: FrameReaderOptions): FrameReader {
  // A header that arrived in several reads.
  const partialHeader = Buffer.alloc(FRAME_HEADER_BYTES);
  let partialHeaderLength = 0;
  let remainingDataBytes = 0;
  /** Input that arrived while paused; `null` if it is not paused. */
  let bufferedInput: Buffer[] | null = null;

  return {
    push,
    /** Buffers the input from now on. A second call keeps what is buffered. */
    pause() {
      bufferedInput ??= [];
    },
    /** Parses the input that arrived while paused. If a frame of it pauses the reader again, `push` buffers the rest. */
    resume() {
      const input = bufferedInput ?? [];
      bufferedInput = null;
      for (const bytes of input) push(bytes);
    },
  };

  /**
   * Parses each part in turn: bytes of `DATA`, a header that is complete in `bytes`, or a piece of a header. Each frame may close the
   * connection, which ends the parsing, or pause the reader, which buffers the rest until `resume`.
   */
  function push(bytes: Buffer): void {
    for (let offset = 0; offset < bytes.length && !isClosed(); ) {
      if (bufferedInput !== null) {
        bufferedInput.push(bytes.subarray(offset));
        return;
      }
      if (remainingDataBytes > 0) {
        offset = readData(bytes, offset);
      } else if (partialHeaderLength === 0 && bytes.length - offset >= FRAME_HEADER_BYTES) {
        readHeader(bytes, offset);
        offset += FRAME_HEADER_BYTES;
      } else {
        offset = collectHeader(bytes, offset);
      }
    }
  }

  /** Passes on the bytes from `offset` to the end of the `DATA` frame or of the read. Returns the offset after them. */
  function readData(bytes: Buffer, offset: number): number {
    const end = Math.min(offset + remainingDataBytes, bytes.length);
    remainingDataBytes -= end - offset;
    // Mostly the whole read is data: then no other buffer object is needed.
    const isAllData = offset === 0 && end === bytes.length;
    onData(isAllData ? bytes : bytes.subarray(offset, end));
    return end;
  }

  /**
   * Collects a header that began in an earlier read or ends in a later one, and reads it once it is complete. Returns the offset
   * after its bytes.
   */
  function collectHeader(bytes: Buffer, offset: number): number {
    const end = Math.min(offset + FRAME_HEADER_BYTES - partialHeaderLength, bytes.length);
    bytes.copy(partialHeader, partialHeaderLength, offset, end);
    partialHeaderLength += end - offset;
    if (partialHeaderLength === FRAME_HEADER_BYTES) {
      partialHeaderLength = 0;
      readHeader(partialHeader, 0);
    }
    return end;
  }

  /** Parses the header at `offset`: 4 bytes of id, 1 of type, 3 of value. */
  function readHeader(bytes: Buffer, offset: number): void {
    const type = bytes[offset + 4]!;
    const value = bytes.readUIntBE(offset + 5, 3);
    if (type === DATA) remainingDataBytes = value;
    onFrame(bytes.readUInt32BE(offset), type, value);
  }
}
