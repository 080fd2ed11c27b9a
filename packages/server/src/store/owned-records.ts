import type { TokenOwner } from "@frontdesk/basics";
import { type Clock, toTimestamp } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { generateId, hashToken } from "../text/ids.ts";
import { accountLock, requireAccount } from "./accounts.ts";
import type { AuditEvent, AuditLog } from "./audit-log.ts";
import { type ListQuery, openOwnedList, readRecords } from "./owned-list.ts";
import { issueToken, tokenDeletionWrite } from "./tokens.ts";

/** Fields of every record that belongs to an account. */
export interface OwnedRecord {
  id: string;
  account: string;
  created_at: string;
  /** Bucket of its id in the account's list. */
  bucket: number;
}

/** Names of one kind of record: in storage keys and in error messages. */
export interface RecordKind {
  /** `mailbox` for keys such as `mailbox:<id>`. */
  key: string;
  /** `mailboxes` for the list `<account>:mailboxes`. */
  list: string;
  /** `mailbox`, in "There is no mailbox with this id in this account." */
  noun: string;
  /** `mailboxes`, in "This account may have 5 mailboxes". */
  nouns: string;
  /** What to raise at the limit: `--webhooks-per-account`. */
  limitSetting: string;
}

/** `limitSetting` for records whose number `frontdesk account set` limits. */
export const accountLimit = "the account's limit (frontdesk account set)";

export interface StoreParts {
  kv: Kv;
  locks: Locks;
  clock: Clock;
  /** Records changes that come with an event. Without it they are not recorded. */
  audit?: Pick<AuditLog, "commit">;
}

/** Returns the entry of the audit log for an action on the record with this id. */
export type ToAuditEvent = (id: string) => AuditEvent;

/** Returns how many records an account may have; `null` for no limit. Called under the account's lock. */
export type LoadLimit = () => Promise<number | null>;

export interface AddRecordOptions<R extends OwnedRecord> {
  account: string;
  limit?: LoadLimit;
  /** Further locks to hold, such as that of a name. */
  locks?: readonly string[];
  /** Records the creation in the audit log, in the same commit. */
  toEvent?: ToAuditEvent | undefined;
  /** Returns the record and further writes for the same commit. Throws to reject it. */
  build(base: OwnedRecord): Promise<{ record: R; writes: Write[] }>;
}

/** A changed record, and further writes for the same commit. */
export interface RecordChange<R> {
  record: R;
  writes?: Write[];
}

/** What every store of records that belong to accounts offers to its users. */
export interface OwnedRecordReads<R extends OwnedRecord> {
  /** Returns the record, of whichever account, or `null`. */
  find(id: string): Promise<R | null>;
  /** Returns a record of this account. @throws Problem `not_found` if the account has none with this id. */
  getOwned(id: string, account: string): Promise<R>;
  /** Returns all records of an account, in order of creation. */
  list(account: string): Promise<R[]>;
  /** Returns one page if the query has a limit or cursor, otherwise all records, without the id to skip. Only a page has `next`. */
  page(account: string, query: ListQuery, skip?: string): Promise<{ records: R[]; next?: string | null }>;
  /** Returns how many records an account has. */
  count(account: string): Promise<number>;
  /** Deletes the empty list of an account that is being deleted. */
  deleteEmptyList(account: string): Promise<void>;
}

/** Stores one kind of records that belong to accounts. */
export interface OwnedRecords<R extends OwnedRecord> extends OwnedRecordReads<R> {
  /** The same functions alone, for a store to pass on. */
  reads: OwnedRecordReads<R>;
  /**
   * Creates a record with a new id.
   *
   * @throws Problem `limit_reached`, `unauthenticated` for an account that is being deleted, or what `build` throws
   */
  add(options: AddRecordOptions<R>): Promise<R>;
  /** Changes a record under its account's lock. With `toEvent`, records that in the audit log, in the same commit. */
  change(
    id: string,
    account: string,
    change: (record: R) => RecordChange<R> | Promise<RecordChange<R>>,
    toEvent?: ToAuditEvent,
  ): Promise<R>;
  /** Deletes a record. `relatedWrites` returns further writes for the same commit, and `locks` further locks to hold. */
  remove(
    id: string,
    account: string,
    options: {
      locks?: (record: R) => string[];
      relatedWrites: (record: R) => Write[] | Promise<Write[]>;
      toEvent?: ToAuditEvent | undefined;
    },
  ): Promise<void>;
}

