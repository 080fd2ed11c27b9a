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
    for (let at = 0; at < bytes.length && !isOver(); ) {
      if (pausedInput !== null) {
        pausedInput.push(bytes.subarray(at));
        return;
      }
      if (dataBytesLeft > 0) {
        const end = Math.min(at + dataBytesLeft, bytes.length);
        dataBytesLeft -= end - at;
        onData(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
        at = end;
      } else if (partialHeaderLength === 0 && bytes.length - at >= FRAME_HEADER_BYTES) {
        readHeader(bytes, at);
        at += FRAME_HEADER_BYTES;
      } else {
        const size = Math.min(FRAME_HEADER_BYTES - partialHeaderLength, bytes.length - at);
        bytes.copy(partialHeader, partialHeaderLength, at, at + size);
        at += size;
        partialHeaderLength += size;
        if (partialHeaderLength < FRAME_HEADER_BYTES) continue;
        partialHeaderLength = 0;
        readHeader(partialHeader, 0);
      }
    }
  }

  function readHeader(bytes: Buffer, at: number): void {
    const type = bytes[at + 4]!;
    const length = bytes.readUIntBE(at + 5, 3);
    if (type === DATA) dataBytesLeft = length;
    onFrame(bytes.readUInt32BE(at), type, length);
  }
}
