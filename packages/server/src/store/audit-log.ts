// Not the globals: a user's test that fakes them expects only timers of its own.
import { clearTimeout, setTimeout } from "node:timers";
import { rootCauseMessage } from "@frontdesk/basics";
import type { Schemas } from "@frontdesk/contract";
import { type Clock, toTimestamp } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { accountLock, isAccountOpen, type StoredAccount } from "./accounts.ts";
import {
  appendWrites,
  auditDeletionWrites,
  maxAuditEntries,
  readAuditEntries,
  type StoredAuditEntry,
} from "./audit-entries.ts";
import type { ListQuery } from "./owned-list.ts";

/** An action to record. */
export interface AuditEvent extends Omit<StoredAuditEntry, "at"> {
  account: Pick<StoredAccount, "id" | "name">;
}

/** Records who used which key for what (contract section 12). */
export interface AuditLog {
  /** Adds an entry that this server lists at once. It is durable within a second. */
  record(event: AuditEvent): void;
  /**
   * Begins to store entries that have been pending for a while. Called just before another commit: storages that group
   * the commits of a moment then write to the disk once, and no later commit waits for the log.
   */
  storeWithNextCommit(): void;
  /** Commits an action's writes together with its entry. The caller holds the account's lock. */
  commit(event: AuditEvent, writes: readonly Write[]): Promise<void>;
  /** Adds a durable entry about an action that has no commit of its own. */
  append(event: AuditEvent): Promise<void>;
  /** Returns an account's entries, newest first. Only a page has `next`. @throws Problem `invalid_request` */
  page(account: AuditEvent["account"], query: ListQuery): Promise<{ entries: AuditEntry[]; next?: string | null }>;
  /** Deletes the log of an account that is being deleted. */
  deleteAll(account: string): Promise<void>;
  /** Stores what is pending. Later entries are ignored. */
  close(): Promise<void>;
}

export type AuditEntry = Schemas["AuditEntry"];

/** Where entries are written besides the storage. Must not throw. */
export interface AuditSink {
  write(entry: AuditEntry): void;
  close(): void;
}

interface AuditLogParts {
  kv: Kv;
  locks: Locks;
  clock: Clock;
  log: Log;
  /** Receives each entry as well. */
  file?: AuditSink | undefined;
}

/** Entries of one account that are not durable yet, and the timer that stores them. */
interface Pending {
  entries: StoredAuditEntry[];
  timer: NodeJS.Timeout;
  /** When the oldest of them was added, by the monotonic clock; `null` if storing has begun. */
  since: number | null;
}

/** Milliseconds until pending entries are stored. The rest of the second is for the commit. */
const storeDelayMs = 900;
/** Pending entries of an account. Twice what is kept, so that not every entry beyond the maximum copies the others. */
const maxPendingEntries = 2 * maxAuditEntries;
/** Milliseconds after which they are stored together with another commit. Until then they wait for more entries. */
const shareDelayMs = 600;

