import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bodyKey, inboxLock, indexKey } from "../../src/inbox/record.ts";
import { box, openStore as open, receive, settled } from "./reading-bed.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ["given all messages", { count: 10 }, 0],
  ["given a part", { count: 1 }, 1],
  ["given those of an address", { count: 10, to: "a@mail.test" }, 1],
])("a reader that was %s: next messages are buffered for it %j: %d", async (_what, options, listening) => {
  const { bed, store } = open();
  for (const subject of ["1", "2"]) await receive(store, subject);
  const { messages } = await store.read(box, { ...options, after: undefined, lookbackMs: 60_000, waitMs: 5_000 });
  expect(messages.length).toBeGreaterThan(0);
  expect(bed.listening).toBe(listening);
  await store.close();
  expect([bed.listening, bed.gaps, vi.getTimerCount()]).toEqual([0, 0, 0]);
});

test("after a time-out the subscription stays, so that messages evicted since are in the next response", async () => {
  const { bed, store } = open();
  const waiting = store.read(box, { count: 10, waitMs: 5_000 });
  await settled();
  await vi.advanceTimersByTimeAsync(5_000);
  const { cursor, messages } = await waiting;
  expect([messages, bed.listening, bed.wakes]).toEqual([[], 1, 0]);
  for (let at = 0; at < 12; at++) await receive(store, `${at}`);
  const next = await store.read(box, { count: 20, after: cursor });
  expect([next.messages.length, next.missed]).toEqual([12, undefined]);
  await store.close();
});

test("reports the latency once for an awaited message, and prepares it if the full message is requested", async () => {
  const { bed, store } = open();
  for (const full of [false, true]) {
    const waiting = store.read(box, {
      count: 10,
      waitMs: 5_000,
      after: (await store.read(box, { count: 1 })).cursor,
      full,
    });
    await settled();
    await receive(store, `full ${full}`);
    expect((await waiting).messages).toHaveLength(1);
  }
  expect([bed.wakes, bed.prepared]).toEqual([2, ["full true"]]);
  await store.close();
});

test("a reader that lost its access gets the error at the next wake-up, and leaves nothing", async () => {
  const { bed, store } = open();
  const authorize = () => Promise.reject(new Error("no longer"));
  const waiting = store.read(box, { count: 10, waitMs: 5_000, authorize });
  const rejected = expect(waiting).rejects.toThrow("no longer");
  await settled();
  await receive(store, "1");
  await rejected;
  expect(store.pending()).toBe(0);
  await store.close();
  expect([bed.listening, vi.getTimerCount()]).toEqual([0, 0]);
});

