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
  /** Reports an error of the code that serves the request, and responds with 500. */
  function onError(error: unknown): void {
    onFailure("A request", error);
    // If the response fails too, the error handler of the socket closes the socket. In a program that embeds the edge, the socket may have
    // no such handler: then the error is dropped.
    runWithErrorHandler(request.socket, () => sendEdgeProblem(request, response, INTERNAL_ERROR));
  }
  handleListenerErrors(request, onError);
  handleListenerErrors(response, onError);
  runWithErrorHandler(request, serve);
}
