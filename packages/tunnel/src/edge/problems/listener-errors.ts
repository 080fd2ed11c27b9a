import type { EventEmitter } from "node:events";

/** Called with an unexpected error and what it hit, such as "A request". Never gets data of visitors. */
export type FailureListener = (what: string, error: unknown) => void;

/** Responds with an error or closes, after a listener threw. */
type ErrorHandler = (error: unknown) => void;

/**
 * The property with an emitter's handler. A WeakMap would keep every request in memory until the next full garbage
 * collection, because the handler refers to its request.
 */
const errorHandler = Symbol("errorHandler");

/** A connection or request, with its error handler if it has one. */
type Guarded = object & { [errorHandler]?: ErrorHandler };

/**
 * Calls `onError` with errors that listeners of a connection or request throw. Without it they would end the process,
 * because Node calls listeners directly from its event loop.
 */
export function handleListenerErrors(emitter: EventEmitter & Guarded, onError: ErrorHandler): void {
  emitter[errorHandler] = onError;
  const emit = emitter.emit;
  emitter.emit = (event: string | symbol, ...values: unknown[]) => {
    try {
      return emit.call(emitter, event, ...values);
    } catch (error) {
      // `emit("error")` without a listener throws too. An emitter that reports an error is closing already.
      if (event !== "error") onError(error);
      return true;
    }
  };
}

/**
 * Runs code for a connection or request outside its events, such as in a timer or promise, where an error would end the
 * process. Errors go to the handler that `handleListenerErrors` set for `emitter`, such as a request, else for `otherEmitter`, its
 * connection. Only a connection of an embedding program may have none, because the program's own requests use it too. Then the error
 * is dropped.
 */
export function runWithErrorHandler(emitter: Guarded, act: () => void, otherEmitter: Guarded = emitter): void {
  try {
    act();
  } catch (error) {
    const onError = emitter[errorHandler] ?? otherEmitter[errorHandler];
    onError?.(error);
  }
}
