import { useEffect, useState } from "preact/hooks";

/** Observable value. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Calls the listener on each change. Returns a function that removes it. */
  watch(listener: () => void): () => void;
}

/** Creates a store: a value that views watch for changes. Setting the same value again does not notify the listeners. */
export function createStore<T>(initialValue: T): Store<T> {
  let value = initialValue;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    /** Sets the value and notifies the listeners, unless it is the same. */
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      // A copy, because a listener may add or remove listeners.
      for (const listener of [...listeners]) listener();
    },
    /** Calls the listener after each change. Returns the function that stops that. */
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the value and renders the view again when it changes, even if that is between the first rendering and its effects. */
export function useStore<T>(store: Store<T>): T {
  // `useState` gets functions, here and below, because Preact would call a value that is itself a function.
  const [value, setValue] = useState(() => store.get());
  useEffect(() => {
    const update = () => setValue(() => store.get());
    update();
    return store.watch(update);
  }, [store]);
  return value;
}
