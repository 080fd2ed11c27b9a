import type { EventEmitter } from "node:events";

/** Told of an error that nobody foresaw, and of what it befell. Never given what was sent. */
export type NoteFailure = (what: string, error: unknown) => void;

/** What becomes of an emitter whose listener threw. */
type Fail = (error: unknown) => void;

const failing = new WeakMap<EventEmitter, Fail>();

/**
 * Keeps what the listeners of a connection or a request throw from ending the process: `fail` answers it or closes it. Node
 * calls listeners from its own depths, where nobody else could catch anything.
 */
export function guard(emitter: EventEmitter, fail: Fail): void {
  failing.set(emitter, fail);
  const emit = emitter.emit;
  emitter.emit = (event: string | symbol, ...values: unknown[]) => {
    try {
      return emit.call(emitter, event, ...values);
    } catch (error) {
      // An error nobody listens for is thrown as well. Whoever reports one is closing already.
      if (event !== "error") fail(error);
      return true;
    }
  };
}

/** Does what concerns a guarded connection or request outside its events: in the next tick, for one. */
export function guarded(emitter: EventEmitter, act: () => void): void {
  try {
    act();
  } catch (error) {
    failing.get(emitter)?.(error);
  }
}
