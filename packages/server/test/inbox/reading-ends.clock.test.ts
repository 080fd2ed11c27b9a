import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decodeStoredEvent } from "../../src/inbox/stored-event.ts";
import { box, openStore as open, receive, settled } from "./reading-bed.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const mail = { subject: "checked", sender: "s@shop.test", body: "text" };
const recipients = [{ id: box, recipient: "a@mail.test" }];

test("a read without a wait gives a pending verdict two seconds, looking once a second", async () => {
  const { bed, store } = open();
  await store.receive(recipients, mail, () => new Promise(() => {}));
  const loads = () => asked.filter((key) => key.startsWith("inbox:")).length;
  const asked: string[] = [];
  const { get } = bed;
  bed.get = (key) => {
    asked.push(key);
    return get(key);
  };
  let isOver = false;
  const reading = store.read(box, { count: 10, authenticated: true }).finally(() => (isOver = true));
  await settled();
  const before = loads();
  await vi.advanceTimersByTimeAsync(999);
  await settled();
  expect(loads()).toBe(before);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(loads()).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(999);
  await settled();
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(isOver).toBe(true);
  expect((await reading).messages).toEqual([]);
  await store.close();
});

test("a wait that fails keeps buffering for its reader's next try", async () => {
  const { bed, store } = open();
  const { cursor } = await store.read(box, { count: 1 });
  const { get } = bed;
  const waiting = store.read(box, { count: 20, after: cursor, waitMs: 5_000 });
  const failed = expect(waiting).rejects.toThrow("disk gone");
  await settled();
  bed.get = () => Promise.reject(new Error("disk gone"));
  store.wake(box);
  await failed;
  bed.get = get;
  expect([bed.listening, store.pending()]).toEqual([1, 0]);
  for (let at = 0; at < 12; at++) await receive(store, `${at}`);
  expect((await store.read(box, { count: 20, after: cursor })).messages).toHaveLength(12);
  await store.close();
});

test.each([
  ["for the mails of one address", { to: "b@mail.test" }],
  ["for a verdict", { authenticated: true }],
])("a reader that waits %s is asked for its right again after each wake-up, and not before", async (_what, options) => {
  const { store } = open();
  await store.receive(recipients, mail, () => new Promise(() => {}));
  const authorize = vi.fn(async () => {});
  const waiting = store.read(box, { count: 10, ...options, waitMs: 50_000, authorize });
  await settled();
  expect(authorize).toHaveBeenCalledTimes(0);
  for (let time = 1; time <= 2; time++) {
    store.wake(box);
    await settled();
    expect(authorize).toHaveBeenCalledTimes(time);
  }
  await store.close();
  expect((await waiting).messages).toEqual([]);
  expect(authorize).toHaveBeenCalledTimes(3);
});

test("a wait looks back from when it began, though the mail that ends it is read later", async () => {
  const { bed, store } = open();
  await receive(store, "too old");
  bed.now += 1_000;
  const waiting = store.read(box, { count: 10, lookbackMs: 500, waitMs: 60_000 });
  await settled();
  const { get } = bed;
  bed.get = (key) => {
    bed.now += 30_000;
    return get(key);
  };
  await receive(store, "new");
  expect((await waiting).messages.map(({ subject }) => subject)).toEqual(["new"]);
  await store.close();
});

test("only one message of several is read by its id, and none whose text is gone", async () => {
  const { store, memory } = open();
  const links = [{ url: "https://shop.test", text: "Shop" }];
  await receive(store, "1");
  await store.receive(recipients, { ...mail, links, truncated: true, via: "http" });
  const [first, second] = (await store.index(box)).messages;
  expect(await store.message(box, second!.id)).toEqual({
    ...second,
    body: "text",
    links,
    truncated: true,
    via: "http",
  });
  expect(await store.message(box, first!.id)).toEqual({ ...first, body: "text 1" });
  for (const digit of ["0", "9"]) expect(await store.message(box, `${digit}${first!.id.slice(1)}`)).toBeNull();
  expect(await store.message("other", first!.id)).toBeNull();
  await memory.commit([[`message:${box}:${first!.id}`, null]]);
  expect(await store.message(box, first!.id)).toBeNull();
  await store.close();
});

test("other servers receive an event with new messages and their texts, then one for each verdict, on the topic of the inbox", async () => {
  const { bed, store } = open({ isShared: true });
  await receive(store, "new", "a@mail.test", "b@mail.test");
  const { messages, sequence } = await store.index(box);
  const [first, second] = messages;
  await store.amend(
    new Map<string, Map<string, { authenticated: "pass" | "fail" }>>([
      [box, new Map([[second!.id, { authenticated: "fail" }]])],
      ["other", new Map([["x", { authenticated: "pass" }]])],
    ]),
  );
  expect(bed.published).toEqual([`inbox:${box}`, `inbox:${box}`, "inbox:other"]);
  expect(bed.events.map(decodeStoredEvent)).toEqual([
    { sequence, messages: [first, second].map((summary) => ({ ...summary, body: "text new" })) },
    { sequence: 0, amended: { [second!.id]: { authenticated: "fail" } } },
    { sequence: 0, amended: { x: { authenticated: "pass" } } },
  ]);
  await store.close();
});

test("a verdict wakes the waits for verdicts of each of its mailboxes", async () => {
  const { store } = open();
  const both = [box, "k8n2v4r6p"];
  let settle: (verdict: "pass") => void = () => {};
  const check = () => new Promise<"pass">((resolve) => (settle = resolve));
  await store.receive(
    both.map((id) => ({ id, recipient: "a@mail.test" })),
    mail,
    check,
  );
  const waiting = both.map((id) => store.read(id, { count: 1, authenticated: true, waitMs: 50_000 }));
  await settled();
  expect(store.pending()).toBe(2);
  settle("pass");
  await settled();
  expect(store.pending()).toBe(0);
  for (const { messages } of await Promise.all(waiting)) expect(messages).toMatchObject([{ subject: "checked" }]);
  await store.close();
  await store.saveVerdicts();
  for (const id of both) expect((await store.index(id)).messages).toMatchObject([{ authenticated: "pass" }]);
});
