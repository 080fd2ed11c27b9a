import type { OnReadOpts, Socket } from "node:net";
import { FRAME_HEADER_BYTES } from "../wire/index.ts";

/**
 * Takes what came. False: no more until the socket is resumed. `done`, where there is one, gives the memory back for the next
 * piece; who never calls it keeps the bytes.
 */
export type TakeBytes = (bytes: Buffer, done?: () => void) => boolean;

const USUAL = 16 * 1024;
/** With the header of its frame it fills what the other side reads at once, so that it is not cut into two writes there. */
const LARGE = 64 * 1024 - FRAME_HEADER_BYTES;
/** Memory that is given back and kept, for each socket. */
const MOST_FREE = 2;

interface Room {
  buffer: Buffer;
  done: () => void;
}

/**
 * Reads a socket into memory of its own, again and again into the same. Otherwise Node takes 64 KiB anew for each piece, however
 * small, and passes it on as one of a stream.
 */
export function readingInto(take: TakeBytes): OnReadOpts {
  const free: Room[] = [];
  let room = create(USUAL);
  return {
    buffer: () => room.buffer,
    callback(size) {
      const { buffer, done } = room;
      const more = take(buffer.subarray(0, size), done);
      const next = free.pop();
      // One that was filled was too small.
      const wanted = size === buffer.length ? LARGE : USUAL;
      room = next !== undefined && next.buffer.length >= wanted ? next : create(wanted);
      return more;
    },
  };

  function create(size: number): Room {
    const created: Room = {
      buffer: Buffer.allocUnsafeSlow(size),
      done() {
        if (free.length < MOST_FREE) free.push(created);
      },
    };
    return created;
  }
}

/** The same of a socket that cannot be read so. */
export function readAsStream(socket: Socket, take: TakeBytes): Socket {
  return socket.on("data", (bytes: Buffer) => {
    if (!take(bytes)) socket.pause();
  });
}
