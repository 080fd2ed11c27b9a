import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inboxLock, indexKey } from "../../src/inbox/record.ts";
import { box, openStore as open, receive, settled } from "./reading-bed.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("compares addresses ignoring case, and stores a mail once for each", async () => {
  const { store } = open();
  await receive(store, "1", "A+x@mail.test", "a+X@MAIL.test", "a+y@mail.test");
  const recipients = async (to: string) =>
    (await store.read(box, { count: 10, to })).messages.map(({ recipient }) => recipient);
  expect(await recipients("a+x@MAIL.TEST")).toEqual(["A+x@mail.test"]);
  expect(await recipients("a+y@mail.test")).toEqual(["a+y@mail.test"]);
  await store.close();
});

test("a wait for an address ends with the next mail to it, in whichever case it is written", async () => {
  const { store } = open();
  for (const to of ["a@mail.test", "A@Mail.Test"]) {
    const { cursor } = await store.read(box, { count: 1 });
    const waiting = store.read(box, { count: 10, after: cursor, to, waitMs: 5_000 });
    await settled();
    await receive(store, "other", "b@mail.test");
    await receive(store, "awaited", "a@MAIL.test");
    expect((await waiting).messages.map(({ subject }) => subject)).toEqual(["awaited"]);
  }
  await store.close();
});

test("a delivery without messages is not published", async () => {
  const { bed, store } = open({ isShared: true });
  expect(await store.deliver([box], () => ({ messages: [] }))).toEqual([{ inbox: box, messages: [] }]);
  expect([bed.onStoredCalls, bed.published, [...bed.stored]]).toEqual([[], [], []]);
  await store.close();
});

test("does not return expired messages from the buffer", async () => {
  const { bed, store } = open();
  const waiting = store.read(box, { count: 10, waitMs: 5_000 });
  await settled();
  await vi.advanceTimersByTimeAsync(5_000);
  const { cursor } = await waiting;
  await receive(store, "1");
  bed.now += 86_400_000;
  expect((await store.read(box, { count: 10, after: cursor })).messages).toEqual([]);
  await store.close();
});

test("a verdict that another server gives reaches a buffered mail that ten later ones evicted", async () => {
  const { store } = open();
  const waiting = store.read(box, { count: 10, waitMs: 5_000 });
  await settled();
  await vi.advanceTimersByTimeAsync(5_000);
  const { cursor } = await waiting;
  const mail = { subject: "evicted", sender: "s@shop.test", body: "text" };
  await store.receive([{ id: box, recipient: "a@mail.test" }], mail, () => new Promise(() => {}));
  const [stored] = (await store.index(box)).messages;
  for (let number = 0; number < 10; number++) await receive(store, `later ${number}`);
  await store.amend(new Map([[box, new Map([[stored?.id ?? "", { authenticated: "pass" }]])]]));
  const page = await store.read(box, { count: 10, after: cursor, authenticated: true });
  expect(page.messages.map(({ subject }) => subject)).toEqual(["evicted"]);
  await store.close();
});

test("a read without a wait waits for a verdict on its way only if it has no message to return", async () => {
  const { store } = open();
  const { cursor } = await store.read(box, { count: 1 });
  const mail = { subject: "checked", sender: "s@shop.test", body: "text" };
  let settle: (verdict: "pass") => void = () => {};
  const receiveChecked = (check: () => Promise<"pass">) =>
    store.receive([{ id: box, recipient: "a@mail.test" }], mail, check);
  await receiveChecked(() => new Promise((resolve) => (settle = resolve)));
  const read = () => store.read(box, { count: 10, after: cursor, authenticated: true });
  const waiting = read();
  await settled();
  expect(store.pending()).toBe(1);
  settle("pass");
  expect((await waiting).messages).toHaveLength(1);
  await receiveChecked(() => new Promise(() => {}));
  const withEarlier = read();
  await settled();
  expect(store.pending()).toBe(0);
  expect((await withEarlier).messages).toHaveLength(1);
  await store.close();
});

test("a read for one address waits for no verdict on a mail to another", async () => {
  const { store } = open();
  const mail = { subject: "checked", sender: "s@shop.test", body: "text" };
  await store.receive([{ id: box, recipient: "a@mail.test" }], mail, () => new Promise(() => {}));
  const readFor = (to: string) => store.read(box, { count: 10, to, authenticated: true });
  const reading = readFor("b@mail.test");
  await settled();
  expect(store.pending()).toBe(0);
  expect((await reading).messages).toEqual([]);
  const waiting = readFor("a@mail.test");
  await settled();
  expect(store.pending()).toBe(1);
  await store.close();
  expect((await waiting).messages).toEqual([]);
});

