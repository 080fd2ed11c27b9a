import type { Clock } from "../clock.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";

const hourMs = 3_600_000;
/** An entry is for an hour at least this far ahead: a server whose clock is a little fast must not sweep a page that is being filled. */
const minHoursAhead = 2;
/** Entries per page. A page belongs to the server that opened it, so only opening one needs a lock. */
const pageSize = 256;
const maxConcurrentVisits = 32;

/** Record of one hour (counted since 1970). Pages up to `done` are swept; pages `done + 1` to `pages` may have entries. */
interface Hour {
  pages: number;
  done: number;
}

/** A page that this server fills: its number, and how many of its entries are used. */
interface OpenPage {
  page: number;
  used: number;
}

/** Lists the inboxes that have expired messages, by hour. Finds those without reading any other inbox. */
export interface ExpiryCalendar {
  /** Returns the first whole hour after this time, and the write that enters the inbox for it, for the caller to commit. */
  enter(inbox: string, time: number): Promise<{ hour: number; write: Write }>;
  /** Returns whether a sweep will still visit the entries of this hour. */
  isAhead(hour: number): boolean;
  /**
   * Visits each inbox whose hour has begun, then deletes its entry. After a crash, or if another server sweeps too, an inbox
   * may be visited twice. An inbox whose visit fails is entered for a later hour.
   */
  sweep(visit: (inbox: string, hour: number) => Promise<void>): Promise<void>;
  /**
   * Visits each inbox whose hour begins within the next `periodMs`, and keeps its entry. For messages that expire
   * earlier than they were entered for. Resolves to whether it has visited all: not if the calendar was closed meanwhile.
   */
  visitUpcoming(periodMs: number, visit: (inbox: string) => Promise<void>): Promise<boolean>;
  /** Stops a running sweep after its current visits. */
  close(): Promise<void>;
}

/**
 * Creates the calendar that lists, by hour, the inboxes with expired messages. `name`, such as that of a channel, is part of the
 * storage keys.
 */
