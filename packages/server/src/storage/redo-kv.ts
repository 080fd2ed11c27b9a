import type { CustomStorage } from "./custom-storage.ts";
import type { FolderSpace } from "./folder-space.ts";
import { escapeKey } from "./key-escape.ts";
import { createLocalLocks } from "./local-locks.ts";
import { createRedoSlots } from "./redo-slots.ts";
import { isStorageFull } from "./storage-full.ts";
import type { Kv, Write } from "./types.ts";
import { checkWrites, keyFault } from "./writes.ts";

/** What a commit intends, stored before its first write and removed after its last. */
interface Redo {
  writes: Write[];
}

export interface RedoKvOptions {
  /** Whether closing this closes the storage. @default true */
  dispose?: boolean;
  /** Of a storage whose disk is known. */
  space?: FolderSpace;
}

/** Bytes that must find room for a server to be ready. */
const probeBytes = 256 * 1024;
/** Bytes that a write takes beside its text, about: a block of the disk, and a place in its folder. */
const blockBytes = 8 * 1024;

/**
 * A store on any unstorage driver. Such a driver writes one key at a time and may tear it, so each commit first
 * stores a redo record under one of a few known keys; whoever comes after a crash or a failure finishes it.
 */
export function createRedoKv(storage: CustomStorage, { dispose = true, space: room }: RedoKvOptions = {}): Kv {
  const locks = createLocalLocks();
  const slots = createRedoSlots<Redo>();
  let open = true;
  let settling: Promise<void> | null = null;

  async function read(rawKey: string): Promise<unknown> {
    const value: unknown = await storage.getItem(rawKey);
    // The file driver answers with the error where it should throw it.
    if (value instanceof Error) throw new Error("The storage could not read", { cause: value });
    return value ?? null;
  }

  async function write(rawKey: string, value: object | null) {
    if (value !== null) return storage.setItem(rawKey, JSON.stringify(value));
    await storage.removeItem(rawKey);
    // The file driver also swallows the failure of a removal.
    if (await storage.hasItem(rawKey)) throw new Error("The storage could not remove a key");
  }

  async function apply(slot: number, redo: Redo) {
    for (const [key, value] of redo.writes) await write(escapeKey(key), value);
    await write(slotKey(slot), null);
  }

  /** Finishes the commits that failed half-way. Their keys stay unreadable until this succeeds. */
  function settle() {
    settling ??= (async () => {
      for (const [slot, redo] of slots.failed()) {
        await apply(slot, redo);
        slots.release(slot);
      }
    })().finally(() => {
      settling = null;
    });
    return settling;
  }

  /** Whether more is stored after these writes than before. */
  async function grows(writes: readonly Write[]): Promise<boolean> {
    const before = await Promise.all(writes.map(async ([key]): Promise<unknown> => storage.getItem(escapeKey(key))));
    return sizeOf(writes) > before.reduce((sum: number, value) => sum + JSON.stringify(value ?? "").length, 0);
  }

  function isErased(slot: number) {
    return write(slotKey(slot), null).then(
      () => true,
      () => false,
    );
  }

  async function commitLocked(redo: Redo) {
    if (slots.failed().length > 0) await settle();
    const slot = await slots.take();
    let recorded = false;
    try {
      await write(slotKey(slot), redo);
      recorded = true;
      await apply(slot, redo);
    } catch (error) {
      // Without a record nothing has happened. If that is not certain, the commit may no longer be given up.
      if (recorded || !(await isErased(slot))) slots.fail(slot, redo);
      else slots.release(slot);
      throw error;
    }
    slots.release(slot);
  }

  return {
    async get<T extends object>(key: string) {
      if (!open) throw new Error("The storage is closed");
      if (keyFault(key)) return null;
      if (slots.failed().some(([, redo]) => redo.writes.some(([written]) => written === key))) await settle();
      // A driver that writes in place shows half a value to whoever reads meanwhile.
      const value = await locks.with([key], () => read(escapeKey(key)));
      if (value !== null && typeof value !== "object") throw new Error(`The stored value of ${key} is damaged`);
      // What stands under a key is what the caller committed there.
      return value as T | null;
    },
    async commit(writes) {
      if (!open) throw new Error("The storage is closed");
      const checked = checkWrites(writes);
      if (checked.length === 0) return;
      // A copy, because the caller may change the objects while the driver is at work.
      const redo: Redo = { writes: JSON.parse(JSON.stringify(checked)) };
      const keys = redo.writes.map(([key]) => key);
      // Commits under way never share a key, so their records can be redone in any order.
      const commit = () => locks.with(keys, () => commitLocked(redo));
      // All is written twice: with the record, and in its place.
      await room?.reserveSpace(2 * sizeOf(redo.writes) + keys.length * blockBytes, () => grows(redo.writes));
      await commit().catch(async (error: unknown) => {
        // Somebody else took the room meanwhile. The reserve finishes what has begun.
        if (!isStorageFull(error) || !(await room?.releaseReserve())) throw error;
        await commit();
      });
    },
    async probe() {
      await room?.reserveSpace(probeBytes, async () => true);
      await this.commit([["health", { at: Date.now() }]]);
    },
    async recover() {
      for (const slot of slots.all) {
        const value = await read(slotKey(slot));
        if (isRedo(value)) await apply(slot, value);
        // A torn record: its commit had written nothing else yet.
        else if (value !== null) await write(slotKey(slot), null);
      }
    },
    async close() {
      if (!open) return;
      open = false;
      await locks.close();
      if (dispose) await storage.dispose();
    },
  };
}

const sizeOf = (writes: readonly Write[]) =>
  writes.reduce((sum, [, value]) => sum + (value === null ? 0 : JSON.stringify(value).length), 0);

/** Never the form of an escaped key, which ends in `_k`. */
function slotKey(slot: number) {
  return `redo:${slot}`;
}

function isRedo(value: unknown): value is Redo {
  return typeof value === "object" && value !== null && "writes" in value && Array.isArray(value.writes);
}
