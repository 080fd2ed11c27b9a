import type { Duplex } from "node:stream";

/**
 * Bytes that a socket takes before it says that it is full. By Node's own mark (16 KiB) every single piece of a long body fills
 * it, and each would stop its source and start it again.
 */
export const SOCKET_MARK = 128 * 1024;

/** A piece below this size may be the end of one read, with more right behind it. */
const SHORT = 16 * 1024;

/** To be called before a piece of a long body is written: a short one leaves with what comes in the same turn of the event loop. */
export function gather(socket: Duplex, size: number): void {
  if (size >= SHORT || socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(uncork, socket);
}

function uncork(socket: Duplex): void {
  socket.uncork();
}
