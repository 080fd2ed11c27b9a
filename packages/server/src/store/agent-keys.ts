import type { Scope } from "@frontdesk/contract";
import { toTimestamp } from "../clock.ts";
import { ignoreNotFound } from "../problem.ts";
import type { ServerBus, Write } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";
import { accountLock } from "./accounts.ts";
import {
  type ConnectionFacts,
  type CreateConnectionOptions,
  limitToApprover,
  type NewConnection,
} from "./connection-facts.ts";
import { connectionDeletionWrites } from "./connection-tokens.ts";
import { createKeyUsage, lastUsedDeletion } from "./key-usage.ts";
import { openOwnedList } from "./owned-list.ts";
import type { LoadLimit, OwnedRecord, StoreParts, ToAuditEvent } from "./owned-records.ts";
import { openOwnedRecords } from "./owned-records.ts";
import { issueToken, tokenDeletionWrite } from "./tokens.ts";

/** An agent key as stored: with a hash of the key instead of the key itself. */
export interface StoredAgentKey extends OwnedRecord {
  name: string;
  /** `null` for full access. */
  scopes: Scope[] | null;
  /** RFC 3339, or `null` for never. */
  expiry: string | null;
  /** `null` for a connection, whose tokens are stored beside it. */
  hash: string | null;
  /** Set for the key of a dashboard session that a claim code opened. Such a key stands for the account. */
  session?: true;
  /** Set if the key is a connection: an OAuth client uses it, with tokens that change. */
  connection?: ConnectionFacts;
}

/** Fields of an agent key that can be changed. */
export type AgentKeyChanges = Partial<Pick<StoredAgentKey, "name" | "scopes" | "expiry">>;

interface CreateKeyOptions {
  /** @default a generated key */
  value?: string | undefined;
  /** Marks the key of a dashboard session. @default false */
  isSession?: boolean;
  limit?: LoadLimit;
  /** Returns a further write for the same commit. */
  toRelatedWrite?: (id: string) => Write;
  /** Records the creation in the audit log. */
  toEvent?: ToAuditEvent;
}

/** Channel of the bus on which the id of each deleted key and each ended connection is published. */
export const deletedKeyChannel = "agent-key-deleted";

export type AgentKeyStore = ReturnType<typeof createAgentKeyStore>;

export interface AgentKeyParts extends StoreParts {
  bus?: Pick<ServerBus, "publish">;
  /** Returns the write that has the connections of a key deleted later, in case of a crash between its deletion and theirs. */
  planConnectionCleanup?: (key: Pick<StoredAgentKey, "id" | "account">) => Promise<Write>;
}

