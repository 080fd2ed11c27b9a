import type { ServerBus } from "../storage/types.ts";
import { deletedKeyChannel } from "../store/agent-keys.ts";

/** Requests that run for an agent key. They end at once when the key is deleted, on whichever server. */
export interface RunningKeys {
  /** Returns a signal that aborts when the key is deleted. Call `end` with the end of the request. */
  watch(id: string): { signal: AbortSignal; end(): void };
}

/** Creates the list of the requests that run for each agent key. Listens to the bus from the first one until the server stops. */
export function createRunningKeys(bus: Pick<ServerBus, "subscribe">, stopping: AbortSignal): RunningKeys {
  const controllersByKey = new Map<string, Set<AbortController>>();
  let isListening = false;

  /** Aborts the requests that run for a key, because it was deleted. */
  const abortRequestsOf = (id: string) => {
    for (const controller of controllersByKey.get(id) ?? []) controller.abort(new Error("The key was revoked."));
  };
  /** Subscribes to the ids of deleted keys, until the server stops. Once for all requests, because it takes a moment on Redis. */
  function listenForRevocations(): void {
    if (isListening) return;
    isListening = true;
    const unsubscribe = bus.subscribe(deletedKeyChannel, abortRequestsOf);
    stopping.addEventListener("abort", unsubscribe, { once: true });
  }

  return {
    /** Returns a signal that aborts when the key with this id is revoked. `end` must be called after the request. */
    watch(id) {
      listenForRevocations();
      const controller = new AbortController();
      const controllers = controllersByKey.get(id) ?? new Set();
      controllers.add(controller);
      controllersByKey.set(id, controllers);
      return {
        signal: controller.signal,
        /** Removes the finished request from those that the key's revocation aborts. May be called twice. */
        end() {
          controllers.delete(controller);
          // At a second call, the key may have a new set for later requests, which stays.
          const isLastOfKey = controllers.size === 0 && controllersByKey.get(id) === controllers;
          if (isLastOfKey) controllersByKey.delete(id);
        },
      };
    },
  };
}
