import type { Clock } from "../clock.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";

const hourMs = 3_600_000;
/** Entries of one page. A page belongs to the server that opened it, so entering needs no lock but the first time. */
const pageSize = 256;
const maxConcurrentVisits = 32;

/** Pages `done + 1` to `pages` of this hour may hold entries. */
interface Hour {
  pages: number;
  done: number;
}

/**
 * Which inboxes have something to remove, by the hour in which it is due. What is due is found without looking at
 * anything that is not, however much is stored.
 */
export interface ExpiryCalendar {
  /** Enters an inbox for the first whole hour after this time. The caller commits the write with what it is about. */
  enter(inbox: string, time: number): Promise<{ hour: number; write: Write }>;
  /** Whether an entry for this hour is still to be visited. */
  isAhead(hour: number): boolean;
  /**
   * Visits each inbox whose hour has begun, then drops its entry. After a crash, or beside another server, an inbox is
   * visited again; one whose visit fails is tried anew in another hour.
   */
  sweep(visit: (inbox: string, hour: number) => Promise<void>): Promise<void>;
  /**
   * Visits each inbox whose hour comes within so many milliseconds from now, and leaves its entry: for when what was
   * entered is due earlier than was thought.
   */
  visitUpcoming(milliseconds: number, visit: (inbox: string) => Promise<void>): Promise<void>;
  /** Resolves once a sweep under way has stopped, between two visits. */
  close(): Promise<void>;
}

export function createExpiryCalendar(parts: { kv: Kv; locks: Locks; clock: Clock; name: string }): ExpiryCalendar {
  const { kv, locks, clock, name } = parts;
  /** Also the lock of all records but the entries. Holds the hour up to which nothing is left. */
  const sweptKey = `expiry:${name}`;
  const hourKey = (hour: number) => `${sweptKey}:${hour}`;
  const entryKey = (hour: number, page: number, place: number) => `${sweptKey}:${hour}:${page}:${place}`;
  const openPages = new Map<number, Promise<{ page: number; used: number }>>();
  const hourNow = () => Math.floor(clock.now() / hourMs);
  let closed = false;
  let sweeping: Promise<void> | null = null;

  async function enter(inbox: string, time: number): Promise<{ hour: number; write: Write }> {
    // Two hours ahead at least: a server whose clock is a little fast must not sweep a page that is still filled.
    const hour = Math.max(Math.floor(time / hourMs) + 1, hourNow() + 2);
    for (;;) {
      const opening = openPages.get(hour) ?? openPage(hour);
      const open = await opening;
      if (open.used < pageSize) return { hour, write: [entryKey(hour, open.page, open.used++), { inbox }] };
      if (openPages.get(hour) === opening) openPages.delete(hour);
    }
  }

  function openPage(hour: number) {
    for (const past of openPages.keys()) if (past <= hourNow()) openPages.delete(past);
    const opening = locks.with([sweptKey], async () => {
      const before = (await kv.get<Hour>(hourKey(hour))) ?? { pages: 0, done: 0 };
      const swept = await kv.get<{ hour: number }>(sweptKey);
      const page = before.pages + 1;
      await kv.commit([
        [hourKey(hour), { ...before, pages: page }],
        ...(swept && swept.hour < hour ? [] : [[sweptKey, { hour: hour - 1 }] as const]),
      ]);
      return { page, used: 0 };
    });
    openPages.set(hour, opening);
    opening.catch(() => openPages.get(hour) === opening && openPages.delete(hour));
    return opening;
  }

  async function sweep(visit: (inbox: string, hour: number) => Promise<void>) {
    const swept = await kv.get<{ hour: number }>(sweptKey);
    const last = hourNow();
    // Without the record nothing was ever entered.
    if (!swept || swept.hour >= last) return;
    for (let hour = swept.hour + 1; hour <= last; hour++) {
      for (let page = await nextPage(hour); page !== null; page = await nextPage(hour)) {
        if (closed) return;
        await sweepPage(hour, page, visit);
      }
    }
    await locks.with([sweptKey], () => kv.commit([[sweptKey, { hour: last }]]));
  }

  async function visitAhead(milliseconds: number, visit: (inbox: string) => Promise<void>) {
    const swept = await kv.get<{ hour: number }>(sweptKey);
    const last = hourNow() + Math.ceil(milliseconds / hourMs) + 2;
    for (let hour = swept ? swept.hour + 1 : last + 1; hour <= last; hour++) {
      const record = await kv.get<Hour>(hourKey(hour));
      for (let page = record ? record.done + 1 : 1; page <= (record?.pages ?? 0); page++)
        for (const { inbox } of await entriesOf(hour, page)) {
          if (closed) return;
          await visit(inbox);
        }
    }
  }

  async function entriesOf(hour: number, page: number) {
    const keys = Array.from({ length: pageSize }, (_, place) => entryKey(hour, page, place));
    const read = await Promise.all(keys.map(async (key) => ({ key, entry: await kv.get<{ inbox: string }>(key) })));
    return read.flatMap(({ key, entry }) => (entry ? [{ key, inbox: entry.inbox }] : []));
  }

  async function nextPage(hour: number): Promise<number | null> {
    const record = await kv.get<Hour>(hourKey(hour));
    return record && record.done + 1;
  }

  async function sweepPage(hour: number, page: number, visit: (inbox: string, hour: number) => Promise<void>) {
    const found = await entriesOf(hour, page);
    const retries: Write[] = [];
    for (let first = 0; first < found.length; first += maxConcurrentVisits) {
      if (closed) return;
      const visits = found.slice(first, first + maxConcurrentVisits).map(async ({ inbox }) => {
        // One inbox that cannot be read must not keep all others from their turn.
        await visit(inbox, hour).catch(async () => retries.push((await enter(inbox, clock.now())).write));
      });
      await Promise.all(visits);
    }
    await locks.with([sweptKey], async () => {
      const record = await kv.get<Hour>(hourKey(hour));
      if (record?.done !== page - 1) return;
      await kv.commit([
        ...found.map(({ key }): Write => [key, null]),
        ...retries,
        [hourKey(hour), page === record.pages ? null : { ...record, done: page }],
      ]);
    });
  }

  return {
    enter,
    isAhead: (hour) => hour >= hourNow(),
    async sweep(visit) {
      if (closed) return;
      sweeping ??= sweep(visit).finally(() => {
        sweeping = null;
      });
      await sweeping;
    },
    visitUpcoming: visitAhead,
    async close() {
      closed = true;
      // Whoever started the sweep hears of its failure.
      await sweeping?.catch(() => {});
    },
  };
}
