import type { Duplex } from "node:stream";

/**
 * High-water mark of sockets in bytes. With Node's default (16 KiB), every chunk of a long body would fill the buffer, and
 * pause and resume its source.
 */
export const SOCKET_HIGH_WATER_MARK = 128 * 1024;

/** Calls `close` when the other side ends the connection, or when it is lost. May call it twice. */
export function onSocketGone(socket: Duplex, close: () => void): void {
  // An error is followed by "close".
  socket.on("error", () => {});
  socket.on("end", close);
  socket.on("close", close);
}

/** A shorter chunk may be the end of one read, with more right after it. */
const SHORT_CHUNK_BYTES = 16 * 1024;

/** Corks a socket until the next tick if a chunk that is about to be written is short, so that such chunks share a write. */
export function corkShortChunk(socket: Duplex, size: number): void {
  // A corked socket will be uncorked by the call that corked it.
  if (size >= SHORT_CHUNK_BYTES || socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(uncork, socket);
}

function uncork(socket: Duplex): void {
  socket.uncork();
}

/** How long the other side may go on sending after its connection has ended. */
const LINGER_MS = 2_000;

/**
 * Ends a connection that is not read any more, with `lastBytes`. Drops what still arrives: a socket that holds unread bytes does not notice
 * that the other side closes, and would stay open for good. Waits a moment for that once all is sent, because a reset could overtake it.
 */
export function endConnection(socket: Duplex, lastBytes: string | null = null): void {
  if (lastBytes === null) socket.end();
  else socket.end(lastBytes);
  socket.resume();
  socket.once("finish", () => {
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(timer));
  });
}
