import type { CustomStorage } from "./custom-storage.ts";
import { fromItem, isEncryptedItem, toItem } from "./encryption/json-item.ts";
import { createRecordCodec, type RecordCodec } from "./encryption/record-codec.ts";
import type { FolderSpace } from "./folder-space.ts";
import { escapeKey } from "./key-escape.ts";
import { createLocalLocks } from "./local-locks.ts";
import { createRedoSlots } from "./redo-slots.ts";
import { isStorageFull } from "./storage-full.ts";
import type { Kv, Write } from "./types.ts";
import { checkWrites, keyFault } from "./writes.ts";

/** The writes of a commit. Stored before the first of them and deleted after the last. */
interface Redo {
  writes: Write[];
  /** Set if the keys are those of the driver. Versions before encryption stored the keys of the callers. */
  raw?: true;
}

export interface RedoKvOptions {
  /** Whether closing this closes the storage. @default true */
  dispose?: boolean;
  /** Disk space to check before each commit. @default no check */
  space?: FolderSpace;
  /** @default one that stores clear text */
  codec?: RecordCodec;
}

/** A store on an unstorage driver. It can encrypt what it has. */
export interface RedoKv extends Kv {
  /** Finishes commits that a crash interrupted. Called once, before the first request. */
  recover(): Promise<void>;
  encryptStored(): Promise<void>;
}

/** Bytes that must be free for the server to be ready. */
const probeBytes = 256 * 1024;
/** Approximate disk usage of a write besides its text: a disk block and a folder entry. */
const blockBytes = 8 * 1024;

/**
 * Creates a store on any unstorage driver. Such a driver writes one key at a time, and a crash may leave half a value. So each commit
 * first stores a redo record under one of a few known keys. After a crash or failure, the next caller finishes it.
 */
