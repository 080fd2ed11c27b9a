import { AsyncLocalStorage } from "node:async_hooks";
import type { Redis } from "ioredis";
import { Mutex } from "redis-semaphore";
import { createLocalLocks } from "./local-locks.ts";
import type { Locks } from "./types.ts";

/** The proof that a lock is held: what Redis must have under the lock's key. */
export type Fence = readonly [key: string, identifier: string];

export interface RedisLocks extends Locks {
  /** The locks around the running code. A commit checks them in the same step as it writes. */
  fences(): readonly Fence[];
}

export interface RedisLocksOptions {
  /**
   * Milliseconds after which a lock frees itself, so a dead server stops nobody for longer. Work that takes
   * longer fails at its next commit. @default 8_000
   */
  lockTimeout?: number;
}

/** Locks over all servers that share a Redis. Callers of one server queue among themselves first. */
export function createRedisLocks(client: Redis, { lockTimeout = 8_000 }: RedisLocksOptions = {}): RedisLocks {
  const local = createLocalLocks();
  const held = new AsyncLocalStorage<readonly Fence[]>();
  const options = {
    lockTimeout,
    // Long enough to outlast a server that died holding the lock.
    acquireTimeout: lockTimeout + 4_000,
    retryInterval: 5,
    // A lock is never prolonged: the fence stops late work, and a failing renewal could not be caught.
    refreshInterval: 0,
  };

  return {
    with(keys, work) {
      const names = [...new Set(keys)].sort();
      return local.with(names, async () => {
        const mutexes: Mutex[] = [];
        const fences: Fence[] = [...(held.getStore() ?? [])];
        try {
          // One after another in a fixed order, so two servers cannot wait for each other.
          for (const name of names) {
            const mutex = new Mutex(client, name, options);
            mutexes.push(mutex);
            await mutex.acquire();
            fences.push([`mutex:${name}`, mutex.identifier]);
          }
          return await held.run(fences, work);
        } finally {
          // A lock that cannot be given back frees itself; the work is done all the same.
          await Promise.allSettled(mutexes.map((mutex) => mutex.release()));
        }
      });
    },
    fences: () => held.getStore() ?? [],
    close: () => local.close(),
  };
}
