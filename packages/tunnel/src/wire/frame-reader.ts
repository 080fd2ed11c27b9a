import { FRAME_HEADER_BYTES } from "./write-batch.ts";

/** Frame types; see docs/tunnel-protocol.md. */
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

/** Parses the frames of a data connection incrementally. */
export interface FrameReader {
  push(bytes: Buffer): void;
  /** Stops parsing and buffers the input until `resume`. */
  pause(): void;
  resume(): void;
}

export interface FrameReaderOptions {
  /** Called with each frame header. After one of `DATA`, `length` bytes are passed to `onData`. */
  onFrame(id: number, type: number, length: number): void;
  onData(bytes: Buffer): void;
  /** Whether the connection closed, so that parsing should stop. */
  isClosed(): boolean;
}

/** Creates a frame reader. A frame's header may arrive in several reads; the bytes of `DATA` are passed on as they arrive. */
export function createFrameReader({ onFrame, onData, isClosed: isOver }: FrameReaderOptions): FrameReader {
  // A header that arrived in several reads.
  const partialHeader = Buffer.alloc(FRAME_HEADER_BYTES);
  let partialHeaderLength = 0;
  let dataBytesLeft = 0;
  let pausedInput: Buffer[] | null = null;

  return {
    push,
    pause() {
      pausedInput ??= [];
    },
    resume() {
      const input = pausedInput ?? [];
      pausedInput = null;
      for (const bytes of input) push(bytes);
    },
  };

  function push(bytes: Buffer): void {
    for (let offset = 0; offset < bytes.length && !isOver(); ) {
      if (pausedInput !== null) {
        pausedInput.push(bytes.subarray(offset));
        return;
      }
      if (dataBytesLeft > 0) {
        const end = Math.min(offset + dataBytesLeft, bytes.length);
        dataBytesLeft -= end - offset;
        onData(offset === 0 && end === bytes.length ? bytes : bytes.subarray(offset, end));
        offset = end;
      } else if (partialHeaderLength === 0 && bytes.length - offset >= FRAME_HEADER_BYTES) {
        readHeader(bytes, offset);
        offset += FRAME_HEADER_BYTES;
      } else {
        const size = Math.min(FRAME_HEADER_BYTES - partialHeaderLength, bytes.length - offset);
        bytes.copy(partialHeader, partialHeaderLength, offset, offset + size);
        offset += size;
        partialHeaderLength += size;
        if (partialHeaderLength < FRAME_HEADER_BYTES) continue;
        partialHeaderLength = 0;
        readHeader(partialHeader, 0);
      }
    }
  }

  function readHeader(bytes: Buffer, offset: number): void {
    const type = bytes[offset + 4]!;
    const length = bytes.readUIntBE(offset + 5, 3);
    if (type === DATA) dataBytesLeft = length;
    onFrame(bytes.readUInt32BE(offset), type, length);
  }
}
