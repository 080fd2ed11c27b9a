import { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers";

/** Long answers that were written to clients who have not read them yet. */
export interface ResponseBufferLimits {
  /** Called for an answer that is about to be written; nothing where it goes to no socket. */
  watch(response: object | undefined): void;
}

/**
 * Bounds what is held for clients who ask and do not read: beyond so many bytes in all, who has waited longest is cut.
 * Otherwise one key and a few hundred connections, or requests on one, take all memory.
 */
export function createResponseBufferLimits(most: number): ResponseBufferLimits {
  /** Whoever has begun to wait first stands first. */
  const waiting = new Map<Socket, Set<ServerResponse>>();
  const watched = new WeakSet<Socket>();

  function add(socket: Socket, response: ServerResponse): void {
    const answers = waiting.get(socket) ?? new Set();
    waiting.set(socket, answers.add(response));
    response.once("finish", () => {
      answers.delete(response);
      if (answers.size === 0) waiting.delete(socket);
    });
    if (watched.has(socket)) return;
    watched.add(socket);
    socket.once("close", () => waiting.delete(socket));
  }

  function trim(): void {
    let total = 0;
    for (const answers of waiting.values()) total += bytesOf(answers);
    for (const [socket, answers] of waiting) {
      if (total <= most) return;
      total -= bytesOf(answers);
      waiting.delete(socket);
      socket.destroy();
    }
  }

  return {
    watch(response) {
      if (!(response instanceof ServerResponse)) return;
      const { socket } = response.req;
      // By then it was written.
      setImmediate(() => {
        if (response.writableFinished || socket.destroyed) return;
        add(socket, response);
        trim();
      });
    },
  };
}

function bytesOf(answers: Iterable<ServerResponse>): number {
  let bytes = 0;
  for (const answer of answers) bytes += answer.writableLength;
  return bytes;
}