test("closing ends every wait with what there is, and may be called twice", async () => {
  const { store } = open();
  const waiting = store.read(box, { count: 10, waitMs: 5_000 });
  await settled();
  await store.close();
  expect((await waiting).messages).toEqual([]);
  await store.close();
  expect((await store.read(box, { count: 10, waitMs: 5_000 })).messages).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("publishes to other servers before the delivery resolves; a single server publishes nothing", async () => {
  const single = open();
  await receive(single.store, "1");
  expect(single.bed.published).toEqual([]);
  const { bed, store } = open({ isShared: true });
  let finishPublish = () => {};
  bed.publish = () => new Promise<void>((resolve) => (finishPublish = resolve));
  let isDelivered = false;
  const waiting = store.read(box, { count: 10, waitMs: 60_000 });
  await settled();
  const delivery = receive(store, "1").then(() => {
    isDelivered = true;
  });
  await settled();
  expect([bed.published.length, isDelivered, bed.onStoredCalls]).toEqual([1, false, []]);
  // The reader at this server does not wait for the others.
  expect((await waiting).messages).toHaveLength(1);
  finishPublish();
  await delivery;
  expect(bed.onStoredCalls).toEqual([`${box} 1`]);
  for (const each of [single.store, store]) await each.close();
});

test("a deleted inbox receives nothing, and nothing is published", async () => {
  const { bed, store } = open({ isShared: true });
  const mail = { subject: "x", sender: "s@shop.test", body: "x" };
  expect(await store.receive([{ id: "deleted", recipient: "a@mail.test" }], mail)).toEqual([]);
  expect([bed.onStoredCalls, bed.published, [...bed.stored]]).toEqual([[], [], []]);
  await store.close();
});

test("a mail to more addresses than an inbox keeps stores as many texts as it lists", async () => {
  const { bed, store } = open();
  await receive(store, "many", ...Array.from({ length: 12 }, (_, at) => `a+${at}@mail.test`));
  const { messages } = await store.index(box);
  const texts = [...bed.stored].filter((key) => key.startsWith("message:")).sort();
  expect(texts).toEqual(messages.map(({ id }) => bodyKey(box, id)).sort());
  expect(texts).toHaveLength(10);
  await receive(store, "one more");
  expect([...bed.stored].filter((key) => key.startsWith("message:"))).toHaveLength(10);
  await store.close();
});

test("clearing waits for a delivery, leaves no text, counts nothing as missed, and may be repeated", async () => {
  const { bed, store } = open();
  const { cursor } = await store.read(box, { count: 1 });
  await receive(store, "1");
  let release = () => {};
  const lockHeld = bed.locks.with([inboxLock(box)], () => new Promise<void>((resolve) => (release = resolve)));
  const clearing = store.clear(box);
  await settled();
  expect((await store.index(box)).messages).toHaveLength(1);
  release();
  await Promise.all([lockHeld, clearing]);
  await store.clear(box);
  expect([...bed.stored].filter((key) => key.startsWith("message:"))).toEqual([]);
  const page = await store.read(box, { count: 10, after: cursor });
  expect([page.messages, page.missed]).toEqual([[], undefined]);
  await store.clear("never-used");
  expect(bed.stored.has(indexKey("never-used"))).toBe(false);
  await store.close();
});

test("an expired message is in no list and no response from that moment on", async () => {
  const { bed, store } = open();
  await receive(store, "1");
  const { messages } = await store.read(box, { count: 1 });
  const id = messages[0]?.id ?? "";
  bed.now += 86_400_000 - 1;
  expect([(await store.message(box, id))?.subject, (await store.index(box)).messages.length]).toEqual(["1", 1]);
  bed.now += 1;
  expect([await store.message(box, id), (await store.index(box)).messages]).toEqual([null, []]);
  await store.close();
});

test("lookback is exact to the millisecond, by the server's clock", async () => {
  const { bed, store } = open();
  await receive(store, "1");
  bed.now += 5_000;
  const back = async (milliseconds: number) =>
    (await store.read(box, { count: 10, lookbackMs: milliseconds })).messages.length;
  expect([await back(5_000), await back(4_999)]).toEqual([1, 0]);
  await store.close();
});

test("long headers are truncated in the index", async () => {
  const { store } = open();
  const long = "x".repeat(3_000);
  await store.receive([{ id: box, recipient: long }], { subject: long, sender: long, body: long });
  const [message] = (await store.index(box)).messages;
  const lengths = [message?.subject, message?.sender, message?.recipient, message?.snippet].map((text) => text?.length);
  expect(lengths).toEqual([1_000, 500, 500, 140]);
  await store.close();
});

test("only a reader with a cursor is told how many messages it missed, not one that gives a time", async () => {
  const { bed, store } = open();
  await receive(store, "first");
  const { cursor } = await store.read(box, { count: 1 });
  bed.now += 1;
  const waits = [{ after: cursor }, { lookbackMs: 0 }].map((start) =>
    store.read(box, { count: 200, waitMs: 5_000, ...start }),
  );
  await settled();
  // One more than are buffered for a reader.
  await receive(store, "many", ...Array.from({ length: 101 }, (_, index) => `a${index}@mail.test`));
  const pages = await Promise.all(waits);
  expect(pages.map(({ messages, missed }) => [messages.length, missed])).toEqual([
    [100, 1],
    [100, undefined],
  ]);
  await store.close();
});

test("a reader without a cursor gets the newest messages and counts none as missed; one with a cursor gets the oldest", async () => {
  const { store } = open();
  const { cursor } = await store.read(box, { count: 1 });
  for (let at = 0; at < 12; at++) await receive(store, `${at}`);
  const subjectsOf = ({ messages }: { messages: { subject: string }[] }) =>
    messages.map(({ subject }) => subject).sort();
  const newest = await store.read(box, { count: 2 });
  expect([subjectsOf(newest), newest.missed]).toEqual([["10", "11"], undefined]);
  const oldest = await store.read(box, { count: 2, after: cursor });
  expect([subjectsOf(oldest), oldest.missed]).toEqual([["2", "3"], 2]);
  await store.close();
});

test("a full message has the links and the mark of a truncated text, if the mail had them", async () => {
  const { store } = open();
  const links = [{ url: "https://shop.test/confirm", text: "Confirm" }];
  const mail = { subject: "1", sender: "s@shop.test", body: "text" };
  const recipients = [{ id: box, recipient: "a@mail.test" }];
  await store.receive(recipients, mail);
  await store.receive(recipients, { ...mail, links, truncated: true });
  const { messages } = await store.read(box, { count: 2, full: true });
  const extras = messages.map(({ links, truncated }) => ({ links, truncated }));
  expect(extras).toEqual([{ links, truncated: true }, {}]);
  await store.close();
});

test("a mail that no mailbox took is not authenticated", async () => {
  const { store } = open();
  const mail = { subject: "1", sender: "s@shop.test", body: "text" };
  const check = vi.fn(async () => "pass" as const);
  expect(await store.receive([{ id: "deleted", recipient: "a@mail.test" }], mail, check)).toEqual([]);
  expect(check).not.toHaveBeenCalled();
  expect(await store.receive([{ id: box, recipient: "a@mail.test" }], mail, check)).toEqual([box]);
  expect(check).toHaveBeenCalledOnce();
  await store.close();
});

test("a wait for a verdict ends a second after the verdict is overdue", async () => {
  const { bed, store } = open({ isShared: true });
  const mail = { sender: "s@shop.test", body: "text" };
  const recipients = [{ id: box, recipient: "a@mail.test" }];
  await store.receive(recipients, { ...mail, subject: "first" }, async () => "pass");
  await store.receive(recipients, { ...mail, subject: "second" }, () => new Promise(() => {}));
  // Until the first verdict is stored, which would wake the reader too.
  await vi.advanceTimersByTimeAsync(2_000);
  let subjects: string[] = [];
  void store.read(box, { count: 10, authenticated: true, waitMs: 60_000 }).then(({ messages }) => {
    subjects = messages.map(({ subject }) => subject);
  });
  await settled();
  bed.now += 11_000;
  await vi.advanceTimersByTimeAsync(1_000);
  await settled();
  expect(subjects).toEqual(["first"]);
  await store.close();
  expect(vi.getTimerCount()).toBe(0);
});
