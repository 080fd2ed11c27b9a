import type { Locks } from "./types.ts";

/** Creates locks within one process: first come, first served. A free key takes no memory. */
export function createLocalLocks(): Locks {
  /** By key, a promise that resolves when the last caller in its queue has released it. */
  const lastReleaseByKey = new Map<string, Promise<void>>();
  let isClosed = false;

  return {
    /** Runs `work` when all earlier callers with one of these keys have finished. */
    async with(keys, work) {
      if (isClosed) throw new Error("The locks are closed");
      const { promise: released, resolve: release } = createDeferred();
      // Queueing for all keys in one step gives all callers the same order, so that no two wait for each other.
      const names = [...new Set(keys)];
      const predecessors = names.map((name) => lastReleaseByKey.get(name));
      for (const name of names) lastReleaseByKey.set(name, released);
      try {
        await Promise.all(predecessors);
        return await work();
      } finally {
        for (const name of names) {
          const isLastInQueue = lastReleaseByKey.get(name) === released;
          if (isLastInQueue) lastReleaseByKey.delete(name);
        }
        release();
      }
    },
    /** Rejects new callers, and waits until those that have queued have finished their work. */
    async close() {
      isClosed = true;
      await Promise.all(lastReleaseByKey.values());
    },
  };
}

/** Returns a promise, and the function that resolves it. */
function createDeferred() {
  let resolve = () => {};
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