/** Opens the store of one kind of record. */
export function openOwnedRecords<R extends OwnedRecord>(
  { kv, locks, clock, audit }: StoreParts,
  kind: RecordKind,
): OwnedRecords<R> {
  const recordKey = (id: string) => `${kind.key}:${id}`;
  const read = (id: string) => kv.get<R>(recordKey(id));
  const listOf = (account: string) => openOwnedList(kv, `${account}:${kind.list}`);

  /** Commits writes, together with the event's entry of the audit log if there is one. */
  const commit = (writes: readonly Write[], event: AuditEvent | undefined) =>
    audit && event ? audit.commit(event, writes) : kv.commit(writes);

  const reads: OwnedRecordReads<R> = {
    find: read,
    count: (account) => listOf(account).count(),

    /** Returns a record of this account. @throws Problem `not_found`, also for another account's record, to reveal none */
    async getOwned(id, account) {
      const record = await kv.get<R>(recordKey(id));
      if (record?.account !== account)
        throw new Problem("not_found", `There is no ${kind.noun} with this id in this account.`);
      return record;
    },

    list: async (account) => (await readRecords(listOf(account), read, {})).records,
    page: (account, query, skip) => readRecords(listOf(account), read, query, skip),

    /** Deletes the list of an account that is being deleted; does nothing while it has ids. */
    async deleteEmptyList(account) {
      await locks.with([accountLock(account)], async () => {
        const writes = await listOf(account).deleteEmpty();
        if (writes.length > 0) await kv.commit(writes);
      });
    },
  };

  return {
    ...reads,
    reads,

    /**
     * Creates a record under the account's lock, in one commit with the writes that `build` returns and the audit log's entry. The
     * record names the part of the account's list that has its id (`bucket`), because its deletion must find it there.
     *
     * @throws Problem `limit_reached`, or what `build` throws
     */
    async add({ account, limit, locks: furtherLocks = [], toEvent, build }) {
      return locks.with([accountLock(account), ...furtherLocks], async () => {
        await requireAccount(kv, account);
        const max = (await limit?.()) ?? null;
        // `null` is no limit, for which nothing needs to be counted.
        const used = max === null ? 0 : await listOf(account).count();
        if (max !== null && used >= max)
          throw new Problem(
            "limit_reached",
            `This account may have ${max} ${kind.nouns} and has ${used}. Delete one, or raise ${kind.limitSetting}.`,
          );
        const id = generateId();
        const { writes: listWrites, bucket } = await listOf(account).append(id);
        const { record, writes } = await build({ id, account, created_at: toTimestamp(clock.now()), bucket });
        await commit([[recordKey(id), record], ...writes, ...listWrites], toEvent?.(id));
        return record;
      });
    },

    /** Replaces a record by what `change` returns for it. With `toEvent`, the audit log's entry is in the same commit. */
    async change(id, account, change, toEvent) {
      return locks.with([accountLock(account)], async () => {
        const { record, writes = [] } = await change(await this.getOwned(id, account));
        await commit([...writes, [recordKey(id), record]], toEvent?.(id));
        return record;
      });
    },

    /**
     * Deletes a record and its id in the account's list, of which the record names the part (`bucket`). In one commit with the writes
     * that `relatedWrites` returns and the audit log's entry.
     */
    async remove(id, account, { locks: furtherLocks = () => [], relatedWrites, toEvent }) {
      // Read before the locks, whose names depend on fields that never change, and again under them.
      const recordLocks = furtherLocks(await this.getOwned(id, account));
      await locks.with([accountLock(account), ...recordLocks], async () => {
        const record = await this.getOwned(id, account);
        const writes: Write[] = [
          [recordKey(id), null],
          ...(await relatedWrites(record)),
          ...(await listOf(account).remove(id, record.bucket)),
        ];
        await commit(writes, toEvent?.(id));
      });
    },
  };
}

/** Returns a change that gives the record a new token and makes the old one invalid in the same commit. */
export function rotateToken<R extends OwnedRecord & { token: string }>(owner: TokenOwner) {
  return (record: R): { record: R; writes: Write[] } => {
    const { token, write } = issueToken(owner, record.id);
    return { record: { ...record, token }, writes: [tokenDeletionWrite(hashToken(record.token)), write] };
  };
}
