import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers";

/** What a connection is to send, gathered so that all of one turn of the event loop leaves in one write. */
export interface Batch {
  /** Adds a frame's header. */
  header(id: number, type: number, length: number): void;
  /** Adds text, in latin1. */
  text(text: string, from: number, to: number): void;
  /** `done` is called when the bytes are no longer needed. */
  bytes(bytes: Buffer, from: number, to: number, done?: (() => void) | undefined): void;
  /** Sends what there is now. */
  flush(): void;
}

export const HEADER = 8;
const ROOM = 64 * 1024;
/** Pieces up to this size are copied together; larger ones are written as they are. */
const SMALL = 8 * 1024;
/** Buffers that nobody writes into now, for all connections of the process: an idle one holds none. */
const free: Buffer[] = [];
const MOST_FREE = 16;

/** `onChoked`: a write was not taken at once. */
export function createBatch(socket: Duplex, onChoked: () => void): Batch {
  const isSystems = socket instanceof Socket;
  let room: Buffer | null = null;
  let used = 0;
  let scheduled = false;

  const batch: Batch = {
    header(id, type, length) {
      const into = reserve(HEADER);
      into[used] = id >>> 24;
      into[used + 1] = id >>> 16;
      into[used + 2] = id >>> 8;
      into[used + 3] = id;
      into[used + 4] = type;
      into[used + 5] = length >>> 16;
      into[used + 6] = length >>> 8;
      into[used + 7] = length;
      used += HEADER;
      schedule();
    },
    text(text, from, to) {
      const part = from === 0 && to === text.length ? text : text.slice(from, to);
      const into = reserve(part.length);
      used += into.write(part, used, "latin1");
    },
    bytes(bytes, from, to, done) {
      if (to - from <= SMALL) {
        const into = reserve(to - from);
        used += bytes.copy(into, used, from, to);
        done?.();
        return;
      }
      const part = from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to);
      const before = room;
      room = null;
      socket.cork();
      if (before !== null) socket.write(before.subarray(0, used));
      // Another stream may say that it is done before anybody has looked at the bytes.
      if (done !== undefined && isSystems) socket.write(part, done);
      else socket.write(part);
      socket.uncork();
      if (socket.writableNeedDrain) onChoked();
      giveBack(before);
    },
    flush() {
      const bytes = room;
      if (bytes === null) return;
      room = null;
      const taken = socket.destroyed || socket.write(bytes.subarray(0, used));
      giveBack(bytes);
      if (!taken) onChoked();
    },
  };
  return batch;

  function reserve(size: number): Buffer {
    if (room !== null && used + size > ROOM) batch.flush();
    if (room === null) {
      room = free.pop() ?? Buffer.allocUnsafeSlow(ROOM);
      used = 0;
    }
    return room;
  }

  /** A write that was done within the call leaves its buffer to the next. Other streams hand on the very buffer. */
  function giveBack(bytes: Buffer | null): void {
    if (bytes === null || !isSystems || socket.writableLength > 0 || free.length >= MOST_FREE) return;
    free.push(bytes);
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      batch.flush();
    });
  }
}
