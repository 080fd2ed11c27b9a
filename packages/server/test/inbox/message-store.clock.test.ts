import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createMailMessageStore, type MailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { bodyKey, indexKey } from "../../src/inbox/record.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Kv } from "../../src/storage/types.ts";
import { createLateKv } from "../storage/late-commits.ts";

const day = 86_400_000;
const box = "m3t9k1w7x";
const start = Date.UTC(2026, 0, 1);

function openInbox(kv: Kv, now: () => number = () => start): MailMessageStore {
  const parts = { locks: createLocalLocks(), bus: createLocalBus(), clock: { now }, retentionMs: 30 * day };
  return createMailMessageStore({ ...parts, kv, maxWaits: 3, exists: async () => true });
}

const receive = (inbox: MailMessageStore, subject: string) =>
  inbox.receive([{ id: box, recipient: "a@mail.test" }], { subject, sender: "s@shop.test", body: `text ${subject}` });

async function subjects(inbox: MailMessageStore, options: Partial<Parameters<MailMessageStore["read"]>[1]> = {}) {
  return (await inbox.read(box, { count: 10, ...options })).messages.map(({ subject }) => subject);
}

/** A kv that lets something else happen once, in the middle of a read of the inbox. */
function interrupted(kv: Kv, at: "before" | "after", meanwhile: () => Promise<unknown>): Kv {
  let pending = true;
  return {
    ...kv,
    async get<T extends object>(key: string) {
      const early = at === "after" ? await kv.get<T>(key) : null;
      if (pending && key === indexKey(box)) {
        pending = false;
        await meanwhile();
      }
      return at === "after" ? early : kv.get<T>(key);
    },
  };
}