export function createExpiryCalendar(parts: { kv: Kv; locks: Locks; clock: Clock; name: string }): ExpiryCalendar {
  const { kv, locks, clock, name } = parts;
  /** Record of the last hour that is fully swept. Also the lock for all records except entries. */
  const lastSweepKey = `expiry:${name}`;
  const hourKey = (hour: number) => `${lastSweepKey}:${hour}`;
  const entryKey = (hour: number, page: number, index: number) => `${lastSweepKey}:${hour}:${page}:${index}`;
  /** By hour, the page that this server fills. */
  const openPages = new Map<number, Promise<OpenPage>>();
  const hourNow = () => Math.floor(clock.now() / hourMs);
  let isClosed = false;
  let runningSweep: Promise<void> | null = null;

  /**
   * Returns the write that enters an inbox for the sweep after `time`, which deletes its expired messages, and the hour of that
   * sweep: at least `minHoursAhead` from now, because a server whose clock is a little fast must not sweep the page meanwhile. Uses the
   * next free entry of the page that this server fills for the hour. Opens another page if that is full, or was swept all the same.
   */
  async function enter(inbox: string, time: number): Promise<{ hour: number; write: Write }> {
    const hour = Math.max(Math.floor(time / hourMs) + 1, hourNow() + minHoursAhead);
    for (;;) {
      const pagePromise = openPages.get(hour) ?? openPage(hour);
      const openedPage = await pagePromise;
      const lastSweep = await kv.get<{ hour: number }>(lastSweepKey);
      const wasSwept = lastSweep !== null && lastSweep.hour >= hour;
      if (!wasSwept && openedPage.used < pageSize) {
        // Set without an `await` since the check above, so that no other caller takes the same entry.
        const index = openedPage.used;
        openedPage.used++;
        return { hour, write: [entryKey(hour, openedPage.page, index), { inbox }] };
      }
      forgetPage(hour, pagePromise);
    }
  }

  /**
   * Opens a page: a group of the hour's entries (each names an inbox for the sweep) that only this server fills. Forgets past hours.
   * Resolves once the page's number is stored. If that fails, forgets the page, so that the next caller tries again.
   */
  function openPage(hour: number): Promise<OpenPage> {
    for (const otherHour of openPages.keys()) {
      if (otherHour <= hourNow()) openPages.delete(otherHour);
    }
    // Under the calendar's lock: no sweep may record the hour as swept meanwhile.
    const pagePromise = locks.with([lastSweepKey], () => storeNewPage(hour));
    openPages.set(hour, pagePromise);
    pagePromise.catch(() => forgetPage(hour, pagePromise));
    return pagePromise;
  }

  /**
   * Stores that the hour has one more page: a group of entries, each of which names an inbox for the sweep. Returns that page, still
   * empty. The caller holds the calendar's lock.
   */
  async function storeNewPage(hour: number): Promise<OpenPage> {
    const { pages, done: sweptPages } = (await kv.get<Hour>(hourKey(hour))) ?? { pages: 0, done: 0 };
    const lastSweep = await kv.get<{ hour: number }>(lastSweepKey);
    // A sweep begins after the hour that is recorded as swept. If that is `hour` or later, or if none is recorded yet, records the hour
    // before `hour`: otherwise no sweep would visit the new page.
    const willBeSwept = lastSweep !== null && lastSweep.hour < hour;
    const page = pages + 1;
    await kv.commit([
      [hourKey(hour), { pages: page, done: sweptPages }],
      ...(willBeSwept ? [] : [[lastSweepKey, { hour: hour - 1 }] as const]),
    ]);
    return { page, used: 0 };
  }

  /** Forgets this page of the hour, unless another caller has opened the next one already. */
  function forgetPage(hour: number, pagePromise: Promise<OpenPage>): void {
    if (openPages.get(hour) === pagePromise) openPages.delete(hour);
  }

  /** Visits the entries of each hour since the last sweep, page by page, and deletes them. Then records the current hour as swept. */
  async function sweepUntilNow(visit: (inbox: string, hour: number) => Promise<void>) {
    const lastSweep = await kv.get<{ hour: number }>(lastSweepKey);
    const currentHour = hourNow();
    // Without this record, nothing was ever entered.
    if (!lastSweep || lastSweep.hour >= currentHour) return;
    for (let hour = lastSweep.hour + 1; hour <= currentHour; hour++) {
      for (let page = await findUnsweptPage(hour); page !== null; page = await findUnsweptPage(hour)) {
        if (isClosed) return;
        await sweepPage(hour, page, visit);
      }
    }
    await locks.with([lastSweepKey], () => kv.commit([[lastSweepKey, { hour: currentHour }]]));
  }

  /**
   * Visits the entries from the last sweep to the hour in `periodMs` from now, and keeps them for their sweep. Called
   * when the retention time was lowered by that much, for messages that now expire earlier than their inbox's entry says. Returns `false`
   * if the calendar was closed before the last visit.
   */
  async function visitUpcoming(periodMs: number, visit: (inbox: string) => Promise<void>): Promise<boolean> {
    const lastSweep = await kv.get<{ hour: number }>(lastSweepKey);
    const wasNeverUsed = lastSweep === null;
    if (wasNeverUsed) return true;
    // An inbox may be entered for an hour that is up to `minHoursAhead` later than that of its expiry.
    const lastHour = hourNow() + Math.ceil(periodMs / hourMs) + minHoursAhead;
    for (let hour = lastSweep.hour + 1; hour <= lastHour; hour++) {
      const { pages, done: sweptPages } = (await kv.get<Hour>(hourKey(hour))) ?? { pages: 0, done: 0 };
      for (let page = sweptPages + 1; page <= pages; page++)
        for (const { inbox } of await entriesOf(hour, page)) {
          if (isClosed) return false;
          await visit(inbox);
        }
    }
    return true;
  }

  /**
   * Returns the entries of a page, each of which names an inbox for the sweep, with their storage keys. An index without an entry was not
   * given out yet, or its commit failed.
   */
  async function entriesOf(hour: number, page: number) {
    const keys = Array.from({ length: pageSize }, (_, index) => entryKey(hour, page, index));
    const records = await Promise.all(keys.map(async (key) => ({ key, entry: await kv.get<{ inbox: string }>(key) })));
    return records.flatMap(({ key, entry }) => (entry ? [{ key, inbox: entry.inbox }] : []));
  }

  /** Returns the number of the hour's first page (group of entries) that is not swept; `null` if all are, or if there was none. */
  async function findUnsweptPage(hour: number): Promise<number | null> {
    // The hour's record is deleted together with the entries of its last page.
    const record = await kv.get<Hour>(hourKey(hour));
    return record === null ? null : record.done + 1;
  }

  /**
   * Visits the inboxes that the entries of one page name, then deletes the entries. An inbox whose visit failed gets a new entry, for a
   * later hour.
   * Stops early when the calendar is closed; the next start then visits the page again.
   */
  async function sweepPage(hour: number, page: number, visit: (inbox: string, hour: number) => Promise<void>) {
    const entries = await entriesOf(hour, page);
    const retries: Write[] = [];
    /**
     * Visits an inbox. If that fails, enters it again, for the next hour that takes entries: one unreadable inbox must not stop the
     * sweep of all others. The entry is stored together with the deletion of the page.
     */
    async function visitOrRetryLater(inbox: string): Promise<void> {
      try {
        await visit(inbox, hour);
      } catch {
        const { write } = await enter(inbox, clock.now());
        retries.push(write);
      }
    }
    for (let first = 0; first < entries.length; first += maxConcurrentVisits) {
      if (isClosed) return;
      const chunk = entries.slice(first, first + maxConcurrentVisits);
      await Promise.all(chunk.map(({ inbox }) => visitOrRetryLater(inbox)));
    }
    await commitSweptPage(hour, page, [...entries.map(({ key }): Write => [key, null]), ...retries]);
  }

  /**
   * Commits the writes that finish the sweep of a page, and records the page as swept. Does nothing if another server of the
   * storage, which sweeps at the same time, was first. After its last page the hour needs no record.
   */
  async function commitSweptPage(hour: number, page: number, writes: readonly Write[]) {
    await locks.with([lastSweepKey], async () => {
      const record = await kv.get<Hour>(hourKey(hour));
      const wasSweptByOther = record?.done !== page - 1;
      if (wasSweptByOther) return;
      const isLastPage = page === record.pages;
      await kv.commit([...writes, [hourKey(hour), isLastPage ? null : { ...record, done: page }]]);
    });
  }

  return {
    enter,
    isAhead: (hour) => hour >= hourNow(),
    /** Calls `visit` for the inboxes that have expired messages. */
    async sweep(visit) {
      if (isClosed) return;
      // A call during a sweep waits for that sweep.
      runningSweep ??= sweepUntilNow(visit).finally(() => {
        runningSweep = null;
      });
      await runningSweep;
    },
    visitUpcoming,
    /** Stops a running sweep and waits for its current visits. */
    async close() {
      isClosed = true;
      // The caller of `sweep` gets its error.
      await runningSweep?.catch(() => {});
    },
  };
}
