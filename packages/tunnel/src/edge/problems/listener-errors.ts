import type { EventEmitter } from "node:events";

/** Called with an unexpected error and what it hit, such as "A request". Never gets data of visitors. */
export type FailureListener = (what: string, error: unknown) => void;

/** Responds with an error or closes, after a listener threw. */
type ErrorHandler = (error: unknown) => void;

const errorHandlers = new WeakMap<object, ErrorHandler>();

/**
 * Calls `onError` with errors that listeners of a connection or request throw. Without it they would end the process,
 * because Node calls listeners directly from its event loop.
 */
export function handleListenerErrors(emitter: EventEmitter, onError: ErrorHandler): void {
  errorHandlers.set(emitter, onError);
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
 * process. Errors go to the handler that `handleListenerErrors` set for `emitter`, else for `otherEmitter`. Only a
 * connection of an embedding program may have none, because the program's own requests use it too. Then the error is dropped.
 */
export function runWithErrorHandler(emitter: object, act: () => void, otherEmitter: object = emitter): void {
  try {
    act();
  } catch (error) {
    const onError = errorHandlers.get(emitter) ?? errorHandlers.get(otherEmitter);
    onError?.(error);
  }
}