describe("a wait", () => {
  test("returns a mail that is stored just after the read", async () => {
    const kv = createLateKv();
    let stored = false;
    const inbox = openInbox(
      interrupted(kv, "after", async () => {
        await receive(inbox, "between");
        stored = true;
      }),
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      // Time stands still: only the mail can end the wait.
      const waiting = subjects(inbox, { waitMs: 20_000 });
      while (!stored) await new Promise(setImmediate);
      for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
      expect(inbox.pending()).toBe(0);
      expect(await waiting).toEqual(["between"]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("that is rejected or ends does not count towards the limit", async () => {
    const inbox = openInbox(createLateKv());
    await receive(inbox, "1");
    for (let times = 0; times < 10; times++) expect(await subjects(inbox, { waitMs: 20_000 })).toEqual(["1"]);
    const { cursor } = await inbox.read(box, { count: 10 });
    for (let round = 0; round < 3; round++) {
      const leaving = new AbortController();
      const options = { after: cursor, waitMs: 20_000, signal: leaving.signal };
      const waits = Array.from({ length: 3 }, () => subjects(inbox, options));
      await expect.poll(inbox.pending).toBe(3);
      await expect(subjects(inbox, options)).rejects.toMatchObject({ code: "rate_limited" });
      leaving.abort();
      expect(await Promise.all(waits)).toEqual([[], [], []]);
    }
    expect(inbox.pending()).toBe(0);
  });

  test("that fails does not count towards the limit", async () => {
    const kv = createLateKv();
    const inbox = openInbox({ ...kv, get: () => Promise.reject(new Error("disk gone")) });
    for (let times = 0; times < 10; times++)
      await expect(subjects(inbox, { waitMs: 20_000 })).rejects.toThrow("disk gone");
    expect(inbox.pending()).toBe(0);
  });
});

describe("readers that wait while deliveries run", () => {
  test("miss nothing and see nothing twice, whatever comes first at the storage", async () => {
    await fc.assert(
      // An inbox keeps ten: with more, a reader that was slower than ten deliveries would rightly miss some.
      fc.asyncProperty(
        fc.scheduler(),
        fc.nat({ max: 10 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        async (scheduler, mails, readers, looksBack) => {
          const memory = createLateKv();
          const turn = async (label: string) => {
            await scheduler.schedule(Promise.resolve(), label);
          };
          const inbox = openInbox({
            ...memory,
            async get<T extends object>(key: string) {
              await turn(`ask for ${key}`);
              const value = await memory.get<T>(key);
              await turn(`answer ${key}`);
              return value;
            },
            async commit(writes) {
              await turn("commit");
              await memory.commit(writes);
              await turn("committed");
            },
          });
          const expected = Array.from({ length: mails }, (_, index) => `${index + 1}`);
          const deliveries = (async () => {
            for (const subject of expected) await receive(inbox, subject);
          })();
          const seen = Array.from({ length: readers }, async () => {
            const own: string[] = [];
            for (let after: string | undefined; own.length < mails; ) {
              const start = looksBack && after === undefined ? { lookbackMs: 3_600_000 } : { after };
              const page = await inbox.read(box, { count: 10, ...start, waitMs: 20_000 });
              own.push(...page.messages.map(({ subject }) => subject).reverse());
              after = page.cursor;
            }
            return own;
          });
          let over = false;
          const all = Promise.all([deliveries, ...seen]).finally(() => {
            over = true;
          });
          while (!over) {
            for (let turns = 0; turns < 5 && scheduler.count() === 0 && !over; turns++) await new Promise(setImmediate);
            if (over) break;
            if (scheduler.count() === 0) {
              await inbox.close();
              throw new Error(`${inbox.pending()} waits are pending although everything was delivered`);
            }
            await scheduler.waitOne();
          }
          const [, ...results] = await all;
          for (const result of results) expect(result).toEqual(expected);
          expect(inbox.pending()).toBe(0);
          await inbox.close();
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("without a cursor", () => {
  test("the newest messages are returned, newest first", async () => {
    const inbox = openInbox(createLateKv());
    for (const subject of ["1", "2", "3"]) await receive(inbox, subject);
    expect(await subjects(inbox, { count: 2 })).toEqual(["3", "2"]);
    expect(await subjects(inbox, { count: 1 })).toEqual(["3"]);
  });
});

describe("a storage restored from a backup", () => {
  let now: number;
  let kv: Kv;
  let inbox: MailMessageStore;
  let ahead: string;
  let aheadId: string;

  /** Two mails are in the backup. Three more arrive and are lost by the restore. */
  beforeEach(async () => {
    now = start;
    kv = createLateKv();
    inbox = openInbox(kv, () => now);
    for (const subject of ["1", "2"]) await receive(inbox, subject);
    const backup = await kv.get(indexKey(box));
    for (const subject of ["3", "4", "5"]) {
      now += 1_000;
      await receive(inbox, subject);
    }
    const page = await inbox.read(box, { count: 10 });
    ahead = page.cursor;
    aheadId = page.messages[0]?.id ?? "";
    await kv.commit([[indexKey(box), backup]]);
    now += 1_000;
    inbox = openInbox(kv, () => now);
  });

  test.each(["cursor", "message id"])("hides no new mail from a reader with an older %s", async (kind) => {
    const after = kind === "cursor" ? ahead : aheadId;
    await receive(inbox, "new");
    expect(await subjects(inbox, { after })).toEqual(["new"]);
    for (const subject of ["6", "7"]) await receive(inbox, subject);
    expect(await subjects(inbox, { after })).toEqual(["7", "6", "new"]);
  });

  test("wakes a wait with a cursor ahead of it", async () => {
    const waiting = subjects(inbox, { after: ahead, waitMs: 20_000 });
    await expect.poll(inbox.pending).toBe(1);
    await receive(inbox, "new");
    expect(await waiting).toEqual(["new"]);
  });

  test("returns a cursor to continue from, also if the clock went back with it", async () => {
    now = start - day;
    const page = await inbox.read(box, { count: 10, after: ahead });
    expect(page.messages).toEqual([]);
    await receive(inbox, "new");
    expect(await subjects(inbox, { after: page.cursor })).toEqual(["new"]);
  });

  test("wakes a wait with a cursor ahead of it, also if the clock went back with it", async () => {
    now = start - day;
    const waiting = subjects(inbox, { after: ahead, waitMs: 20_000 });
    await expect.poll(inbox.pending).toBe(1);
    await receive(inbox, "new");
    expect(await waiting).toEqual(["new"]);
  });
});

describe("a missing text", () => {
  test("is an error that does not block the event loop", async () => {
    const kv = createLateKv();
    const inbox = openInbox(kv);
    await receive(inbox, "lost");
    const { messages } = await inbox.read(box, { count: 1 });
    await kv.commit([[bodyKey(box, messages[0]!.id), null]]);
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    onTestFinished(() => clearInterval(count));
    await expect(inbox.read(box, { count: 10, full: true })).rejects.toThrow(
      "lists a message whose text is not stored",
    );
    expect(turns).toBeGreaterThan(5);
  });
});
