import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { CARRY, createCarrier } from "../wire/index.ts";

export interface ServeDataOptions {
  socket: Socket;
  first: Buffer;
  /** Takes a connection that carries requests one at a time. */
  serve(data: Duplex, first: Buffer): void;
}

const EMPTY = Buffer.alloc(0);
const MARK = Buffer.from(CARRY);

/** Serves a data connection by what the edge writes first: requests, or the mark that it carries channels of them. */
export function serveData({ socket, first, serve }: ServeDataOptions): void {
  let held = first;
  const look = (bytes: Buffer) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    decide();
  };
  const leave = () => void socket.destroy();
  socket.on("data", look);
  socket.on("end", leave);
  if (held.length > 0) decide();

  function decide(): void {
    const length = Math.min(held.length, MARK.length);
    const marked = held.compare(MARK, 0, length, 0, length) === 0;
    if (marked && length < MARK.length) return;
    socket.off("data", look);
    socket.off("end", leave);
    if (marked) {
      createCarrier({ socket, onOpen: (channel) => serve(channel, EMPTY) });
      if (held.length > length) socket.emit("data", held.subarray(length));
    } else serve(socket, held);
  }
}
