import { accessSync, constants } from "node:fs";
import type { RootDatabase } from "lmdb";
import { createStorage, type Driver } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { OptionsError } from "../options/options.ts";
import { parseStorage, storageDirectory, storageForms } from "./backends.ts";
import type { CustomStorage } from "./custom-storage.ts";
import { createFolderSpace } from "./folder-space.ts";
import { checkLmdb } from "./lmdb/lmdb-check.ts";
import { lmdbDriver } from "./lmdb/lmdb-driver.ts";
import { createLmdbKv } from "./lmdb/lmdb-kv.ts";
import { createLocalBus } from "./local-bus.ts";
import { createLocalLocks } from "./local-locks.ts";
import { createMemoryKv } from "./memory-kv.ts";
import { ensurePrivateFolder } from "./private-folder.ts";
import { openRedis, type RedisBackendOptions } from "./redis/redis-backend.ts";
import { createRedoKv } from "./redo-kv.ts";
import type { Backend, Kv } from "./types.ts";

/** What `--storage` takes, and what a program may hand in instead. */
export type StorageTarget = string | CustomStorage | Driver;

/**
 * Opens what `--storage` names (`backends.ts` has the list), or a storage of the caller's own,
 * which stays the caller's to close. The caller runs `kv.recover()` before the first request.
 */
export async function openStorage(target: StorageTarget, options: RedisBackendOptions = {}): Promise<Backend> {
  if (typeof target !== "string") return openGiven(target);
  const { scheme, rest } = parseStorage(target) ?? unknown(target);
  if (scheme === "memory" && rest === "") return oneServer(createMemoryKv(), target);
  if (scheme === "redis" || scheme === "rediss") return openRedis(target, options);
  const dir = storageDirectory(target) ?? unknown(target);
  try {
    ensurePrivateFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (scheme === "lmdb") {
      await checkLmdb(dir);
      return oneServer(createLmdbKv(databaseOf(lmdbDriver({ dir }))), target);
    }
    const kv = createRedoKv(createStorage({ driver: fsDriver({ base: dir }) }), { space: createFolderSpace(dir) });
    return oneServer(kv, target, {
      risks: ["fs: is not crash-safe: a power failure loses acknowledged messages. Use lmdb:<dir>."],
    });
  } catch (error) {
    throw new Error(`--storage ${target} cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Names only the scheme, because what follows it may hold a password. */
function unknown(target: string): never {
  const scheme = /^([a-z]+):/.exec(target)?.[1];
  const shown = scheme === undefined ? "a value without a scheme" : `"${scheme}:" with what follows it`;
  throw new OptionsError(`--storage does not know ${shown}. It takes ${storageForms}`);
}

function openGiven(target: CustomStorage | Driver): Backend {
  // Callers in JavaScript hand on whatever they have.
  if (typeof target !== "object" || target === null)
    throw new OptionsError(`--storage must be text such as ${storageForms}, or a storage of unstorage's`);
  const storage: CustomStorage = "mount" in target ? target : createStorage({ driver: target });
  const mounts = storage.getMounts("");
  const driver = storage.getMount("").driver;
  // Our own driver can do more than the interface between.
  if (driver.name === "lmdb" && mounts.length === 1)
    return oneServer(createLmdbKv(databaseOf(driver), { dispose: false }), "lmdb");
  return oneServer(createRedoKv(storage, { dispose: false }), driver.name ?? "a storage of the caller", {
    warnings: ["This storage serves one server only; several need redis://."],
  });
}

function databaseOf(driver: Pick<Driver, "getInstance">) {
  // The only driver named "lmdb" is ours.
  return driver.getInstance?.() as RootDatabase<unknown, string>;
}

function oneServer(
  kv: Kv,
  description: string,
  { warnings = [], risks = [] }: Partial<Pick<Backend, "warnings" | "risks">> = {},
): Backend {
  const locks = createLocalLocks();
  const bus = createLocalBus();
  return {
    kv,
    locks,
    bus,
    description,
    warnings,
    risks,
    async close() {
      await locks.close();
      await bus.close();
      await kv.close();
    },
  };
}
