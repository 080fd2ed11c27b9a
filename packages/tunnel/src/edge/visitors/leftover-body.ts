import type { IncomingMessage, ServerResponse } from "node:http";

/** What still comes of a body after its answer is read for so long, in milliseconds, that a reset can't overtake the answer. */
const LINGER = 2_000;

/** Cuts a connection whose request's body dribbles on after the answer: nobody will look at the rest. */
export function cutLeftoverBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request;
  if (headers["transfer-encoding"] === undefined && !(Number(headers["content-length"]) > 0)) return;
  response.once("finish", () => {
    if (request.complete) return;
    const timer = setTimeout(() => socket.destroy(), LINGER);
    const stop = () => clearTimeout(timer);
    request.once("end", stop);
    socket.once("close", stop);
  });
}
