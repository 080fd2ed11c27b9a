import type { Scope } from "@frontdesk/contract";
import { type Clock, toTimestamp } from "../clock.ts";
import { hashToken, newId } from "../ids.ts";
import { Problem } from "../problem.ts";
import type { Kv, Locks } from "../storage/types.ts";
import { accountLock } from "./accounts.ts";
import { ownedList } from "./owned-list.ts";
import { issueToken, revokeToken } from "./tokens.ts";

/** An agent access key as stored: its value is not, only the value's hash. */
export interface AgentKey {
  id: string;
  account: string;
  name: string;
  /** `null` is full access. */
  scopes: Scope[] | null;
  /** RFC 3339, or `null` for never. */
  expiry: string | null;
  created_at: string;
  hash: string;
  bucket: number;
}

/** What can be changed of a key. */
export type AgentKeySettings = Partial<Pick<AgentKey, "name" | "scopes" | "expiry">>;

const keyKey = (id: string) => `key:${id}`;
const usedKey = (id: string) => `key-used:${id}`;
const keysOf = (account: string) => `${account}:keys`;

/** `last_used_at` is written at most once in this many milliseconds for each key. */
const usedResolution = 60_000;

export type AgentKeys = ReturnType<typeof createAgentKeys>;

/** The agent keys of all accounts. */
export function createAgentKeys({ kv, locks, clock }: { kv: Kv; locks: Locks; clock: Clock }) {
  const list = (account: string) => ownedList(kv, keysOf(account));
  const recentlyUsed = new Map<string, number>();

  return {
    /** The key with this id, whatever its account or expiry. */
    get: (id: string) => kv.get<AgentKey>(keyKey(id)),

    /** @throws Problem `not_found` unless the key exists in this account. */
    async owned(id: string, account: string): Promise<AgentKey> {
      const key = await kv.get<AgentKey>(keyKey(id));
      if (key?.account !== account)
        throw new Problem("not_found", "There is no agent key with this id in this account.");
      return key;
    },

    async list(account: string): Promise<AgentKey[]> {
      const keys = await Promise.all((await list(account).ids()).map((id) => kv.get<AgentKey>(keyKey(id))));
      return keys.filter((key) => key !== null);
    },

    /** Makes a key. `value` gives its text (the first key of a container or a test); else it is drawn. */
    async create(
      account: string,
      { name, scopes = null, expiry = null }: AgentKeySettings & { name: string },
      value?: string,
    ): Promise<{ key: AgentKey; token: string }> {
      return locks.with([accountLock(account)], async () => {
        const id = newId();
        const { token, write } = issueToken("agent", id, value);
        const { writes, bucket } = await list(account).add(id);
        const created_at = toTimestamp(clock.now());
        const key: AgentKey = { id, account, name, scopes, expiry, created_at, hash: hashToken(token), bucket };
        await kv.commit([[keyKey(id), key], write, ...writes]);
        return { key, token };
      });
    },

    /** Changes a key. `allow` sees the key as it will be and throws to refuse. */
    async update(id: string, account: string, settings: AgentKeySettings, allow: (key: AgentKey) => void) {
      return locks.with([accountLock(account)], async () => {
        const key: AgentKey = { ...(await this.owned(id, account)), ...settings };
        allow(key);
        await kv.commit([[keyKey(id), key]]);
        return key;
      });
    },

    async remove(id: string, account: string): Promise<void> {
      await locks.with([accountLock(account)], async () => {
        const key = await this.owned(id, account);
        await kv.commit([
          revokeToken(key.hash),
          [keyKey(id), null],
          [usedKey(id), null],
          ...(await list(account).remove(id, key.bucket)),
        ]);
      });
    },

    async lastUsed(id: string): Promise<string | null> {
      return (await kv.get<{ at: string }>(usedKey(id)))?.at ?? null;
    },

    /** Notes that the key was used now; resolves at once when that was noted within the last minute. */
    async touch(key: AgentKey): Promise<void> {
      const now = clock.now();
      const last = recentlyUsed.get(key.id);
      if (last !== undefined && Math.abs(now - last) < usedResolution) return;
      if (recentlyUsed.size >= 10_000) recentlyUsed.clear();
      recentlyUsed.set(key.id, now);
      await locks.with([accountLock(key.account)], async () => {
        if (await kv.get(keyKey(key.id))) await kv.commit([[usedKey(key.id), { at: toTimestamp(now) }]]);
      });
    },
  };
}
