import { maxEntries } from "@frontdesk/basics";
import { LRUCache } from "lru-cache";
import { toTimestamp } from "../clock.ts";
import type { Write } from "../storage/types.ts";
import { accountLock } from "./accounts.ts";
import type { StoreParts } from "./owned-records.ts";

/** Milliseconds between two updates of `last_used_at`, at least. */
const lastUsedIntervalMs = 60_000;
/** Keys whose last update is kept in memory. */
const maxRecentlyUsed = 10_000;

const lastUsedKey = (id: string) => `key-used:${id}`;

/** Returns the write that deletes when a key was last used. */
export function lastUsedDeletion(id: string): Write {
  return [lastUsedKey(id), null];
}

/** Stores when each agent key was last used. */
export function createKeyUsage({ kv, locks, clock }: StoreParts, exists: (id: string) => Promise<boolean>) {
  /** By key id, when its use was last recorded, ms since 1970. Each server keeps its own, so several may record a use in one minute. */
  const recentlyUsed = new LRUCache<string, number>(maxEntries(maxRecentlyUsed));

  return {
    /** Returns when the key was last used (RFC 3339, to about a minute); `null` for never. */
    async lastUsed(id: string): Promise<string | null> {
      return (await kv.get<{ at: string }>(lastUsedKey(id)))?.at ?? null;
    },

    /**
     * Records that the key was used now. Does nothing if that was recorded within a minute, before or after now because the clock
     * may be set back, so that not every request costs a commit. Nor if the key was deleted meanwhile.
     */
    async touch({ id, account }: { id: string; account: string }): Promise<void> {
      const now = clock.now();
      const recordedAt = recentlyUsed.get(id);
      if (recordedAt !== undefined && Math.abs(now - recordedAt) < lastUsedIntervalMs) return;
      // Set before the commit, so that requests that arrive during it do not record the use too.
      recentlyUsed.set(id, now);
      await locks.with([accountLock(account)], async () => {
        if (await exists(id)) await kv.commit([[lastUsedKey(id), { at: toTimestamp(now) }]]);
      });
    },
  };
}
