import type { Clock } from "../clock.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { createExpiryCalendar } from "./expiry-calendar.ts";
import { bodyDeletionWrites, type InboxIndex, inboxLock, indexKey, type StoredSummary } from "./record.ts";

/** How often the calendar is looked at, in milliseconds. A look that finds nothing due is one read. */
const sweepIntervalMs = 60_000;

/** Takes messages away when their time is over, whether or not their inbox receives anything more. */
export interface Retention {
  isRetained(message: StoredSummary): boolean;
  /** What an index that is about to be committed with these messages needs, so that they will be removed in time. */
  plan(inbox: string, due: number | undefined, messages: readonly StoredSummary[]): Promise<ExpiryPlan>;
  /** Removes what is due by now. It runs by itself once a minute. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** The index record's `due`, and the writes that stand for it in the calendar. */
export interface ExpiryPlan {
  indexFields: { due?: number };
  writes: Write[];
}

interface RetentionParts {
  kv: Kv;
  locks: Locks;
  clock: Clock;
  /** Of the kind of inbox; each has a calendar of its own. */
  channel: string;
  /** Milliseconds after which a message is gone. */
  retentionMs: number;
}

export function createRetention({
  kv,
  locks,
  clock,
  channel: name,
  retentionMs: retention,
}: RetentionParts): Retention {
  const calendar = createExpiryCalendar({ kv, locks, clock, name });
  const isFresh = ({ arrived }: StoredSummary) => arrived > clock.now() - retention;

  async function plan(inbox: string, due: number | undefined, messages: readonly StoredSummary[]): Promise<ExpiryPlan> {
    if (due !== undefined && calendar.isAhead(due)) return { indexFields: { due }, writes: [] };
    if (messages.length === 0) return { indexFields: {}, writes: [] };
    const oldest = Math.min(...messages.map(({ arrived }) => arrived));
    const { hour, write } = await calendar.enter(inbox, oldest + retention);
    return { indexFields: { due: hour }, writes: [write] };
  }

  /** Idempotent, for the calendar may send it twice. */
  async function removeExpired(inbox: string, hour: number): Promise<void> {
    await locks.with([inboxLock(inbox)], async () => {
      const index = await kv.get<InboxIndex<StoredSummary>>(indexKey(inbox));
      if (index?.due === undefined || index.due > hour) return;
      const { due: _, ...record } = index;
      const messages = index.messages.filter(isFresh);
      const next = await plan(inbox, undefined, messages);
      await kv.commit([
        [indexKey(inbox), { ...record, ...next.indexFields, messages }],
        ...bodyDeletionWrites(
          inbox,
          index.messages.filter((message) => !isFresh(message)),
        ),
        ...next.writes,
      ]);
    });
  }

  const retentionKey = `retention:${name}`;
  let isNoted = false;

  /** What was entered while messages were kept for longer is due before the hour that it was entered for. */
  async function noteRetention(): Promise<void> {
    const before = (await kv.get<{ milliseconds: number }>(retentionKey))?.milliseconds ?? retention;
    if (before > retention)
      await calendar.visitUpcoming(before - retention, (inbox) => removeExpired(inbox, Number.POSITIVE_INFINITY));
    await kv.commit([[retentionKey, { milliseconds: retention }]]);
    isNoted = true;
  }

  async function sweep(): Promise<void> {
    if (!isNoted) await noteRetention();
    await calendar.sweep(removeExpired);
  }

  // A storage that fails shows in every request; the next round tries again.
  const timer = setInterval(() => void sweep().catch(() => {}), sweepIntervalMs);
  timer.unref();

  return {
    isRetained: isFresh,
    plan,
    sweep,
    async close() {
      clearInterval(timer);
      await calendar.close();
    },
  };
}
