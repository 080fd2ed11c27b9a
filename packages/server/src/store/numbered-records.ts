import type { Kv, Locks, Write } from "../storage/types.ts";
import { accountLock } from "./accounts.ts";

/**
 * Deletes an account's numbered records, which spread its entries over a fixed number of storage keys. `keyOf` returns
 * the key of each number from 0 to `count` - 1; not all need to exist.
 */
export async function deleteNumberedRecords(
  { kv, locks }: { kv: Kv; locks: Locks },
  account: string,
  { count, keyOf }: { count: number; keyOf: (account: string, number: number) => string },
): Promise<void> {
  await locks.with([accountLock(account)], async () => {
    const keys = Array.from({ length: count }, (_, number) => keyOf(account, number));
    const stored = await Promise.all(keys.map((key) => kv.get(key)));
    // Deletes only records that exist, because most accounts have none.
    const writes = keys.filter((_key, index) => stored[index] !== null).map((key): Write => [key, null]);
    if (writes.length > 0) await kv.commit(writes);
  });
}