export function createRedoKv(
  storage: CustomStorage,
  { dispose = true, space, codec = createRecordCodec() }: RedoKvOptions = {},
): RedoKv {
  const locks = createLocalLocks();
  const slots = createRedoSlots<Redo>();
  let isOpen = true;
  let finishing: Promise<void> | null = null;

  /** Reads the value under a key of the unstorage driver; `null` if there is none. */
  async function read(rawKey: string): Promise<unknown> {
    const value: unknown = await storage.getItem(rawKey);
    // The file driver returns the error instead of throwing it.
    if (value instanceof Error) throw new Error("The storage could not read", { cause: value });
    return value ?? null;
  }

  /** Stores a value under a key of the unstorage driver. `null` deletes the key. */
  async function write(rawKey: string, value: object | null) {
    if (value !== null) return storage.setItem(rawKey, JSON.stringify(value));
    await storage.removeItem(rawKey);
    // The file driver ignores a failed deletion, unlike a failed write.
    if (await storage.hasItem(rawKey)) throw new Error("The storage could not remove a key");
  }

  /** Applies the writes of a commit, which its redo record in this slot has in case of a crash. Then deletes the record. */
  async function apply(slot: number, redo: Redo) {
    // Records of versions before encryption (without `raw`) have keys as the stores name them, not yet escaped for the driver.
    for (const [key, value] of redo.writes) await write(redo.raw ? key : escapeKey(key), value);
    await write(slotKey(slot), null);
  }

  /** Finishes the commits that have failed so far, whose keys are unreadable until this succeeds. */
  async function applyFailed(): Promise<void> {
    for (const [slot, redo] of slots.failed()) {
      await apply(slot, redo);
      slots.release(slot);
    }
  }

  /** Finishes failed commits. Callers at the same time share one run. A commit that fails during it is left to the next call. */
  function finishFailed(): Promise<void> {
    finishing ??= applyFailed().finally(() => {
      finishing = null;
    });
    return finishing;
  }

  /** Returns whether a failed commit has written this key or will write it. */
  function isUnfinished(rawKey: string): boolean {
    return slots.failed().some(([, { writes }]) => writes.some(([key]) => key === rawKey));
  }

  /** Returns whether these writes store more than they replace. Writes that do not are allowed on a full disk. */
  async function increasesUsage(writes: readonly Write[]): Promise<boolean> {
    const stored = await Promise.all(writes.map(async ([rawKey]): Promise<unknown> => storage.getItem(rawKey)));
    const storedSize = stored.reduce((sum: number, value) => sum + JSON.stringify(value ?? "").length, 0);
    return countCharacters(writes) > storedSize;
  }

  /** Tries to delete what a failed write may have left of a redo record in a slot. If it fails (`false`), the record may still be there. */
  async function tryErase(slot: number): Promise<boolean> {
    try {
      await write(slotKey(slot), null);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Stores the redo record of a commit, its writes, in a free slot. Then applies the writes, which also deletes the record. After a
   * crash, the next start applies what is recorded; after an error, the next commit, or the next read of one of its keys. The caller
   * holds the locks of these keys.
   */
  async function commitLocked(redo: Redo) {
    // Failed commits come first: finished later, they could overwrite what this commit stores. Repeated, because several commits
    // share a run of `finishFailed`, which may miss a commit that failed during it. If it fails, so does this commit.
    while (slots.failed().length > 0) await finishFailed();
    const slot = await slots.take();
    let isRecorded = false;
    try {
      await write(slotKey(slot), redo);
      isRecorded = true;
      await apply(slot, redo);
    } catch (error) {
      // A write that failed may have stored the record all the same. Unless it is erased, the commit is finished later.
      const isNothingRecorded = !isRecorded && (await tryErase(slot));
      if (isNothingRecorded) slots.release(slot);
      else slots.fail(slot, redo);
      throw error;
    }
    slots.release(slot);
  }

  /**
   * Commits items under keys that are escaped for the driver already, which `raw` says in the redo record. Everything is written twice:
   * in that record and under its key. On a disk that lacks this space, only a commit that does not increase usage may go on. If another
   * program has filled the disk after this check, tries again with the space of the reserve file.
   */
  async function commitEscaped(writes: Write[]) {
    const redo: Redo = { writes, raw: true };
    const keys = writes.map(([rawKey]) => rawKey);
    // Running commits never share a key, so their records can be redone in any order.
    const commit = () => locks.with(keys, () => commitLocked(redo));
    await space?.checkSpace(2 * countCharacters(writes) + keys.length * blockBytes, () => increasesUsage(writes));
    await commit().catch(async (error: unknown) => {
      if (!isStorageFull(error) || !(await space?.releaseReserve())) throw error;
      await commit();
    });
  }

  return {
    /**
     * Returns a value; `null` for a key that cannot be stored. A failed commit of this key is finished first. Takes the lock, because a
     * driver that writes in place would return half a value. The cast is true because the caller committed the value under the same key.
     */
    async get<T extends object>(key: string) {
      if (!isOpen) throw new Error("The storage is closed");
      if (keyFault(key)) return null;
      const rawKey = escapeKey(key);
      const item = await locks.with([rawKey], async () => {
        // The commit that had the lock before may have failed in the middle. Repeated, because `finishFailed` waits for a run that is going
        // on already, if there is one, and that may have begun before this commit failed.
        while (isUnfinished(rawKey)) await finishFailed();
        return read(rawKey);
      });
      if (item === null) return null;
      if (typeof item !== "object") throw new Error(`The stored value of ${key} is damaged`);
      return fromItem(codec, rawKey, item) as T;
    },
    /** Applies all writes or none, also after a crash: a redo record holds them until they are applied. */
    async commit(writes) {
      if (!isOpen) throw new Error("The storage is closed");
      const checked = checkWrites(writes);
      if (checked.length === 0) return;
      await commitEscaped(
        checked.map(([key, value]) => {
          const rawKey = escapeKey(key);
          // A copy, because the caller may change the objects while the driver writes.
          return [rawKey, value && toItem(codec, rawKey, value)];
        }),
      );
    },
    /** Encrypts each record that an older version stored as clear text, in a commit of its own. */
    async encryptStored() {
      for (const rawKey of await storage.getKeys()) {
        const item = await read(rawKey);
        // Any other value than an object was stored by another program. Redo records of clear text were applied and erased by `recover`.
        const isRecord = typeof item === "object" && item !== null && !rawKey.startsWith(slotPrefix);
        if (!isRecord || isEncryptedItem(item)) continue;
        await commitEscaped([[rawKey, toItem(codec, rawKey, item)]]);
      }
    },
    /**
     * Writes a small record for the health check. First checks that the disk has space for much more data, because the server is ready
     * only if it can store that. `increasesUsage` says that the data would be new: a commit that only deletes is allowed on a full disk.
     *
     * @throws Error if the storage does not accept new data
     */
    async probe() {
      const increasesUsage = async () => true;
      await space?.checkSpace(probeBytes, increasesUsage);
      await this.commit([["health", { at: Date.now() }]]);
    },
    /** Applies the redo records that a crash has left. */
    async recover() {
      for (const slot of slots.all) {
        const value = await read(slotKey(slot));
        if (isRedoRecord(value)) await apply(slot, value);
        // An incomplete record: its commit had written nothing else yet.
        else if (value !== null) await write(slotKey(slot), null);
      }
    },
    /** Closes the store after its running commits. */
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await locks.close();
      // Without `dispose`, the program that has opened the storage closes it.
      if (dispose) await storage.dispose();
    },
  };
}

/** Returns the characters of all values. */
const countCharacters = (writes: readonly Write[]) =>
  writes.reduce((sum, [, value]) => sum + (value === null ? 0 : JSON.stringify(value).length), 0);

const slotPrefix = "redo:";

/** Distinct from every escaped key, which ends in `_k`. */
function slotKey(slot: number) {
  return slotPrefix + slot;
}

/**
 * Returns whether the value in a slot is a redo record. A crash may have left only the beginning of its JSON, which the driver returns
 * as a text or as `null`. That is no redo record, and nothing is lost: its commit was never acknowledged.
 */
function isRedoRecord(value: unknown): value is Redo {
  if (typeof value !== "object" || value === null) return false;
  return "writes" in value && Array.isArray(value.writes);
}
