import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers";

/** What a connection is to send, gathered so that all of one turn of the event loop leaves in one write. */
export interface Batch {
  /** Bytes of memory that are held until the other side reads. */
  readonly held: number;
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

const NOTHING = Buffer.alloc(0);

/** `onWaiting`: after a write, bytes wait for the other side to read. */
export function createBatch(socket: Duplex, onWaiting: () => void): Batch {
  const isSystems = socket instanceof Socket;
  let room: Buffer | null = null;
  let used = 0;
  let scheduled = false;
  let deferred = false;
  let running = 0;
  // A write keeps its whole buffer alive, however little of it is sent.
  let isRoomStuck = false;

  const batch: Batch = {
    get held() {
      return socket.writableLength + (room === null ? 0 : ROOM) + (isRoomStuck ? ROOM : 0);
    },
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
      socket.cork();
      const before = flushRoom();
      // Another stream may say that it is done before anybody has looked at the bytes.
      if (done !== undefined && isSystems) socket.write(part, done);
      else write(part);
      socket.uncork();
      settle(before);
    },
    flush: () => settle(flushRoom()),
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

  /** Writes what is gathered, and returns its buffer if the write may still need it. */
  function flushRoom(): Buffer | null {
    const bytes = room;
    if (bytes === null) return null;
    room = null;
    deferred = false;
    if (socket.destroyed) {
      giveBack(bytes);
      return null;
    }
    // What has to wait is copied if it is little, so that the memory which is held is about what is counted.
    if (used <= SMALL && (socket.writableLength > 0 || socket.writableCorked > 0)) {
      write(copyOf(bytes, used));
      giveBack(bytes);
      return null;
    }
    write(bytes.subarray(0, used));
    return bytes;
  }

  function settle(bytes: Buffer | null): void {
    if (socket.writableLength === 0) {
      // A write that was done within the call leaves its buffer to the next. Other streams hand on the very buffer.
      if (bytes !== null && isSystems) giveBack(bytes);
      return;
    }
    if (bytes !== null) isRoomStuck = true;
    if (isSystems) {
      running++;
      // Calls back when what stands before it is written. A callback of each write would cost those that need not wait.
      socket.write(NOTHING, written);
    }
    onWaiting();
  }

  function write(bytes: Buffer): void {
    if (isSystems) socket.write(bytes);
    else {
      running++;
      socket.write(bytes, written);
    }
  }

  function written(): void {
    running--;
    if (running > 0) return;
    isRoomStuck = false;
    if (deferred) batch.flush();
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      // While earlier bytes wait, small pieces gather: each write of its own would cost more than its bytes.
      if (running > 0 && socket.writableLength > 0 && !socket.destroyed) deferred = true;
      else batch.flush();
    });
  }
}

function copyOf(bytes: Buffer, length: number): Buffer {
  // Not from Node's pool, of which each piece would keep 8 KiB alive.
  const copy = Buffer.allocUnsafeSlow(length);
  bytes.copy(copy, 0, 0, length);
  return copy;
}

function giveBack(bytes: Buffer): void {
  if (free.length < MOST_FREE) free.push(bytes);
}
