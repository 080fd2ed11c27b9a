import type { TokenOwner } from "@frontdesk/basics";
import { type Clock, toTimestamp } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { generateId, hashToken } from "../text/ids.ts";
import { accountLock, requireAccount } from "./accounts.ts";
import { type ListQuery, openOwnedList, readRecords } from "./owned-list.ts";
import { issueToken, tokenDeletionWrite } from "./tokens.ts";

/** What every record has that belongs to an account. */
export interface OwnedRecord {
  id: string;
  account: string;
  created_at: string;
  /** Where its id stands in the account's list. */
  bucket: number;
}

/** What one kind of record calls itself: in the storage, and in sentences. */
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
  limit: string;
}

/** The limit of what `frontdesk account set` changes for each account. */
export const accountLimit = "the account's limit (frontdesk account set)";

export interface StoreParts {
  kv: Kv;
  locks: Locks;
  clock: Clock;
}

/** How many an account may have; `null` for any number. Read under the account's lock. */
export type LoadLimit = () => Promise<number | null>;

export interface AddRecordOptions<R extends OwnedRecord> {
  account: string;
  limit?: LoadLimit;
  /** Keys to hold beside the account's, such as that of a name. */
  locks?: readonly string[];
  /** Makes the record, or throws to refuse; further writes of the same commit go along. */
  make(fresh: OwnedRecord): Promise<{ record: R; writes: Write[] }>;
}

/** A record as it will be, and further writes of the same commit. */
export interface RecordChange<R> {
  record: R;
  writes?: Write[];
}

/** The one life of a record that belongs to an account: added, found, listed, changed, removed. */
export interface OwnedRecords<R extends OwnedRecord> {
  /** Whoever owns it. */
  find(id: string): Promise<R | null>;
  /** @throws Problem `not_found` unless the record exists in this account. */
  getOwned(id: string, account: string): Promise<R>;
  /** In order of arrival. */
  list(account: string): Promise<R[]>;
  /** The same as far as the query asks for it, without the id to skip. Only a page has a `next`. */
  page(account: string, query: ListQuery, skip?: string): Promise<{ records: R[]; next?: string | null }>;
  count(account: string): Promise<number>;
  /** Deletes what is left of the list of an account that is being removed and owns none any more. */
  deleteEmptyList(account: string): Promise<void>;
  /** @throws Problem `limit_reached`, `unauthenticated` for an account that is being removed, or what `make` throws. */
  add(options: AddRecordOptions<R>): Promise<R>;
  /** Changes a record under its account's lock; further writes of the same commit go along. */
  change(id: string, account: string, change: (record: R) => RecordChange<R> | Promise<RecordChange<R>>): Promise<R>;
  /** Removes a record; `also` gives what goes with it, and `locks` what is held meanwhile. */
  remove(
    id: string,
    account: string,
    options: { locks?: (record: R) => string[]; also: (record: R) => Write[] | Promise<Write[]> },
  ): Promise<void>;
}

export function openOwnedRecords<R extends OwnedRecord>(
  { kv, locks, clock }: StoreParts,
  kind: RecordKind,
): OwnedRecords<R> {
  const recordKey = (id: string) => `${kind.key}:${id}`;
  const read = (id: string) => kv.get<R>(recordKey(id));
  const listOf = (account: string) => openOwnedList(kv, `${account}:${kind.list}`);

  return {
    find: read,
    count: (account) => listOf(account).count(),

    async getOwned(id, account) {
      const record = await kv.get<R>(recordKey(id));
      if (record?.account !== account)
        throw new Problem("not_found", `There is no ${kind.noun} with this id in this account.`);
      return record;
    },

    list: async (account) => (await readRecords(listOf(account), read, {})).records,
    page: (account, query, skip) => readRecords(listOf(account), read, query, skip),

    async deleteEmptyList(account) {
      await locks.with([accountLock(account)], async () => {
        const writes = await listOf(account).deleteEmpty();
        if (writes.length > 0) await kv.commit(writes);
      });
    },

    async add({ account, limit, locks: also = [], make }) {
      return locks.with([accountLock(account), ...also], async () => {
        await requireAccount(kv, account);
        const most = (await limit?.()) ?? null;
        const used = most === null ? 0 : await listOf(account).count();
        if (most !== null && used >= most)
          throw new Problem(
            "limit_reached",
            `This account may have ${most} ${kind.nouns} and has ${used}. Delete one, or raise ${kind.limit}.`,
          );
        const id = generateId();
        const { writes: listed, bucket } = await listOf(account).append(id);
        const { record, writes } = await make({ id, account, created_at: toTimestamp(clock.now()), bucket });
        await kv.commit([[recordKey(id), record], ...writes, ...listed]);
        return record;
      });
    },

    async change(id, account, change) {
      return locks.with([accountLock(account)], async () => {
        const { record, writes = [] } = await change(await this.getOwned(id, account));
        await kv.commit([...writes, [recordKey(id), record]]);
        return record;
      });
    },

    async remove(id, account, { locks: keys = () => [], also }) {
      const held = keys(await this.getOwned(id, account));
      await locks.with([accountLock(account), ...held], async () => {
        const record = await this.getOwned(id, account);
        await kv.commit([
          [recordKey(id), null],
          ...(await also(record)),
          ...(await listOf(account).remove(id, record.bucket)),
        ]);
      });
    },
  };
}

/** A change that gives the record a fresh token; the old one stops working in the same commit. */
export function rotateToken<R extends OwnedRecord & { token: string }>(owner: TokenOwner) {
  return (record: R): { record: R; writes: Write[] } => {
    const { token, write } = issueToken(owner, record.id);
    return { record: { ...record, token }, writes: [tokenDeletionWrite(hashToken(record.token)), write] };
  };
}
