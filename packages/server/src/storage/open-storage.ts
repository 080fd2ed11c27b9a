import { accessSync, constants } from "node:fs";
import { errorMessage } from "@frontdesk/basics";
import type { RootDatabase } from "lmdb";
import { createStorage, type Driver } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { OptionsError } from "../problem.ts";
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

/** A value of `--storage`, or a storage or driver of an embedding program. */
export type StorageTarget = string | CustomStorage | Driver;

/**
 * Opens the storage that `--storage` names (see `backends.ts`), or wraps one of the caller, which the caller closes. The caller runs
 * `kv.recover()` before the first request.
 */
export async function openStorage(target: StorageTarget, options: RedisBackendOptions = {}): Promise<Backend> {
  if (typeof target !== "string") return wrapCustomStorage(target);
  const { scheme, rest } = parseStorage(target) ?? throwUnknownStorage(target);
  if (scheme === "memory" && rest === "") return createSingleServerBackend(createMemoryKv(), target);
  if (scheme === "redis" || scheme === "rediss") return openRedis(target, options);
  const dir = storageDirectory(target) ?? throwUnknownStorage(target);
  try {
    ensurePrivateFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (scheme === "lmdb") {
      await checkLmdb(dir);
      return createSingleServerBackend(createLmdbKv(databaseOf(lmdbDriver({ dir }))), target);
    }
    const kv = createRedoKv(createStorage({ driver: fsDriver({ base: dir }) }), { space: createFolderSpace(dir) });
    return createSingleServerBackend(kv, target, {
      risks: ["fs: is not crash-safe: a power failure loses acknowledged messages. Use lmdb:<dir>."],
    });
  } catch (error) {
    throw new Error(`--storage ${target} cannot be opened: ${errorMessage(error)}`);
  }
}

/** Throws for a value that names no storage. The message has only the scheme, because the rest may contain a password. */
function throwUnknownStorage(target: string): never {
  const scheme = /^([a-z]+):/.exec(target)?.[1];
  const shown = scheme === undefined ? "a value without a scheme" : `"${scheme}:" with what follows it`;
  throw new OptionsError(`--storage does not know ${shown}. It takes ${storageForms}`);
}

/** Returns a backend on a storage or driver of an embedding program, which closes it itself. */
function wrapCustomStorage(target: CustomStorage | Driver): Backend {
  // Callers in JavaScript may pass anything.
  if (typeof target !== "object" || target === null)
    throw new OptionsError(`--storage must be text such as ${storageForms}, or a storage of unstorage's`);
  const storage: CustomStorage = "mount" in target ? target : createStorage({ driver: target });
  const mounts = storage.getMounts("");
  const driver = storage.getMount("").driver;
  // Our own driver has atomic commits, which unstorage's interface does not offer. With further mounts, not all keys are in it.
  if (driver.name === "lmdb" && mounts.length === 1)
    return createSingleServerBackend(createLmdbKv(databaseOf(driver), { dispose: false }), "lmdb");
  return createSingleServerBackend(
    createRedoKv(storage, { dispose: false }),
    driver.name ?? "a storage of the caller",
    {
      warnings: ["This storage serves one server only; several need redis://."],
    },
  );
}

/** Returns the LMDB database of our driver. */
function databaseOf(driver: Pick<Driver, "getInstance">) {
  // The cast is true because the only driver named "lmdb" is ours.
  return driver.getInstance?.() as RootDatabase<unknown, string>;
}

/** Returns a backend whose locks and bus work within this process only. */
function createSingleServerBackend(
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
