import type { Scope } from "@frontdesk/contract";
import { toTimestamp } from "../clock.ts";
import type { Write } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";
import { accountLock } from "./accounts.ts";
import { type LoadLimit, type OwnedRecord, openOwnedRecords, type StoreParts } from "./owned-records.ts";
import { issueToken, tokenDeletionWrite } from "./tokens.ts";

/** An agent access key as stored: its value is not, only the value's hash. */
export interface StoredAgentKey extends OwnedRecord {
  name: string;
  /** `null` is full access. */
  scopes: Scope[] | null;
  /** RFC 3339, or `null` for never. */
  expiry: string | null;
  hash: string;
}

/** What can be changed of a key. */
export type AgentKeyChanges = Partial<Pick<StoredAgentKey, "name" | "scopes" | "expiry">>;

const usedKey = (id: string) => `key-used:${id}`;

/** `last_used_at` is written at most once in this many milliseconds for each key. */
const usedResolution = 60_000;

export type AgentKeyStore = ReturnType<typeof createAgentKeyStore>;

/** The agent keys of all accounts. */
export function createAgentKeyStore(parts: StoreParts) {
  const { kv, locks, clock } = parts;
  const records = openOwnedRecords<StoredAgentKey>(parts, {
    key: "key",
    list: "keys",
    noun: "agent key",
    nouns: "agent keys",
    limit: "--agent-keys-per-account",
  });
  const recentlyUsed = new Map<string, number>();

  return {
    find: records.find,
    getOwned: records.getOwned,
    list: records.list,
    page: records.page,
    deleteEmptyList: records.deleteEmptyList,
    count: records.count,

    /**
     * Makes a key. `value` gives its text (the first key of a container or a test), else it is drawn; `note` gives a further
     * write of the same commit.
     *
     * @throws Problem `limit_reached`.
     */
    async create(
      account: string,
      { name, scopes = null, expiry = null }: AgentKeyChanges & { name: string },
      { value, limit, note }: { value?: string | undefined; limit?: LoadLimit; note?: (id: string) => Write } = {},
    ): Promise<{ key: StoredAgentKey; token: string }> {
      let issued = "";
      const key = await records.add({
        account,
        ...(limit && { limit }),
        async make(fresh) {
          const { token, write } = issueToken("agent", fresh.id, value);
          issued = token;
          return {
            record: { ...fresh, name, scopes, expiry, hash: hashToken(token) },
            writes: note ? [write, note(fresh.id)] : [write],
          };
        },
      });
      return { key, token: issued };
    },

    /** Changes a key. `allow` sees the key as it will be and throws to refuse. */
    async update(id: string, account: string, settings: AgentKeyChanges, allow: (key: StoredAgentKey) => void) {
      return records.change(id, account, (before) => {
        const record = { ...before, ...settings };
        allow(record);
        return { record };
      });
    },

    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, { also: ({ hash }) => [tokenDeletionWrite(hash), [usedKey(id), null]] });
    },

    async lastUsed(id: string): Promise<string | null> {
      return (await kv.get<{ at: string }>(usedKey(id)))?.at ?? null;
    },

    /** Notes that the key was used now; resolves at once when that was noted within the last minute. */
    async touch(key: StoredAgentKey): Promise<void> {
      const now = clock.now();
      const last = recentlyUsed.get(key.id);
      if (last !== undefined && Math.abs(now - last) < usedResolution) return;
      if (recentlyUsed.size >= 10_000) recentlyUsed.clear();
      recentlyUsed.set(key.id, now);
      await locks.with([accountLock(key.account)], async () => {
        if (await records.find(key.id)) await kv.commit([[usedKey(key.id), { at: toTimestamp(now) }]]);
      });
    },
  };
}
