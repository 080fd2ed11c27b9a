import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Redis } from "ioredis";
import { StorageError } from "../../problem.ts";
import { createLocalLocks } from "../local-locks.ts";
import { isStorageFull } from "../storage-full.ts";
import type { Locks } from "../types.ts";

/** The proof that a lock is held: what Redis must have under the lock's key. */
export type Fence = readonly [key: string, identifier: string];

export interface RedisLocks extends Locks {
  /** The locks around the running code that are still to be given back. A commit checks them in the same step as it writes. */
  fences(): readonly Fence[];
}

/** The locks of one piece of work. */
interface Held {
  readonly fences: readonly Fence[];
  /** What the work has begun for later, such as a delivery in the background, runs in its context without its locks. */
  isOver: boolean;
}

export interface RedisLocksOptions {
  /**
   * Milliseconds after which a lock that is not renewed frees itself, so a dead server stops nobody for longer. The
   * holder renews it three times in this time; work that lost it fails at its next commit. @default 2_000
   */
  leaseMs?: number;
  /** Milliseconds to wait for a lock that others hold. @default 10_000 */
  waitTimeoutMs?: number;
}

/** Milliseconds between two tries for a lock that another server holds, at the least and at the most. */
const pauseLeast = 2;
const pauseMost = 25;

/** Locks over all servers that share a Redis. Callers of one server queue among themselves first. */
export function createRedisLocks(
  client: Redis,
  { leaseMs: lease = 2_000, waitTimeoutMs: patience = 10_000 }: RedisLocksOptions = {},
): RedisLocks {
  const local = createLocalLocks();
  const held = new AsyncLocalStorage<readonly Held[]>();

  return {
    with(keys, work) {
      const names = [...new Set(keys)].sort();
      return local.with(names, async () => {
        const identifier = randomBytes(16).toString("hex");
        const locks = names.map((name) => `mutex:${name}`);
        await acquire(locks, identifier);
        const renewal = setInterval(() => {
          // One that cannot be renewed is found out by the fence.
          client.eval(renewScript, locks.length, ...locks, identifier, lease).catch(() => {});
        }, lease / 3);
        const own: Held = { fences: locks.map((lock): Fence => [lock, identifier]), isOver: false };
        try {
          return await held.run([...(held.getStore() ?? []), own], work);
        } finally {
          own.isOver = true;
          clearInterval(renewal);
          // A lock that cannot be given back frees itself; the work is done all the same.
          await client.eval(releaseScript, locks.length, ...locks, identifier).catch(() => {});
        }
      });
    },
    fences: () => (held.getStore() ?? []).flatMap(({ fences, isOver }) => (isOver ? [] : fences)),
    close: () => local.close(),
  };

  /** All of them in one step, or none, so two servers cannot wait for each other. */
  async function acquire(locks: readonly string[], identifier: string): Promise<void> {
    const deadline = performance.now() + patience;
    for (let pause = pauseLeast; ; pause = Math.min(pauseMost, pause * 2)) {
      const taken = await client.eval(acquireScript, locks.length, ...locks, identifier, lease).catch(fail);
      if (taken === 1) return;
      if (performance.now() > deadline) fail(new Error("Others held a lock for too long"));
      await delay(pause * (0.5 + Math.random()));
    }
  }
}

function fail(cause: unknown): never {
  throw new StorageError("The storage gave no lock", { fault: isStorageFull(cause) ? "full" : "failed", cause });
}

// Locks are kept from the append-only file and from replicas: each would wait for a disk, and a commit whose lock is gone after
// a crash is refused all the same.
const unlogged = "redis.set_repl(redis.REPL_NONE)";

// A connection that broke sends a command again whose answer was lost: then the lock is found to be its own.
const acquireScript = `${unlogged}
for i = 1, #KEYS do
  local holder = redis.call('GET', KEYS[i])
  if holder and holder ~= ARGV[1] then return 0 end
end
-- After a removal a Redis without memory lets the rest of a script pass, and a lock is needed to remove anything.
if KEYS[1] then redis.call('DEL', KEYS[1]) end
for i = 1, #KEYS do redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2]) end
return 1`;

const renewScript = `${unlogged}
for i = 1, #KEYS do
  if redis.call('GET', KEYS[i]) == ARGV[1] then redis.call('PEXPIRE', KEYS[i], ARGV[2]) end
end`;

const releaseScript = `${unlogged}
for i = 1, #KEYS do
  if redis.call('GET', KEYS[i]) == ARGV[1] then redis.call('DEL', KEYS[i]) end
end`;
