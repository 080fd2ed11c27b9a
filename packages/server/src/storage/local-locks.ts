import type { Locks } from "./types.ts";

/** Locks for the one server of a machine: first come, first served, and nothing is kept for a free key. */
export function createLocalLocks(): Locks {
  const tails = new Map<string, Promise<void>>();
  let closed = false;

  return {
    async with(keys, work) {
      if (closed) throw new Error("The locks are closed");
      const { promise: released, resolve: release } = newGate();
      // Queuing on every key in one step gives all callers one order, so no two can wait for each other.
      const names = [...new Set(keys)];
      const before = names.map((name) => tails.get(name));
      for (const name of names) tails.set(name, released);
      try {
        await Promise.all(before);
        return await work();
      } finally {
        for (const name of names) if (tails.get(name) === released) tails.delete(name);
        release();
      }
    },
    async close() {
      closed = true;
      await Promise.all(tails.values());
    },
  };
}

function newGate() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
