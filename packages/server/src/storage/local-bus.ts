import type { ServerBus } from "./types.ts";

type Listener = (message: string) => void;

/** Wake-ups within one process. Nothing is ever missed, so `onReconnect` never fires. */
export function createLocalBus(): ServerBus {
  const topics = createTopics();
  return {
    isShared: false,

    async publish(topic, message = "") {
      topics.emit(topic, message);
    },
    subscribe: topics.subscribe,
    onReconnect: () => () => {},
    async close() {
      topics.clear();
    },
  };
}

/** The listeners of one process by topic. A topic without listeners takes no memory. */
export function createTopics() {
  const listeners = new Map<string, Set<{ listener: Listener }>>();

  return {
    emit(topic: string, message: string) {
      const subscribed = listeners.get(topic);
      if (!subscribed) return;
      // A copy, because a listener may end its own subscription or start another.
      for (const entry of [...subscribed]) if (subscribed.has(entry)) callSafely(entry.listener, message);
    },
    subscribe(topic: string, listener: Listener) {
      // An entry of its own, so that one function can listen twice and leave once.
      const entry = { listener };
      const subscribed = listeners.get(topic) ?? new Set();
      listeners.set(topic, subscribed.add(entry));
      return () => {
        subscribed.delete(entry);
        if (subscribed.size === 0 && listeners.get(topic) === subscribed) listeners.delete(topic);
      };
    },
    clear() {
      listeners.clear();
    },
  };
}

/** One listener's failure must reach neither the publisher nor the other listeners. */
export function callSafely<Input extends unknown[]>(listener: (...input: Input) => void, ...input: Input) {
  try {
    listener(...input);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