/** Stores the agent keys of all accounts. */
export function createAgentKeyStore(parts: AgentKeyParts) {
  const { kv, locks, clock, bus, planConnectionCleanup } = parts;
  const records = openOwnedRecords<StoredAgentKey>(parts, {
    key: "key",
    list: "keys",
    noun: "agent key",
    nouns: "agent keys",
    limitSetting: "--agent-keys-per-account",
  });
  const usage = createKeyUsage(parts, async (id) => (await records.find(id)) !== null);

  /** Returns the list of the connections that a key has approved. */
  const approvedList = (id: string) => openOwnedList(kv, `${id}:connections`);

  /**
   * Adds a connection to the list of the key that approved it. Returns the writes, and the part of the list (bucket) that has it,
   * which its removal needs. A connection that was approved in the dashboard (`null`) is in no list.
   */
  async function addToApproved(approvedBy: string | null, connectionId: string) {
    if (approvedBy === null) return { writes: [], bucket: null };
    return approvedList(approvedBy).append(connectionId);
  }

  return {
    ...records.reads,
    lastUsed: usage.lastUsed,
    touch: usage.touch,

    /**
     * Returns the key with the rights that it has now, or `null`. A connection (the key of an OAuth client) ends with the key that
     * approved it, and has at most its scopes and expiry. Approved in the dashboard, it has no such key (`approvedBy` is `null`).
     */
    async find(id: string): Promise<StoredAgentKey | null> {
      const key = await records.find(id);
      const approvedBy = key?.connection?.approvedBy ?? null;
      if (key === null || approvedBy === null) return key;
      const approver = await records.find(approvedBy);
      return approver && limitToApprover(key, approver);
    },

    /**
     * Creates a connection: the agent key of an OAuth client. `prepare` returns further writes for the same commit,
     * such as those of its first tokens. The key that approved it lists it, because the connection ends with that key.
     *
     * @throws Problem `limit_reached`, or what `prepare` throws.
     */
    async createConnection(
      account: string,
      { connection, ...settings }: NewConnection,
      { limit, toEvent, prepare }: CreateConnectionOptions,
    ): Promise<StoredAgentKey> {
      return records.add({
        account,
        limit,
        toEvent,
        /**
         * Builds the connection's record, and the writes that go with it: those of `prepare` (its tokens), and those that add it to the
         * approving key's list, in the part `approverBucket`, which its removal needs. No `hash`: its tokens are stored beside it.
         */
        async build(base) {
          const writes = await prepare(base.id);
          const listEntry = await addToApproved(connection.approvedBy, base.id);
          const storedConnection = { ...connection, approverBucket: listEntry.bucket };
          return {
            record: { ...base, ...settings, hash: null, connection: storedConnection },
            writes: [...writes, ...listEntry.writes],
          };
        },
      });
    },

    /**
     * Creates a key, and returns its record and the key itself, which is not stored. `value` is a chosen key, for the first key of a
     * container or a test; by default the key is generated. @throws Problem `limit_reached`
     */
    async create(
      account: string,
      { name, scopes = null, expiry = null }: AgentKeyChanges & { name: string },
      { value, isSession = false, limit, toRelatedWrite, toEvent }: CreateKeyOptions = {},
    ): Promise<{ key: StoredAgentKey; token: string }> {
      let issued = "";
      const key = await records.add({
        account,
        ...(limit && { limit }),
        toEvent,
        /**
         * Builds a new key's record, the entry that finds the record by the key's hash (`write`), and a further write if the caller asked
         * for one (`toRelatedWrite`). `session` marks a key of the dashboard. Sets `issued`, the key itself, for the caller.
         */
        async build(base) {
          const { token, write } = issueToken("agent", base.id, value);
          issued = token;
          return {
            record: {
              ...base,
              name,
              scopes,
              expiry,
              hash: hashToken(token),
              ...(isSession && { session: true as const }),
            },
            writes: toRelatedWrite ? [write, toRelatedWrite(base.id)] : [write],
          };
        },
      });
      return { key, token: issued };
    },

    /** Changes a key's name, scopes or expiry. `checkAllowed` is called with the changed key and throws to reject it. */
    async update(
      id: string,
      account: string,
      settings: AgentKeyChanges,
      checkAllowed: (key: StoredAgentKey) => void | Promise<void>,
      toEvent?: ToAuditEvent,
    ) {
      /** Applies the settings to the stored key, and lets the caller reject the result. */
      async function applySettings(before: StoredAgentKey) {
        const record = { ...before, ...settings };
        await checkAllowed(record);
        return { record };
      }
      return records.change(id, account, applySettings, toEvent);
    },

    /** Ends a connection whose refresh token was probably stolen. Its tokens are invalid at once; its record stays for the list of keys. */
    async endConnection(id: string, account: string, toEvent: ToAuditEvent): Promise<void> {
      const expiry = toTimestamp(clock.now());
      /** Lets the key expire now, notes that a refresh token was used twice, and deletes the connection's tokens. */
      async function markEnded(before: StoredAgentKey) {
        // `undefined` for a key that is no connection, but callers pass only connections.
        const connection = before.connection && { ...before.connection, ended: "token_reused" as const };
        return {
          record: { ...before, expiry, ...(connection && { connection }) },
          writes: await connectionDeletionWrites(kv, id),
        };
      }
      await records.change(id, account, markEnded, toEvent);
      abortRunningCalls(id);
    },

    /** Deletes a key, which is invalid at once, and the connections that it has approved. */
    async remove(id: string, account: string, toEvent?: ToAuditEvent): Promise<void> {
      await records.remove(id, account, { toEvent, relatedWrites: keyDeletionWrites });
      abortRunningCalls(id);
      await this.removeApproved(id, account, toEvent);
    },

    /**
     * Deletes the connections that a key has approved, one by one, and their list. Called after the key itself was deleted, and
     * once more after a crash between the two.
     */
    async removeApproved(id: string, account: string, toEvent?: ToAuditEvent): Promise<void> {
      const approved = approvedList(id);
      // Another request may delete one of them at the same time.
      for (const connection of await approved.ids())
        await this.remove(connection, account, toEvent).catch(ignoreNotFound);
      await locks.with([accountLock(account)], async () => {
        const writes = await approved.deleteEmpty();
        if (writes.length > 0) await kv.commit(writes);
      });
    },
  };

  /**
   * Aborts the requests that run with a key which is no longer valid, on all servers. A server that misses the event finishes them,
   * and rejects later ones anyway. A store without a bus, as tests have, aborts nothing.
   */
  function abortRunningCalls(id: string): void {
    // Publishing never rejects.
    void bus?.publish(deletedKeyChannel, id);
  }

  /**
   * Returns the writes that delete what belongs to a key: its tokens, the time of its last use, and its entry (in `approverBucket`) in
   * the list of the key that approved it, if one did. The connections that it has approved itself are deleted after it, each in a commit
   * of its own; after a crash, by the write of `planConnectionCleanup`, which a store without OAuth, as tests have, lacks.
   */
  async function keyDeletionWrites({ id, account, hash, connection }: StoredAgentKey): Promise<Write[]> {
    const { approvedBy = null, approverBucket = null } = connection ?? {};
    // Only a connection has no hash: it has OAuth tokens that change.
    const tokenWrites = hash === null ? await connectionDeletionWrites(kv, id) : [tokenDeletionWrite(hash)];
    const isListed = approvedBy !== null && approverBucket !== null;
    const listWrites = isListed ? await approvedList(approvedBy).remove(id, approverBucket) : [];
    const hasConnections = (await approvedList(id).count()) > 0;
    const cleanupWrites = hasConnections && planConnectionCleanup ? [await planConnectionCleanup({ id, account })] : [];
    return [lastUsedDeletion(id), ...tokenWrites, ...listWrites, ...cleanupWrites];
  }
}
