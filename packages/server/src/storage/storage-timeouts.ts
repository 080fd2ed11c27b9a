import { OptionsError, StorageError } from "../problem.ts";
import { createCallTimeout } from "./call-timeout.ts";
import { isStorageFull } from "./storage-full.ts";
import type { Backend, Kv, Locks } from "./types.ts";

/** Rejects a storage that could lose acknowledged data. Called if the operator sets `--require-durable`. @throws OptionsError */
export function requireDurable({ risks, description }: Pick<Backend, "risks" | "description">): void {
  // Not among the `risks` of that storage, which are logged at each start: to keep nothing is its purpose.
  const allRisks = description === "memory:" ? ["memory: keeps nothing. Use lmdb:<dir>.", ...risks] : risks;
  if (allRisks.length > 0) throw new OptionsError(allRisks.map((risk) => `--require-durable: ${risk}`).join("\n"));
}

interface StorageTimeoutOptions {
  /** Milliseconds that a call of the storage may take; 0 for no limit. */
  timeoutMs: number;
  onCommit?: (milliseconds: number) => void;
}

/** A storage whose failures are StorageErrors (503, or 451 over SMTP), and whose calls end within the timeout. */
export interface LimitedStorage {
  kv: Kv;
  locks: Locks;
  /** Closes the storage. Stops waiting after a second if it hangs. */
  close(): Promise<void>;
}

/** Wraps a storage, so that its calls reject with a StorageError when they fail or exceed the timeout. */
export function limitStorageCalls(
  backend: Pick<Backend, "kv" | "locks" | "close">,
  { timeoutMs, onCommit = () => {} }: StorageTimeoutOptions,
): LimitedStorage {
  const callTimeout = createCallTimeout(timeoutMs);
  const withTimeout = <T>(call: Promise<T>): Promise<T> => callTimeout.run(call).catch(throwStorageError);

  const kv: Kv = {
    get: <T extends object>(key: string) => withTimeout(backend.kv.get<T>(key)),
    /** Commits, and reports how long that took. @throws StorageError on failure or timeout */
    async commit(writes) {
      const start = performance.now();
      await withTimeout(backend.kv.commit(writes));
      onCommit(performance.now() - start);
    },
    // Reads too, because a storage may accept writes and fail reads.
    probe: () => withTimeout(backend.kv.get("format").then(() => backend.kv.probe())),
    close: () => backend.kv.close(),
  };

  const locks: Locks = {
    /** Waits for the locks as long as no storage call hangs, then runs `work`. */
    with(keys, work) {
      const isUnlimited = timeoutMs === 0;
      if (isUnlimited) return backend.locks.with(keys, work);
      return new Promise((resolve, reject) => {
        let isGivenUp = false;
        /**
         * Called once per timeout until the locks are taken. If a storage call hangs, rejects the caller's promise, and `isGivenUp` stops
         * the work that is queued. If none hangs, goes on waiting: queueing for a lock may take long.
         */
        function giveUpIfStuck(): void {
          if (!callTimeout.isStuck()) return;
          clearInterval(timer);
          isGivenUp = true;
          reject(lockTimeoutError());
        }
        const timer = setInterval(giveUpIfStuck, timeoutMs).unref();
        /** Runs the work, once the lock is held. Throws if the caller has got its error (`giveUpIfStuck`): nothing may take effect then. */
        async function startWork() {
          if (isGivenUp) throw lockTimeoutError();
          clearInterval(timer);
          return work();
        }
        backend.locks
          .with(keys, startWork)
          .finally(() => clearInterval(timer))
          .then(resolve, reject);
      });
    },
    close: () => backend.locks.close(),
  };

  return {
    kv,
    locks,
    /**
     * Closes the storage. If one of its calls hangs, waits for at most a second (`closeTimeoutMs`), and ignores an error: nobody can
     * do anything about it then.
     */
    async close() {
      const closing = backend.close();
      const closeTimeout = createCallTimeout(closeTimeoutMs);
      try {
        if (callTimeout.isStuck()) await closeTimeout.run(closing).catch(() => {});
        else await closing;
      } finally {
        for (const timeout of [closeTimeout, callTimeout]) timeout.close();
      }
    },
  };
}

/** How long a hanging storage may take to close. */
const closeTimeoutMs = 1_000;

function lockTimeoutError(): StorageError {
  return new StorageError("Gave up waiting for a lock: a storage call hangs", { fault: "late" });
}

/** Throws the error of a storage call as a StorageError that says whether it was late, full or failed. */
function throwStorageError(cause: unknown): never {
  if (cause instanceof StorageError) throw cause;
  // The message of the Redis client, which has a timeout of its own.
  if (cause instanceof Error && cause.message === "Command timed out")
    throw new StorageError("The storage timed out", { fault: "late", cause });
  throw new StorageError(`The storage ${isStorageFull(cause) ? "is full" : "failed"}`, {
    fault: isStorageFull(cause) ? "full" : "failed",
    cause,
  });
}
