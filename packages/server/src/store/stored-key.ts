import { randomBytes } from "node:crypto";
import type { Kv, Locks } from "../storage/types.ts";

const keyBytes = 32;

/**
 * Returns a function that resolves to the random key of this name, which all servers of the storage share. The first
 * call reads it, or creates and stores it; later calls get it from memory.
 */
export function createStoredKey({ kv, locks }: { kv: Kv; locks: Locks }, name: string): () => Promise<Buffer> {
  let loading: Promise<Buffer> | undefined;
  const readStored = () => kv.get<{ key: string }>(name);

  /** Reads the random key stored as `name`, or creates it. The caller holds its lock, because another server may be creating it. */
  async function readOrCreateLocked(): Promise<{ key: string }> {
    const existing = await readStored();
    if (existing) return existing;
    const created = { key: randomBytes(keyBytes).toString("base64") };
    await kv.commit([[name, created]]);
    return created;
  }

  /** Returns the bytes of the random key that is stored as `name`. Takes the lock only if the key does not exist yet. */
  async function loadKey(): Promise<Buffer> {
    const { key } = (await readStored()) ?? (await locks.with([name], readOrCreateLocked));
    return Buffer.from(key, "base64");
  }

  return () => {
    loading ??= loadKey().catch((error: unknown) => {
      // A failed read is tried again by the next caller.
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
