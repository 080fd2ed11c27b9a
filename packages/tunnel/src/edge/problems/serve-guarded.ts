import type { IncomingMessage, ServerResponse } from "node:http";
import { INTERNAL_ERROR } from "./edge-problems.ts";
import { type FailureListener, handleListenerErrors, runWithErrorHandler } from "./listener-errors.ts";
import { sendEdgeProblem } from "./problem-page.ts";

/**
 * Runs `serve`. If it throws, or a listener of the request or response does so later, reports the error to `onFailure` and responds
 * with 500.
 */
export function serveGuarded(
  request: IncomingMessage,
  response: ServerResponse,
  onFailure: FailureListener,
  serve: () => void,
): void {
  const onError = (error: unknown) => {
    onFailure("A request", error);
    // If this fails too, the socket's handler closes it. The sockets of an embedding program have none: there the error is dropped.
    runWithErrorHandler(request.socket, () => sendEdgeProblem(request, response, INTERNAL_ERROR));
  };
  handleListenerErrors(request, onError);
  handleListenerErrors(response, onError);
  runWithErrorHandler(request, serve);
}
