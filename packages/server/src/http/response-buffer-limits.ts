import { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers";

/** Limits the memory of large responses that clients do not read. */
export interface ResponseBufferLimits {
  /** Called with Node's response before a large body is written to it. Ignores requests without a socket. */
  watch(response: object | undefined): void;
}

/**
 * Creates a limit for the bytes of responses that clients have not read. Above `maxBytes` in total, destroys
 * connections, first those that have had unread responses for the longest time. Otherwise one key with a few hundred
 * connections could use up all memory.
 */
export function createResponseBufferLimits(maxBytes: number): ResponseBufferLimits {
  /** Unfinished responses by connection; first the connection that has had one for the longest time. */
  const unfinished = new Map<Socket, Set<ServerResponse>>();
  /** Connections that have a `close` listener already. */
  const socketsWithListener = new WeakSet<Socket>();

  /** Makes `enforceLimit` count a response's buffered bytes until it is written completely or its connection closes. */
  function trackUntilWritten(socket: Socket, response: ServerResponse): void {
    const responses = unfinished.get(socket) ?? new Set();
    responses.add(response);
    unfinished.set(socket, responses);
    response.once("finish", () => {
      responses.delete(response);
      if (responses.size === 0) unfinished.delete(socket);
    });
    // One listener for each connection, however many responses it has.
    if (socketsWithListener.has(socket)) return;
    socketsWithListener.add(socket);
    socket.once("close", () => unfinished.delete(socket));
  }

  /**
   * Destroys connections with unread responses until the buffered bytes of all are within the limit; first the one unread for longest,
   * which comes first in `unfinished`.
   */
  function enforceLimit(): void {
    let total = 0;
    for (const responses of unfinished.values()) total += bufferedBytes(responses);
    for (const [socket, responses] of unfinished) {
      if (total <= maxBytes) return;
      total -= bufferedBytes(responses);
      unfinished.delete(socket);
      socket.destroy();
    }
  }

  return {
    /**
     * Counts a response that the client does not read at once, and enforces the limit of all unread bytes. Ignores a request within
     * this process, which has no socket.
     */
    watch(response) {
      if (!(response instanceof ServerResponse)) return;
      const { socket } = response.req;
      // The body is written in this turn of the event loop; the next one sees what remains buffered.
      setImmediate(() => {
        if (response.writableFinished || socket.destroyed) return;
        trackUntilWritten(socket, response);
        enforceLimit();
      });
    },
  };
}

/** Returns the bytes of responses that Node buffers because the client has not read them. */
function bufferedBytes(responses: Iterable<ServerResponse>): number {
  let bytes = 0;
  for (const response of responses) bytes += response.writableLength;
  return bytes;
}
