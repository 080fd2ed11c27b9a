import { accessSync, constants } from "node:fs";
import { errorMessage } from "@frontdesk/basics";
import type { RootDatabase } from "lmdb";
import { createStorage, type Driver } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { OptionsError } from "../problem.ts";
import { parseStorage, storageDirectory, storageForms } from "./backends.ts";
import type { CustomStorage } from "./custom-storage.ts";
import { createRecordCodec } from "./encryption/record-codec.ts";
import {
  clearTextWarning,
  type EncryptableStorage,
  type EncryptionOptions,
  startEncryption,
} from "./encryption/start-encryption.ts";
import { createFolderSpace } from "./folder-space.ts";
import { compactLmdb, encryptLmdb } from "./lmdb/encrypt-lmdb.ts";
import { checkLmdb } from "./lmdb/lmdb-check.ts";
import { lmdbDriver } from "./lmdb/lmdb-driver.ts";
import { createLmdbKv } from "./lmdb/lmdb-kv.ts";
import { createLocalBus } from "./local-bus.ts";
import { createLocalLocks } from "./local-locks.ts";
import { createMemoryKv } from "./memory-kv.ts";
import { ensurePrivateFolder } from "./private-folder.ts";
import type { RedisBackendOptions } from "./redis/redis-backend.ts";
import { createRedoKv, type RedoKvOptions } from "./redo-kv.ts";
import type { Backend, Kv } from "./types.ts";

/** A value of `--storage`, or a storage or driver of an embedding program. */
export type StorageTarget = string | CustomStorage | Driver;

/** Options of `openStorage`. */
export interface OpenStorageOptions extends RedisBackendOptions, Partial<Omit<EncryptionOptions, "directory">> {}

/**
 * Opens the storage that `--storage` names (see `backends.ts`), or wraps one of the caller, which the caller closes. Finishes commits
 * that a crash interrupted, and encrypts a store of an older version, unless `mayEncrypt` is false, as for a mere check.
 *
 * @throws OptionsError for an unknown storage, or a missing or wrong secret
 */
export async function openStorage(
  target: StorageTarget,
  { secret = "", mayEncrypt = true, ...redisOptions }: OpenStorageOptions = {},
): Promise<Backend> {
  const encryption: EncryptionOptions = { secret, mayEncrypt, directory: storageDirectory(target) };
  if (typeof target !== "string") return wrapCustomStorage(target, encryption);
  if (target === "memory:") return createSingleServerBackend(createMemoryKv(), target);
  const { scheme } = parseStorage(target) ?? throwUnknownStorage(target);
  if (scheme === "redis" || scheme === "rediss") {
    // The client of Redis is loaded only here, because it delays the start.
    const { openRedis } = await import("./redis/redis-backend.ts");
    return openRedis(target, encryption, redisOptions);
  }
  const dir = storageDirectory(target) ?? throwUnknownStorage(target);
  try {
    ensurePrivateFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (scheme === "lmdb") return await openLmdb(dir, target, encryption);
    const storage = createStorage({ driver: fsDriver({ base: dir }) });
    return await openRedoBackend(storage, { space: createFolderSpace(dir) }, encryption, target, {
      risks: ["fs: is not crash-safe: a power failure loses acknowledged messages. Use lmdb:<dir>."],
    });
  } catch (error) {
    if (error instanceof OptionsError) throw error;
    throw new Error(`--storage ${target} cannot be opened: ${errorMessage(error)}`);
  }
}

/**
 * Opens the database of a folder. If that encrypts an older store, its clear text is then still in free pages, and the encryption is
 * not finished before the database is compacted (state `compacting`). That needs it closed, so it is opened a second time.
 */
async function openLmdb(dir: string, target: string, encryption: EncryptionOptions): Promise<Backend> {
  await checkLmdb(dir);
  const backend = await openLmdbDatabase(
    databaseOf(lmdbDriver({ dir })),
    { finishesEncryption: false },
    encryption,
    target,
  );
  if (backend.encryption?.keyring.state() !== "compacting") return backend;
  await backend.close();
  await compactLmdb(dir);
  return openLmdbDatabase(databaseOf(lmdbDriver({ dir })), { finishesEncryption: true }, encryption, target);
}

/**
 * Returns a backend on an open LMDB database. If this encrypts an older store, clear text remains in free pages until the file is
 * compacted, which needs it closed. With `finishesEncryption: false` the storage then stays in the state `compacting`: the caller
 * closes the file, compacts it and opens it again, with `true`. An embedding program's database is opened with `true` at once,
 * because only that program may close it, and with `dispose: false`, so that `close` leaves it open.
 */