/** Creates the audit log. Entries that need not be durable at once are stored together, about once a second per account. */
export function createAuditLog({ kv, locks, clock, log, file: auditFile }: AuditLogParts): AuditLog {
  const pendingByAccount = new Map<string, Pending>();
  /** What timers have begun to store. */
  const runningStores = new Set<Promise<void>>();
  let isFailing = false;
  let isClosed = false;

  /** Takes an account's pending entries out of memory and stops their timer. The caller stores them or puts them back. */
  function takePending(account: string): StoredAuditEntry[] {
    const pending = pendingByAccount.get(account);
    if (!pending) return [];
    clearTimeout(pending.timer);
    pendingByAccount.delete(account);
    // Storing more than the maximum would evict the oldest at once.
    return pending.entries.slice(-maxAuditEntries);
  }

  /**
   * Adds an account's first pending entry, or puts entries that could not be stored back before those that came meanwhile. Starts the
   * timer that stores all of them within a second. `since` is the time from which they wait.
   */
  function prependPending(account: string, entries: StoredAuditEntry[]): void {
    if (entries.length === 0) return;
    const later = takePending(account);
    const timer = setTimeout(() => storeInBackground(account), storeDelayMs).unref();
    pendingByAccount.set(account, { entries: [...entries, ...later], timer, since: performance.now() });
  }

  /** Stores an account's pending entries without making the caller wait. `close` waits for it. */
  function storeInBackground(account: string): void {
    const stored = tryStore(account).finally(() => runningStores.delete(stored));
    runningStores.add(stored);
  }

  /** Commits writes in one step with the account's pending entries and further ones. Keeps the pending ones if that fails. */
  async function commitEntries(
    account: string,
    { added = [], writes = [] }: { added?: StoredAuditEntry[]; writes?: readonly Write[] } = {},
  ): Promise<void> {
    // Taken before the commit, so that an entry that comes during it is kept for the next one.
    const pending = takePending(account);
    try {
      await kv.commit([...writes, ...(await appendWrites(kv, account, [...pending, ...added]))]);
    } catch (error) {
      prependPending(account, pending);
      throw error;
    }
  }

  /** Stores an account's pending entries; those of a deleted account are dropped. */
  async function store(account: string): Promise<void> {
    await locks.with([accountLock(account)], async () => {
      // Another commit, which had the lock before, may have stored them.
      if (!pendingByAccount.has(account)) return;
      if (await isAccountOpen(kv, account)) await commitEntries(account);
      else takePending(account);
    });
  }

  /** Stores an account's pending entries. Logs the first failure in a row; the next timer tries again. */
  async function tryStore(account: string): Promise<void> {
    try {
      await store(account);
      isFailing = false;
    } catch (error) {
      // After a failed lock the entries are still pending, but their timer has run out: taking and adding them starts another. A failed
      // commit has added them already, so this only restarts its timer.
      prependPending(account, takePending(account));
      if (!isFailing) log.warn("Audit log not stored; it is tried again", { why: rootCauseMessage(error) });
      isFailing = true;
    }
  }

  return {
    /**
     * Adds an entry in memory, stored a little later with others. Drops it after `close`: nothing would store it. If twice as many wait as
     * the log keeps, drops the older half, which the log would evict at once.
     */
    record({ account, ...event }) {
      if (isClosed) return;
      const entry = { at: clock.now(), ...event };
      const pending = pendingByAccount.get(account.id);
      // The first one also sets the timer that stores them.
      if (!pending) prependPending(account.id, [entry]);
      else {
        const before = pending.entries.at(-1);
        // A program that polls repeats itself. One text for all its entries leaves less to the garbage collector.
        if (before?.target === entry.target) entry.target = before.target;
        pending.entries.push(entry);
        if (pending.entries.length >= maxPendingEntries) pending.entries.splice(0, maxAuditEntries);
      }
      auditFile?.write(toAuditEntry(account, entry));
    },

    /**
     * Called at each commit of messages: begins to store entries whose timer would soon run out. `since` is the time from which they
     * wait; `null` marks them as being stored. The storage groups the commits of a moment, so this saves a write to the disk.
     */
    storeWithNextCommit() {
      const due = performance.now() - shareDelayMs;
      // In order of age, so that only the accounts that are due are visited.
      for (const [account, pending] of pendingByAccount) {
        const { since } = pending;
        const isBeingStored = since === null;
        if (isBeingStored) continue;
        if (since > due) return;
        pending.since = null;
        clearTimeout(pending.timer);
        storeInBackground(account);
      }
    },

    /** Stores an entry in one commit with the change that it reports. */
    async commit({ account, ...event }, writes) {
      const entry = { at: clock.now(), ...event };
      await commitEntries(account.id, { added: [entry], writes });
      auditFile?.write(toAuditEntry(account, entry));
    },

    /** Stores an entry without another change, unless the account was deleted. */
    async append(event) {
      const { id } = event.account;
      await locks.with([accountLock(id)], async () => {
        if (await isAccountOpen(kv, id)) await this.commit(event, []);
      });
    },

    /** Returns a page of entries, the newest first. */
    async page(account, query) {
      // Waits for the lock even if nothing is pending, because a commit that has begun may have taken the entries. A page
      // after a cursor has only older entries.
      if (query.cursor === undefined) await store(account.id);
      const { entries, ...nextCursor } = await readAuditEntries(kv, account.id, query);
      return { entries: entries.map((entry) => toAuditEntry(account, entry)), ...nextCursor };
    },

    /** Deletes the log of an account that is being deleted, with the entries that are not stored yet. */
    async deleteAll(account) {
      await locks.with([accountLock(account)], async () => {
        takePending(account);
        const writes = await auditDeletionWrites(kv, account);
        if (writes.length > 0) await kv.commit(writes);
      });
    },

    /** Stores the pending entries, and logs how many could not be stored. */
    async close() {
      isClosed = true;
      // Waits first for stores that run already: one that fails puts its entries back, and the next line tries them again.
      await Promise.all(runningStores);
      await Promise.all([...pendingByAccount.keys()].map(tryStore));
      const lost = [...pendingByAccount.keys()].flatMap(takePending).length;
      if (lost > 0) log.warn("Audit log entries lost: the storage did not take them before the end", { entries: lost });
      auditFile?.close();
    },
  };
}

/** Converts a stored entry to the form of the API and of the log file: with the account's name, and RFC 3339 for the time. */
function toAuditEntry({ name }: AuditEvent["account"], { at, ...entry }: StoredAuditEntry): AuditEntry {
  const { key_id, action, target, ip } = entry;
  return { at: toTimestamp(at), account: name, key_id, action, target, ip };
}
