import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type BackoffOptions, backoffDelay } from "@frontdesk/basics";
import type { Redis } from "ioredis";
import { StorageError } from "../../problem.ts";
import { createLocalLocks } from "../local-locks.ts";
import { isStorageFull } from "../storage-full.ts";
import type { Locks } from "../types.ts";

/** Fencing token: proves that a lock is held if Redis has this identifier under its key. */
export type Fence = readonly [key: string, identifier: string];

export interface RedisLocks extends Locks {
  /** Returns the locks that the running code holds. A commit checks them in the same step as it writes. */
  fences(): readonly Fence[];
}

/** The locks that one call of `with` holds. */
interface HeldLocks {
  readonly fences: readonly Fence[];
  /** Set when `work` has ended. What it started in the background still runs in its context, but without its locks. */
  areReleased: boolean;
}

export interface RedisLocksOptions {
  /**
   * Milliseconds after which a lock expires unless it is renewed, so that a crashed server blocks others no longer. The holder
   * renews it three times in this time. Work that lost a lock fails at its next commit. @default 2_000
   */
  leaseMs?: number;
  /** Milliseconds to wait for a lock that others hold. @default 10_000 */
  waitTimeoutMs?: number;
}

/** Delay between two attempts to take a lock that another server holds. Short, because most are held only for one commit. */
const retryDelay: BackoffOptions = { firstMs: 2, maxMs: 25, jitter: [0.5, 1.5] };

/** More than two, so that one renewal may fail. */
const renewalsPerLease = 3;

/** Creates the locks of all servers that share a Redis. Callers of one server queue locally first. */
export function createRedisLocks(
  client: Redis,
  { leaseMs = 2_000, waitTimeoutMs = 10_000 }: RedisLocksOptions = {},
): RedisLocks {
  const localLocks = createLocalLocks();
  const locksOfContext = new AsyncLocalStorage<readonly HeldLocks[]>();

  return {
    /**
     * Runs `work` with all locks. Takes the locks on this server first, then in Redis, and renews those in Redis until `work` ends.
     * Remembers them for the code that `work` runs (`locksOfContext`): each of its commits makes Redis check that they are still held.
     * So errors of renewal and release can be ignored: if a lock expires during `work`, its next commit fails. Commits of background
     * code that outlives `work` no longer check the locks (`areReleased`).
     */
    with(keys, work) {
      // Sorted, so that all servers take locks in one order and no two callers can wait for each other.
      const names = [...new Set(keys)].sort();
      return localLocks.with(names, async () => {
        const identifier = randomBytes(16).toString("hex");
        const locks = names.map((name) => `mutex:${name}`);
        await acquire(locks, identifier);
        const renewal = setInterval(() => {
          client.eval(renewScript, locks.length, ...locks, identifier, leaseMs).catch(() => {});
        }, leaseMs / renewalsPerLease);
        const current: HeldLocks = { fences: locks.map((lock): Fence => [lock, identifier]), areReleased: false };
        try {
          const locksOfCaller = locksOfContext.getStore() ?? [];
          return await locksOfContext.run([...locksOfCaller, current], work);
        } finally {
          current.areReleased = true;
          clearInterval(renewal);
          await client.eval(releaseScript, locks.length, ...locks, identifier).catch(() => {});
        }
      });
    },
    // What a commit checks in Redis: the locks of the work that calls this. Background work that it has started keeps the context
    // after the locks are released, and its commits must not fail because of that.
    fences: () => (locksOfContext.getStore() ?? []).flatMap(({ fences, areReleased }) => (areReleased ? [] : fences)),
    close: () => localLocks.close(),
  };

  /** Takes all locks in Redis in one step or none, so that two servers cannot deadlock. Tries again until the time-out. */
  async function acquire(locks: readonly string[], identifier: string): Promise<void> {
    const deadline = performance.now() + waitTimeoutMs;
    for (let attempts = 0; ; attempts++) {
      // Also accepts locks with this identifier: after a lost connection the client repeats a command whose reply was lost.
      const result = await client
        .eval(acquireScript, locks.length, ...locks, identifier, leaseMs)
        .catch(throwLockError);
      const areTaken = result === 1;
      if (areTaken) return;
      if (performance.now() > deadline)
        throwLockError(new Error(`Timed out after ${waitTimeoutMs / 1000} s waiting for ${locks.join(", ")}`));
      await delay(backoffDelay(attempts, retryDelay));
    }
  }
}

/** Throws a StorageError for a lock that could not be taken, with the fault `full` if Redis has no memory or disk space left. */
function throwLockError(cause: unknown): never {
  throw new StorageError("A storage lock could not be taken", {
    fault: isStorageFull(cause) ? "full" : "failed",
    cause,
  });
}

// Keeps locks out of the append-only file and replicas: each lock would wait for a disk. A commit whose lock is lost in a crash fails
// anyway.
const withoutReplication = "redis.set_repl(redis.REPL_NONE)";

// Accepts a lock with the same identifier: after a lost connection the client repeats a command whose reply was lost.
const acquireScript = `${withoutReplication}
for i = 1, #KEYS do
  local holder = redis.call('GET', KEYS[i])
  if holder and holder ~= ARGV[1] then return 0 end
end
-- A Redis without memory lets a script pass after a DEL, and a lock is needed to delete anything.
if KEYS[1] then redis.call('DEL', KEYS[1]) end
for i = 1, #KEYS do redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2]) end
return 1`;

const renewScript = `${withoutReplication}
for i = 1, #KEYS do
  if redis.call('GET', KEYS[i]) == ARGV[1] then redis.call('PEXPIRE', KEYS[i], ARGV[2]) end
end`;

const releaseScript = `${withoutReplication}
for i = 1, #KEYS do
  if redis.call('GET', KEYS[i]) == ARGV[1] then redis.call('DEL', KEYS[i]) end
end`;
