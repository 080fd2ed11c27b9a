import { HEADER } from "./batch.ts";

/** What a frame says; docs/tunnel-protocol.md tells the meanings. */
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

/** Reads the frames of a data connection as its bytes come. */
export interface FrameReader {
  push(bytes: Buffer): void;
  /** Reads no more, and keeps what comes, until `start`. */
  stop(): void;
  start(): void;
}

export interface FrameReaderOptions {
  /** A header. After one of `DATA`, so many bytes are passed to `onData`. */
  onFrame(id: number, type: number, length: number): void;
  onData(bytes: Buffer): void;
  /** Nothing more is wanted. */
  isOver(): boolean;
}

export function createFrameReader({ onFrame, onData, isOver }: FrameReaderOptions): FrameReader {
  // A header that came in pieces.
  const head = Buffer.alloc(HEADER);
  let headLength = 0;
  let left = 0;
  let kept: Buffer[] | null = null;

  return {
    push,
    stop() {
      kept ??= [];
    },
    start() {
      const pieces = kept ?? [];
      kept = null;
      for (const bytes of pieces) push(bytes);
    },
  };

  function push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && !isOver(); ) {
      if (kept !== null) {
        kept.push(bytes.subarray(at));
        return;
      }
      if (left > 0) {
        const end = Math.min(at + left, bytes.length);
        left -= end - at;
        onData(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
        at = end;
      } else if (headLength === 0 && bytes.length - at >= HEADER) {
        receive(bytes, at);
        at += HEADER;
      } else {
        const part = Math.min(HEADER - headLength, bytes.length - at);
        bytes.copy(head, headLength, at, at + part);
        at += part;
        headLength += part;
        if (headLength < HEADER) continue;
        headLength = 0;
        receive(head, 0);
      }
    }
  }

  function receive(bytes: Buffer, at: number): void {
    const type = bytes[at + 4]!;
    const length = bytes.readUIntBE(at + 5, 3);
    if (type === DATA) left = length;
    onFrame(bytes.readUInt32BE(at), type, length);
  }
}
