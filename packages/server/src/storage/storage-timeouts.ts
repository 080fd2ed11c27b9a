import { OptionsError } from "../options/options.ts";
import { StorageError } from "../problem.ts";
import { createCallTimeout } from "./call-timeout.ts";
import { isStorageFull } from "./storage-full.ts";
import type { Backend, Kv, Locks } from "./types.ts";

/** @throws OptionsError for a storage that would lose what it acknowledged, where the operator has ruled that out. */
export function requireDurable({ risks, description }: Pick<Backend, "risks" | "description">): void {
  const all = description === "memory:" ? ["memory: keeps nothing. Use lmdb:<dir>.", ...risks] : risks;
  if (all.length > 0) throw new OptionsError(all.map((risk) => `--require-durable: ${risk}`).join("\n"));
}

interface StorageTimeoutOptions {
  /** Milliseconds that a call of the storage may take; 0 for no limit. */
  timeoutMs: number;
  onCommit?: (milliseconds: number) => void;
}

/** A storage whose failures are told from the server's own (503, or 451), and whose calls end in any case. */
export interface LimitedStorage {
  kv: Kv;
  locks: Locks;
  /** Closes the storage, or gives it up where it does not answer. */
  close(): Promise<void>;
}

export function limitStorageCalls(
  backend: Pick<Backend, "kv" | "locks" | "close">,
  options: StorageTimeoutOptions,
): LimitedStorage {
  const { timeoutMs: limit, onCommit = () => {} } = options;
  const time = createCallTimeout(limit);
  const guard = <T>(call: Promise<T>): Promise<T> => time.run(call).catch(fail);

  const kv: Kv = {
    get: <T extends object>(key: string) => guard(backend.kv.get<T>(key)),
    async commit(writes) {
      const start = performance.now();
      await guard(backend.kv.commit(writes));
      onCommit(performance.now() - start);
    },
    // A storage may take what it no longer gives.
    probe: () => guard(backend.kv.get("format").then(() => backend.kv.probe())),
    recover: () => backend.kv.recover(),
    close: () => backend.kv.close(),
  };

  const locks: Locks = {
    with(keys, work) {
      if (limit === 0) return backend.locks.with(keys, work);
      return new Promise((resolve, reject) => {
        // Whoever holds a lock may be many; only what does not end is no reason to wait.
        const timer = setInterval(() => time.isStuck() && giveUp(), limit).unref();
        let isGivenUp = false;
        const giveUp = () => {
          clearInterval(timer);
          isGivenUp = true;
          reject(late());
        };
        const begin = async () => {
          if (isGivenUp) throw late();
          clearInterval(timer);
          return work();
        };
        backend.locks
          .with(keys, begin)
          .finally(() => clearInterval(timer))
          .then(resolve, reject);
      });
    },
    close: () => backend.locks.close(),
  };

  return {
    kv,
    locks,
    async close() {
      const closed = backend.close();
      const closing = createCallTimeout(closeTimeoutMs);
      try {
        await (time.isStuck() ? closing.run(closed).catch(() => {}) : closed);
      } finally {
        for (const limited of [closing, time]) limited.close();
      }
    },
  };
}

/** Milliseconds that a storage which does not answer is given to close. */
const closeTimeoutMs = 1_000;

function late(): StorageError {
  return new StorageError("Nobody gave the lock back in time", { fault: "late" });
}

function fail(cause: unknown): never {
  if (cause instanceof StorageError) throw cause;
  // The words of Redis' client, which has a limit of its own.
  if (cause instanceof Error && cause.message === "Command timed out")
    throw new StorageError("The storage is late", { fault: "late", cause });
  throw new StorageError(`The storage ${isStorageFull(cause) ? "is full" : "failed"}`, {
    fault: isStorageFull(cause) ? "full" : "failed",
    cause,
  });
}
