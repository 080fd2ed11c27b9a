import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long the rest of a body is still read after its response: a reset could overtake the response. */
const LINGER_MS = 2_000;

/**
 * Closes a connection whose request body still arrives two seconds after the response. Node would read it to its end. Not
 * closed at once: with unread bytes the connection would be reset, and the reset could overtake the response.
 */
export function limitLeftoverBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
  if (!hasBody) return;
  response.once("finish", () => {
    if (request.complete) return;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    const cancel = () => clearTimeout(timer);
    request.once("end", cancel);
    socket.once("close", cancel);
  });
}

/**
 * Ends a connection after its last response. Reads for two seconds more and drops what it reads: with unread bytes the connection would be
 * reset, and the reset could overtake the response.
 */
export function dropLeftoverBody(socket: Socket): void {
  socket.resume();
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
