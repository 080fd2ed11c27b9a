import type { ServerBus } from "./types.ts";

type Listener = (message: string) => void;

/** Creates a bus within one process. No message is ever lost, so `onReconnect` listeners are never called. */
export function createLocalBus(): ServerBus {
  const topics = createTopics();
  return {
    isShared: false,

    async publish(topic, message = "") {
      topics.emit(topic, message);
    },
    subscribe: topics.subscribe,
    // Returns a function that would remove the listener, as the interface asks for.
    onReconnect: () => () => {},
    async close() {
      topics.clear();
    },
  };
}

/** Creates a registry of listeners by topic. `emit` calls those of a topic. A topic without listeners takes no memory. */
export function createTopics() {
  /** An entry per subscription, so that one function can subscribe twice and unsubscribe once. */
  const listeners = new Map<string, Set<{ listener: Listener }>>();

  return {
    /** Calls the listeners of a topic. */
    emit(topic: string, message: string) {
      const subscribed = listeners.get(topic);
      if (!subscribed) return;
      // A copy, because a listener may subscribe another.
      for (const entry of [...subscribed]) {
        const isStillSubscribed = subscribed.has(entry);
        if (isStillSubscribed) callSafely(entry.listener, message);
      }
    },
    /** Adds a listener. Returns the function that removes it, and with the last one its topic, unless `clear` was called since. */
    subscribe(topic: string, listener: Listener) {
      const entry = { listener };
      const subscribed = listeners.get(topic) ?? new Set();
      listeners.set(topic, subscribed.add(entry));
      return () => {
        subscribed.delete(entry);
        const wasCleared = listeners.get(topic) !== subscribed;
        if (subscribed.size === 0 && !wasCleared) listeners.delete(topic);
      };
    },
    clear() {
      listeners.clear();
    },
  };
}

/** Calls a listener and turns its error into a warning, so that it affects neither the publisher nor other listeners. */
export function callSafely<Input extends unknown[]>(listener: (...input: Input) => void, ...input: Input) {
  try {
    listener(...input);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
