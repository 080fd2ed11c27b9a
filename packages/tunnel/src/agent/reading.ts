import type { OnReadOpts, Socket } from "node:net";
import { HEADER } from "../wire/index.ts";

/**
 * Takes what came. False: no more until the socket is resumed. `lent`: the bytes are good until it returns and no longer.
 */
export type TakeBytes = (bytes: Buffer, lent: boolean) => boolean;

const SHORT = 8 * 1024;
const USUAL = 16 * 1024;
/** With the header of its frame it fills what the other side reads at once, so that it is not cut into two writes there. */
const LARGE = 64 * 1024 - HEADER;

/**
 * Reads a socket into memory of its own, again and again into the same where little comes. Otherwise Node takes 64 KiB anew for
 * each piece, however small, and passes it on as one of a stream.
 */
export function readingInto(take: TakeBytes): OnReadOpts {
  let buffer = Buffer.allocUnsafeSlow(USUAL);
  return {
    buffer: () => buffer,
    callback(size) {
      const bytes = buffer.subarray(0, size);
      if (size <= SHORT) return take(bytes, true);
      // Whoever gets it keeps it, so the next piece needs another; one that was filled was too small.
      buffer = Buffer.allocUnsafeSlow(size === buffer.length ? LARGE : USUAL);
      return take(bytes, false);
    },
  };
}

/** The same of a socket that cannot be read so. */
export function readAsStream(socket: Socket, take: TakeBytes): Socket {
  return socket.on("data", (bytes: Buffer) => {
    if (!take(bytes, false)) socket.pause();
  });
}