async function openLmdbDatabase(
  database: RootDatabase<unknown, string>,
  { finishesEncryption, dispose = true }: { finishesEncryption: boolean; dispose?: boolean },
  encryption: EncryptionOptions,
  description: string,
): Promise<Backend> {
  const codec = createRecordCodec();
  const backend = createSingleServerBackend(createLmdbKv(database, { codec, dispose }), description);
  const encryptStored = () => encryptLmdb(database, codec);
  // The state `compacting` ends once `compact` was called. It does nothing: the caller has compacted the file, or, for an embedding
  // program's database, clear text stays in its free pages.
  return withEncryption(
    backend,
    { codec, encryptStored, ...(finishesEncryption && { compact: async () => {} }) },
    encryption,
  );
}

/**
 * Returns a backend on a storage of the library unstorage, which has no atomic commits: redo records make them atomic. Finishes
 * the commits that a crash interrupted.
 */
async function openRedoBackend(
  storage: CustomStorage,
  options: RedoKvOptions,
  encryption: EncryptionOptions,
  description: string,
  sentences: BackendSentences,
): Promise<Backend> {
  const codec = createRecordCodec();
  const kv = createRedoKv(storage, { ...options, codec });
  const backend = createSingleServerBackend(kv, description, sentences);
  await kv.recover();
  // Nothing to compact: a driver overwrites its items.
  return withEncryption(backend, { codec, encryptStored: kv.encryptStored, compact: async () => {} }, encryption);
}

/**
 * Adds the encryption to a backend. Closes it if the encryption cannot start. Warns about a storage that stays clear text because no
 * secret is given.
 */
async function withEncryption(
  backend: Backend,
  parts: Omit<EncryptableStorage, "kv" | "locks">,
  options: EncryptionOptions,
): Promise<Backend> {
  try {
    const encryption = await startEncryption({ ...backend, ...parts }, options);
    // Not for a storage in a folder: there a server generates a secret, and only a command that must not start the encryption has none.
    const staysClearText = encryption === null && options.directory === null;
    const warnings = staysClearText ? [...backend.warnings, clearTextWarning] : [...backend.warnings];
    return { ...backend, encryption, warnings };
  } catch (error) {
    await backend.close();
    throw error;
  }
}

/** Throws for a value that names no storage. The message has only the scheme, because the rest may contain a password. */
function throwUnknownStorage(target: string): never {
  const scheme = /^([a-z]+):/.exec(target)?.[1];
  const shown = scheme === undefined ? "a value without a scheme" : `"${scheme}:" with what follows it`;
  throw new OptionsError(`--storage does not know ${shown}. It takes ${storageForms}`);
}

/**
 * Returns a backend on a storage or driver of an embedding program, which closes it itself. Our own driver keeps its atomic
 * commits, unless the storage has further mounts, with keys elsewhere. Any other storage gets atomic commits by redo records.
 *
 * @throws OptionsError for a value of another type, which callers in JavaScript may pass
 */
async function wrapCustomStorage(target: CustomStorage | Driver, encryption: EncryptionOptions): Promise<Backend> {
  if (typeof target !== "object" || target === null)
    throw new OptionsError(`--storage must be text such as ${storageForms}, or a storage of unstorage's`);
  const isStorage = "mount" in target;
  const storage: CustomStorage = isStorage ? target : createStorage({ driver: target });
  const mounts = storage.getMounts("");
  const driver = storage.getMount("").driver;
  const isOwnDriverAlone = driver.name === "lmdb" && mounts.length === 1;
  // The encryption finishes without compacting, which would remove clear text from free pages: it needs the database closed, and only
  // its owner, the caller, may close it.
  if (isOwnDriverAlone)
    return openLmdbDatabase(databaseOf(driver), { finishesEncryption: true, dispose: false }, encryption, "lmdb");
  const description = driver.name ?? "a storage of the caller";
  return openRedoBackend(storage, { dispose: false }, encryption, description, {
    warnings: ["This storage serves one server only; several need redis://."],
  });
}

/** Returns the open LMDB database of our unstorage driver. */
function databaseOf(driver: Pick<Driver, "getInstance">) {
  // The cast is true because the only driver named "lmdb" is ours.
  return driver.getInstance?.() as RootDatabase<unknown, string>;
}

type BackendSentences = Partial<Pick<Backend, "warnings" | "risks">>;

/**
 * Returns a backend whose locks and bus work within this process only. `warnings` and `risks` are sentences for the operator; `risks` are
 * ways in which stored data could be lost.
 */
function createSingleServerBackend(
  kv: Kv,
  description: string,
  { warnings = [], risks = [] }: BackendSentences = {},
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
    // `withEncryption` sets it.
    encryption: null,
    /** Closes the locks first, which waits for running work that still needs the store. */
    async close() {
      await locks.close();
      await bus.close();
      await kv.close();
    },
  };
}
