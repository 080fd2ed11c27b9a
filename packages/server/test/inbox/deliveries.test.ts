import { expect, test } from "vitest";
import { createDeliveries } from "../../src/inbox/deliveries.ts";
import { createMailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { createMessageStore } from "../../src/inbox/message-store.ts";
import type { InboxIndex, StoredSummary } from "../../src/inbox/record.ts";
import type { Retention } from "../../src/inbox/retention.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Locks, Write } from "../../src/storage/types.ts";
import { createLateKv } from "../storage/late-commits.ts";

const box = "m3t9k1w7x";
const other = "k8n2v4r6p";

/** A storage whose commits end when they are told to. */
function openHeld() {
  const memory = createLateKv();
  const held: { writes: readonly Write[]; end(): void; fail(): void }[] = [];
  const kv = {
    ...memory,
    async commit(writes: readonly Write[]) {
      await new Promise<void>((end, reject) => held.push({ writes, end, fail: () => reject(new Error("disk gone")) }));
      await memory.commit(writes);
    },
  };
  /** The next commit, once it was begun. */
  const next = async () => {
    for (;;) {
      const commit = held.shift();
      if (commit) return commit;
      await new Promise(setImmediate);
    }
  };
  const parts = { kv, locks: createLocalLocks(), bus: createLocalBus(), clock: { now: Date.now }, maxWaits: 9 };
  return { next, parts: { ...parts, retentionMs: 86_400_000, exists: async (id: string) => id !== "gone" } };
}

/** A store of mailboxes, of which one has received a mail, so that no further mail enters it in the calendar. */
async function openMailboxes() {
  const { next, parts } = openHeld();
  const mail = createMailMessageStore(parts);
  const receive = (subject: string, inboxes: readonly string[] = [box]) =>
    mail.receive(
      inboxes.map((id) => ({ id, recipient: `${id}@mail.test` })),
      { subject, sender: "s@shop.test", body: `text ${subject}` },
    );
  const first = receive("first");
  for (const _ of ["calendar", "mail"]) (await next()).end();
  await first;
  const subjects = async () => (await mail.read(box, { count: 10 })).messages.map(({ subject }) => subject);
  return { next, mail, receive, subjects };
}

test("mails that arrive for a mailbox during a commit share the next one", async () => {
  const { next, receive, subjects } = await openMailboxes();
  const one = receive("one");
  const running = await next();
  const later = Promise.all(["two", "three", "four"].map((subject) => receive(subject)));
  running.end();
  expect(await one).toEqual([box]);
  const shared = await next();
  expect(await subjects()).toEqual(["one", "first"]);
  shared.end();
  expect(await later).toEqual([[box], [box], [box]]);
  expect(await subjects()).toEqual(["four", "three", "two", "one", "first"]);
});

test("none of the mails that share a commit is acknowledged if it fails, and the next ones are stored", async () => {
  const { next, receive, subjects } = await openMailboxes();
  const both = Promise.allSettled([receive("one"), receive("two")]);
  (await next()).fail();
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const three = receive("three");
  (await next()).end();
  await three;
  expect(await subjects()).toEqual(["three", "first"]);
});

test("a waiting reader gets more mails than a mailbox keeps, though they share a commit", async () => {
  const { next, mail, receive } = await openMailboxes();
  const { cursor } = await mail.read(box, { count: 10 });
  const waiting = mail.read(box, { count: 30, after: cursor, waitMs: 20_000 });
  await expect.poll(mail.pending).toBe(1);
  const stored = Promise.all(Array.from({ length: 25 }, (_, index) => receive(`${index}`)));
  const commit = await next();
  const bodies = commit.writes.filter(([key, value]) => key.startsWith(`message:${box}:`) && value !== null);
  expect(bodies).toHaveLength(10);
  commit.end();
  await stored;
  const { messages } = await waiting;
  expect(messages.map(({ subject }) => subject).reverse()).toEqual(
    Array.from({ length: 25 }, (_, index) => `${index}`),
  );
});

test("a waiting reader also gets those of one mail's messages that are more than a mailbox keeps", async () => {
  const { next, mail } = await openMailboxes();
  const { cursor } = await mail.read(box, { count: 10 });
  const waiting = mail.read(box, { count: 30, after: cursor, waitMs: 20_000 });
  await expect.poll(mail.pending).toBe(1);
  const recipients = Array.from({ length: 12 }, (_, index) => `a+${index}@mail.test`);
  const stored = mail.receive(
    recipients.map((recipient) => ({ id: box, recipient })),
    { subject: "to many", sender: "s@shop.test", body: "text" },
  );
  (await next()).end();
  await stored;
  expect((await waiting).messages).toHaveLength(12);
});

test("at most 64 mails share a commit, and the next one takes those that come during it", async () => {
  const { next, receive } = await openMailboxes();
  const one = receive("one");
  const running = await next();
  const many = Promise.all(Array.from({ length: 65 }, (_, index) => receive(`${index}`)));
  running.end();
  const full = await next();
  const late = receive("late");
  full.end();
  const rest = await next();
  const stored = rest.writes.filter(([key, value]) => key.startsWith(`message:${box}:`) && value !== null);
  expect(stored.map(([, value]) => value)).toEqual([{ body: "text 64" }, { body: "text late" }]);
  rest.end();
  await Promise.all([one, many, late]);
});

test("mails for the same mailboxes share a commit, those for others do not wait for it", async () => {
  const { next, receive } = await openMailboxes();
  const one = receive("one");
  const both = Promise.all([receive("two", [box, other]), receive("three", [box, other])]);
  const apart = receive("apart", ["p5d3s7h1z"]);
  const commits = [await next(), await next()];
  expect(commits.map(({ writes }) => writes.length)).toContain(3);
  for (const commit of commits) commit.end();
  await Promise.all([one, apart]);
  (await next()).end();
  expect(await both).toEqual([
    [box, other],
    [box, other],
  ]);
});

test("a mail for a mailbox that was deleted meanwhile is stored nowhere", async () => {
  const { receive } = await openMailboxes();
  expect(await Promise.all([receive("one", ["gone"]), receive("two", ["gone"])])).toEqual([[], []]);
});

test("an announcement that fails while the locks are still being released rejects the delivery alone", async () => {
  const locks: Locks = {
    // As those of Redis, which are acquired and released over the network.
    async with(_names, act) {
      await new Promise(setImmediate);
      const result = await act();
      await new Promise(setImmediate);
      return result;
    },
    async close() {},
  };
  const deliver = createDeliveries<StoredSummary, InboxIndex<StoredSummary>>({
    locks,
    exists: async () => true,
    loadIndex: async () => ({ sequence: 0, messages: [] }),
    commit: async () => {},
    onCommitted: () => Promise.reject(new Error("bus gone")),
    clock: { now: Date.now },
    groupOf: () => "",
    maxPerGroup: 10,
    retention: { isRetained: () => true, plan: async () => ({ indexFields: {}, writes: [] }) } as object as Retention,
  });
  const delivered = deliver([box], () => ({ messages: [{ summary: {}, body: "text" }] }));
  await expect(delivered).rejects.toThrow("bus gone");
});

test("after a lock that could not be acquired, the next mail for the mailbox is stored", async () => {
  const { next, parts } = openHeld();
  const { locks } = parts;
  let fails = false;
  const fragile: Locks = {
    ...locks,
    with: (names, act) => (fails ? Promise.reject(new Error("no lock")) : locks.with(names, act)),
  };
  const mail = createMailMessageStore({ ...parts, locks: fragile });
  const receive = () =>
    mail.receive([{ id: box, recipient: "a@mail.test" }], { subject: "x", sender: "s@shop.test", body: "text" });
  fails = true;
  await expect(receive()).rejects.toThrow("no lock");
  fails = false;
  const stored = receive();
  for (const _ of ["calendar", "mail"]) (await next()).end();
  expect(await stored).toEqual([box]);
});

test("a verdict is amended only once the other servers have been told", async () => {
  const { kv, locks } = await openStorage("memory:");
  const bus = { ...createLocalBus(), isShared: true, publish: () => Promise.reject(new Error("bus gone")) };
  const parts = { kv, locks, bus, clock: { now: Date.now }, maxWaits: 9, retentionMs: 86_400_000 };
  const mail = createMailMessageStore({ ...parts, exists: async () => true });
  await expect(mail.amend(new Map([[box, new Map()]]))).rejects.toThrow("bus gone");
});

test("a verdict that is stored while a mail arrives is kept, and so is the mail", async () => {
  const { next, mail, receive } = await openMailboxes();
  const [first] = (await mail.index(box)).messages;
  const amending = mail.amend(new Map([[box, new Map([[first!.id, { authenticated: "pass" as const }]])]]));
  const amendment = await next();
  const arriving = receive("second");
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  amendment.end();
  (await next()).end();
  await Promise.all([amending, arriving]);
  expect((await mail.index(box)).messages).toMatchObject([
    { subject: "first", authenticated: "pass" },
    { subject: "second" },
  ]);
});

test("a delivery that one of its inboxes rejects adds nothing to the other, and leaves the others of its commit alone", async () => {
  const { next, parts } = openHeld();
  const store = createMessageStore<StoredSummary, InboxIndex<StoredSummary>>({
    ...parts,
    channel: "sms",
    emptyIndex: { sequence: 0, messages: [] },
    groupOf: () => "",
    maxPerGroup: 10,
  });
  const seen: number[] = [];
  const deliver = (isValid: boolean) =>
    store.deliver([box, other], (id, index) => {
      if (id === box) seen.push(index.messages.length);
      else if (!isValid) throw new Error("no third number");
      return { messages: [{ summary: {}, body: "text" }] };
    });
  const all = Promise.allSettled([deliver(true), deliver(false), deliver(true)]);
  for (const _ of ["calendar", "messages"]) (await next()).end();
  expect((await all).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  // Each sees what those before it add.
  expect(seen).toEqual([0, 1, 1]);
  expect((await store.index(box)).messages).toHaveLength(2);
});

test("a mail shows when it arrived by the clock on the wall, though another clock ends its retention", async () => {
  const { kv, locks } = await openStorage("memory:");
  const parts = { kv, locks, bus: createLocalBus(), maxWaits: 9, retentionMs: 86_400_000, exists: async () => true };
  const clock = { now: () => Date.UTC(2026, 0, 2) };
  const mail = createMailMessageStore({ ...parts, clock, wallClock: { now: () => Date.UTC(2026, 0, 1) } });
  await mail.receive([{ id: box, recipient: "a@mail.test" }], { subject: "x", sender: "s@shop.test", body: "text" });
  const [stored] = (await mail.index(box)).messages;
  expect(stored).toMatchObject({ arrived: clock.now(), received_at: expect.stringMatching(/^2026-01-01T00:00:00/) });
});
