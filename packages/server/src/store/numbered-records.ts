import type { Kv, Locks, Write } from "../storage/types.ts";
import { accountLock } from "./accounts.ts";

/** Deletes those of an account's numbered records that exist. `keyOf` returns the key of a record, from 0 to `count` - 1. */
export async function deleteNumberedRecords(
  { kv, locks }: { kv: Kv; locks: Locks },
  account: string,
  { count, keyOf }: { count: number; keyOf: (account: string, record: number) => string },
): Promise<void> {
  await locks.with([accountLock(account)], async () => {
    const keys = Array.from({ length: count }, (_, record) => keyOf(account, record));
    const stored = await Promise.all(keys.map((key) => kv.get(key)));
    const writes = keys.filter((_key, index) => stored[index] !== null).map((key): Write => [key, null]);
    if (writes.length > 0) await kv.commit(writes);
  });
}
