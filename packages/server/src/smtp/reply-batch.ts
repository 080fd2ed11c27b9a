import type { Socket } from "node:net";
import { setImmediate } from "node:timers";

/**
 * Sends the replies of one turn of the event loop together, at its end. Each write wakes its client. If the writes are spread over the
 * turn, a program with many connections wakes and sleeps for each of them, which costs both sides more than the replies.
 */
export interface ReplyBatch {
  /** Holds what is written to this socket until the turn ends. */
  hold(socket: Socket): void;
  /** Sends at once what is held for this socket. */
  release(socket: Socket): void;
  /** Closes both sides of this socket when the turn ends, after what is held for it has been sent. */
  close(socket: Socket): void;
}

/** Creates a batch for all connections of a server. */
export function createReplyBatch(): ReplyBatch {
  let held = new Set<Socket>();
  let closing: Socket[] = [];

  function endTurn(): void {
    const [sockets, socketsToClose] = [held, closing];
    held = new Set();
    closing = [];
    for (const socket of sockets) socket.uncork();
    for (const socket of socketsToClose) {
      const isUnsent = socket.writableLength > 0;
      if (isUnsent) socket.destroySoon();
      else socket.destroy();
    }
  }

  function scheduleEnd(): void {
    const isScheduled = held.size + closing.length > 0;
    if (!isScheduled) setImmediate(endTurn);
  }

  return {
    hold(socket) {
      if (held.has(socket)) return;
      scheduleEnd();
      held.add(socket);
      socket.cork();
    },
    release(socket) {
      if (held.delete(socket)) socket.uncork();
    },
    close(socket) {
      scheduleEnd();
      closing.push(socket);
    },
  };
}