test("a verdict that comes while a read without a wait loads its texts is not waited for", async () => {
  const { bed, store } = open();
  const mail = { sender: "s@shop.test", body: "text" };
  let settle: (verdict: "pass") => void = () => {};
  const recipients = [{ id: box, recipient: "a@mail.test" }];
  await store.receive(recipients, { ...mail, subject: "first" }, async () => "pass");
  await store.receive(recipients, { ...mail, subject: "second" }, () => new Promise((resolve) => (settle = resolve)));
  await settled();
  const { get } = bed;
  bed.get = async (key) => {
    if (key.startsWith("message:")) {
      settle("pass");
      await settled();
    }
    return get(key);
  };
  let subjects: string[] = [];
  void store.read(box, { count: 10, authenticated: true, full: true }).then(({ messages }) => {
    subjects = messages.map(({ subject }) => subject).sort();
  });
  for (let time = 0; time < 5; time++) await settled();
  // No time has passed.
  expect(subjects).toEqual(["first", "second"]);
  await store.close();
});

test("a copy of a mail that was made before its verdict has the verdict that was stored since", async () => {
  const { bed, store, memory } = open({ isShared: true });
  const mail = { subject: "copied", sender: "s@shop.test", body: "text" };
  for (const subject of ["earlier", "copied"])
    await store.receive([{ id: box, recipient: "a@mail.test" }], { ...mail, subject }, () => new Promise(() => {}));
  const copy = (await store.index(box)).messages[1]!;
  expect(await store.currentVerdictOf(box, copy)).toBe("pending");
  // By another server.
  await store.amend(new Map([[box, new Map([[copy.id, { authenticated: "pass" }]])]]));
  expect(await store.currentVerdictOf(box, copy)).toBe("pass");
  expect(await store.currentVerdictOf(box, { ...copy, authenticated: "fail" })).toBe("fail");
  bed.now += 60_000;
  expect(await store.currentVerdictOf(box, copy)).toBe("pass");
  await memory.commit([[indexKey(box), null]]);
  expect(await store.currentVerdictOf(box, copy)).toBe("none");
  await store.close();
});

test("a read without a cursor or a wait returns only what the inbox still has", async () => {
  const { store } = open();
  const waiting = store.read(box, { count: 30, waitMs: 5_000 });
  await settled();
  await vi.advanceTimersByTimeAsync(5_000);
  const { cursor } = await waiting;
  for (let number = 0; number < 12; number++) await receive(store, `${number}`);
  expect((await store.read(box, { count: 30 })).messages).toHaveLength(10);
  expect((await store.read(box, { count: 30, after: cursor })).messages).toHaveLength(12);
  await store.close();
});

test("a wait for a verdict that comes leaves no timer, however often it was woken", async () => {
  const { store } = open();
  const before = vi.getTimerCount();
  let settle: (verdict: "fail") => void = () => {};
  const mail = { subject: "checked", sender: "s@shop.test", body: "text" };
  const check = () => new Promise<"fail">((resolve) => (settle = resolve));
  const waiting = store.read(box, { count: 10, authenticated: true, waitMs: 500 });
  await settled();
  await store.receive([{ id: box, recipient: "a@mail.test" }], mail, check);
  for (let time = 0; time < 3; time++) {
    store.wake(box);
    await settled();
  }
  // The wait, and the next look at the verdict.
  expect(vi.getTimerCount()).toBe(before + 2);
  settle("fail");
  await vi.advanceTimersByTimeAsync(500);
  expect((await waiting).messages).toEqual([]);
  await store.close();
  // The verdict itself is stored by now.
  await store.saveVerdicts();
  expect(vi.getTimerCount()).toBe(0);
});

test("closing ends the reads that wait, and leaves no buffer of theirs", async () => {
  const { bed, store } = open();
  const waits = [
    store.read(box, { count: 10, waitMs: 5_000 }),
    store.read(box, { count: 10, to: "a@b", waitMs: 5_000 }),
  ];
  await settled();
  await store.close();
  expect((await Promise.all(waits)).map(({ messages }) => messages)).toEqual([[], []]);
  expect([bed.listening, bed.gaps, vi.getTimerCount()]).toEqual([0, 0, 0]);
});

test("closing waits for the deletion of expired messages that has begun", async () => {
  const { bed, store } = open();
  await receive(store, "old");
  bed.now += 3 * 86_400_000;
  let release = () => {};
  const held = bed.locks.with([inboxLock(box)], () => new Promise<void>((resolve) => (release = resolve)));
  await vi.advanceTimersByTimeAsync(60_000);
  await settled();
  let isClosed = false;
  const closing = store.close().then(() => (isClosed = true));
  await settled();
  expect(isClosed).toBe(false);
  release();
  await Promise.all([held, closing]);
  expect((await store.index(box)).messages).toEqual([]);
});

test("a verdict on mails of a deleted or cleared inbox stores nothing", async () => {
  const { store, memory } = open();
  const amend = (id: string) => store.amend(new Map([[box, new Map([[id, { authenticated: "pass" as const }]])]]));
  await amend("gone");
  expect(await memory.get(indexKey(box))).toBeNull();
  await receive(store, "cleared");
  const [mail] = (await store.index(box)).messages;
  await store.clear(box);
  await amend(mail?.id ?? "");
  expect((await store.index(box)).messages).toEqual([]);
  await store.close();
});
