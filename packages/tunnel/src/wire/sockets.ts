import type { Duplex } from "node:stream";

/**
 * Bytes that a socket takes before it says that it is full. By Node's own mark (16 KiB) every single piece of a long body fills
 * it, and each would stop its source and start it again.
 */
export const SOCKET_MARK = 128 * 1024;

/** What is written to it in this turn of the event loop leaves together: a body comes cut at other places than it goes. */
export function gather(socket: Duplex): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(uncork, socket);
}

function uncork(socket: Duplex): void {
  socket.uncork();
}
