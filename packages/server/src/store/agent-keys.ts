import type { Scope } from "@frontdesk/contract";
import { toTimestamp } from "../clock.ts";
import type { Write } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";
import { accountLock } from "./accounts.ts";
import { type LoadLimit, type OwnedRecord, openOwnedRecords, type StoreParts } from "./owned-records.ts";
import { issueToken, tokenDeletionWrite } from "./tokens.ts";

/** An agent key as stored: with a hash of the key instead of the key itself. */
export interface StoredAgentKey extends OwnedRecord {
  name: string;
  /** `null` for full access. */
  scopes: Scope[] | null;
  /** RFC 3339, or `null` for never. */
  expiry: string | null;
  hash: string;
}

/** Fields of an agent key that can be changed. */
export type AgentKeyChanges = Partial<Pick<StoredAgentKey, "name" | "scopes" | "expiry">>;

const lastUsedKey = (id: string) => `key-used:${id}`;

/** Milliseconds between two updates of `last_used_at`, at least. */
const lastUsedIntervalMs = 60_000;
/** Above this many entries, the memory of recent updates is cleared. */
const maxRecentlyUsed = 10_000;

export type AgentKeyStore = ReturnType<typeof createAgentKeyStore>;

/** Stores the agent keys of all accounts. */
export function createAgentKeyStore(parts: StoreParts) {
  const { kv, locks, clock } = parts;
  const records = openOwnedRecords<StoredAgentKey>(parts, {
    key: "key",
    list: "keys",
    noun: "agent key",
    nouns: "agent keys",
    limit: "--agent-keys-per-account",
  });
  /** By key id, when its use was last recorded, ms since 1970. Only of this server. */
  const recentlyUsed = new Map<string, number>();

  return {
    find: records.find,
    getOwned: records.getOwned,
    list: records.list,
    page: records.page,
    deleteEmptyList: records.deleteEmptyList,
    count: records.count,

    /**
     * Creates a key. `value` is the key itself (for the first key of a container or a test); otherwise it is generated. `toRelatedWrite`
     * returns a further write for the same commit.
     *
     * @throws Problem `limit_reached`.
     */
    async create(
      account: string,
      { name, scopes = null, expiry = null }: AgentKeyChanges & { name: string },
      {
        value,
        limit,
        toRelatedWrite,
      }: { value?: string | undefined; limit?: LoadLimit; toRelatedWrite?: (id: string) => Write } = {},
    ): Promise<{ key: StoredAgentKey; token: string }> {
      let issued = "";
      const key = await records.add({
        account,
        ...(limit && { limit }),
        async build(base) {
          const { token, write } = issueToken("agent", base.id, value);
          issued = token;
          return {
            record: { ...base, name, scopes, expiry, hash: hashToken(token) },
            writes: toRelatedWrite ? [write, toRelatedWrite(base.id)] : [write],
          };
        },
      });
      return { key, token: issued };
    },

    /** Changes a key. `checkAllowed` is called with the changed key and throws to reject it. */
    async update(id: string, account: string, settings: AgentKeyChanges, checkAllowed: (key: StoredAgentKey) => void) {
      return records.change(id, account, (before) => {
        const record = { ...before, ...settings };
        checkAllowed(record);
        return { record };
      });
    },

    /** Deletes a key, which is invalid at once. */
    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, {
        relatedWrites: ({ hash }) => [tokenDeletionWrite(hash), [lastUsedKey(id), null]],
      });
    },

    /** Returns when the key was last used (RFC 3339, to about a minute); `null` for never. */
    async lastUsed(id: string): Promise<string | null> {
      return (await kv.get<{ at: string }>(lastUsedKey(id)))?.at ?? null;
    },

    /** Records that the key was used now; does nothing if that was recorded within the last minute. */
    async touch(key: StoredAgentKey): Promise<void> {
      const now = clock.now();
      const recordedAt = recentlyUsed.get(key.id);
      // Absolute, because the clock may have been set back.
      if (recordedAt !== undefined && Math.abs(now - recordedAt) < lastUsedIntervalMs) return;
      if (recentlyUsed.size >= maxRecentlyUsed) recentlyUsed.clear();
      recentlyUsed.set(key.id, now);
      await locks.with([accountLock(key.account)], async () => {
        // Unless the key was deleted meanwhile.
        if (await records.find(key.id)) await kv.commit([[lastUsedKey(key.id), { at: toTimestamp(now) }]]);
      });
    },
  };
}
