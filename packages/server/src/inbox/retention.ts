import type { Clock } from "../clock.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { createExpiryCalendar } from "./expiry-calendar.ts";
import { bodyDeletionWrites, type InboxIndex, inboxLock, indexKey, type StoredSummary } from "./record.ts";

/** Milliseconds between two sweeps. A sweep that finds nothing due is one read. */
const sweepIntervalMs = 60_000;

/** Deletes expired messages, also from inboxes that receive nothing more. */
export interface Retention {
  /** Returns whether the message has not expired. */
  isRetained(message: StoredSummary): boolean;
  /**
   * Returns what to commit with an index of these messages, so that they are deleted once they expire. `due` is the hour of the
   * inbox's calendar entry; `undefined` if it has none.
   */
  plan(inbox: string, due: number | undefined, messages: readonly StoredSummary[]): Promise<ExpiryPlan>;
  /** Deletes what has expired. Runs automatically once a minute. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface ExpiryPlan {
  /** Fields of the index record: the hour of the inbox's calendar entry, if it needs one. */
  indexFields: { due?: number };
  /** The calendar entry. */
  writes: Write[];
}

interface RetentionParts {
  kv: Kv;
  locks: Locks;
  clock: Clock;
  /** `mail` or `sms`. Each channel has its own calendar. */
  channel: string;
  /** Milliseconds after which a message expires. */
  retentionMs: number;
}

/**
 * Creates the retention of one channel (mail or SMS), which deletes expired messages. It looks for them once a minute until it is
 * closed.
 */
export function createRetention({ kv, locks, clock, channel, retentionMs }: RetentionParts): Retention {
  const calendar = createExpiryCalendar({ kv, locks, clock, name: channel });
  const isRetained = ({ arrived }: StoredSummary) => arrived > clock.now() - retentionMs;

  /**
   * Plans when a sweep next visits an inbox to delete expired messages. Keeps the inbox's calendar entry for the hour `due` if
   * that is still ahead, because a second entry would cost each delivery a write. Else enters the inbox for the expiry of its oldest
   * message. `due` is `undefined` if the inbox has no entry. An empty inbox needs none.
   */
  async function plan(inbox: string, due: number | undefined, messages: readonly StoredSummary[]): Promise<ExpiryPlan> {
    if (due !== undefined && calendar.isAhead(due)) return { indexFields: { due }, writes: [] };
    if (messages.length === 0) return { indexFields: {}, writes: [] };
    // Not simply the first one, because the clock may have been set back between two messages.
    const oldest = Math.min(...messages.map(({ arrived }) => arrived));
    const { hour, write } = await calendar.enter(inbox, oldest + retentionMs);
    return { indexFields: { due: hour }, writes: [write] };
  }

  /**
   * Deletes the expired messages of an inbox that has a calendar entry for `hour`, and plans its next visit. In the inbox's index, `due`
   * is the hour of its entry. After a crash, or if another server sweeps too, the calendar may visit an inbox twice for one hour: then
   * the first visit has set `due` to a later hour or removed it, and the second does nothing.
   */
  async function deleteExpired(inbox: string, hour: number): Promise<void> {
    await locks.with([inboxLock(inbox)], async () => {
      const index = await kv.get<InboxIndex<StoredSummary>>(indexKey(inbox));
      const wasDeleted = index === null;
      if (wasDeleted) return;
      const { due, ...record } = index;
      const isDue = due !== undefined && due <= hour;
      if (!isDue) return;
      const messages = index.messages.filter(isRetained);
      const expired = index.messages.filter((message) => !isRetained(message));
      // `undefined`, because the sweep deletes the entry for `due`. `plan` then makes another one if messages remain.
      const nextVisit = await plan(inbox, undefined, messages);
      await kv.commit([
        [indexKey(inbox), { ...record, ...nextVisit.indexFields, messages }],
        ...bodyDeletionWrites(inbox, expired),
        ...nextVisit.writes,
      ]);
    });
  }

  const retentionKey = `retention:${channel}`;
  /** As `hour` of `deleteExpired`: no entry is for a later hour, so the inbox is never skipped. */
  const anyHour = Number.POSITIVE_INFINITY;
  let isRetentionRecorded = false;
  /** The running call of `recordRetention`; `null` if none runs. */
  let recording: Promise<void> | null = null;

  /**
   * Stores the retention time. An inbox's entry in the calendar says when a sweep must delete its expired messages. If the retention time
   * was lowered since the last start, say by a day, messages may have expired up to a day before their entry. So this first visits the
   * inboxes with entries for the coming day, and deletes what has expired. Stores nothing if it was closed before the last of them: the
   * next start then visits all of them.
   */
  async function recordRetention(): Promise<void> {
    const stored = await kv.get<{ milliseconds: number }>(retentionKey);
    const loweredByMs = stored ? stored.milliseconds - retentionMs : 0;
    // With the current hour, `deleteExpired` would skip the inboxes, because their entries are for later hours.
    const visitsAll =
      loweredByMs <= 0 || (await calendar.visitUpcoming(loweredByMs, (inbox) => deleteExpired(inbox, anyHour)));
    if (!visitsAll) return;
    await kv.commit([[retentionKey, { milliseconds: retentionMs }]]);
    isRetentionRecorded = true;
  }

  /**
   * Deletes what has expired. The first sweep of this process begins by storing the retention time. If that was lowered since the last
   * start, this also deletes messages that have now expired earlier than planned. If it fails, the next sweep tries again.
   */
  async function sweep(): Promise<void> {
    if (!isRetentionRecorded) {
      recording ??= recordRetention().finally(() => {
        recording = null;
      });
      await recording;
    }
    await calendar.sweep(deleteExpired);
  }

  // Ignores errors: requests report a failing storage, and the next sweep tries again.
  const timer = setInterval(() => void sweep().catch(() => {}), sweepIntervalMs);
  timer.unref();

  return {
    isRetained,
    plan,
    sweep,
    /** Stops the timer. Closing the calendar ends a sweep early; resolves when it has ended. */
    async close() {
      clearInterval(timer);
      await calendar.close();
      // The caller of `sweep` gets its error.
      await recording?.catch(() => {});
    },
  };
}
