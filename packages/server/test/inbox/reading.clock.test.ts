import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bodyKey, inboxLock, indexKey } from "../../src/inbox/record.ts";
import { box, openReading as open, receive, settled } from "./reading-bed.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ["answered with all there is", { count: 10 }, 0],
  ["answered with a part", { count: 1 }, 1],
  ["answered for an address", { count: 10, to: "a@mail.test" }, 1],
])("a wait that was %s: what comes next is kept for its reader %j: %d", async (_what, options, listening) => {
  const { bed, inbox } = open();
  for (const subject of ["1", "2"]) await receive(inbox, subject);
  const { messages } = await inbox.read(box, { ...options, after: undefined, lookbackMs: 60_000, waitMs: 5_000 });
  expect(messages.length).toBeGreaterThan(0);
  expect(bed.listening).toBe(listening);
  await inbox.close();
  expect([bed.listening, bed.gaps, vi.getTimerCount()]).toEqual([0, 0, 0]);
});

test("a wait whose time ran out is kept its seat, and what rolled out since is not missing in its next", async () => {
  const { bed, inbox } = open();
  const waiting = inbox.read(box, { count: 10, waitMs: 5_000 });
  await settled();
  await vi.advanceTimersByTimeAsync(5_000);
  const { cursor, messages } = await waiting;
  expect([messages, bed.listening, bed.wakes]).toEqual([[], 1, 0]);
  for (let at = 0; at < 12; at++) await receive(inbox, `${at}`);
  const next = await inbox.read(box, { count: 20, after: cursor });
  expect([next.messages.length, next.missed]).toEqual([12, undefined]);
  await inbox.close();
});

test("a message that is waited for is told once as answered, and prepared where it is wanted whole", async () => {
  const { bed, inbox } = open();
  for (const full of [false, true]) {
    const waiting = inbox.read(box, {
      count: 10,
      waitMs: 5_000,
      after: (await inbox.read(box, { count: 1 })).cursor,
      full,
    });
    await settled();
    await receive(inbox, `full ${full}`);
    expect((await waiting).messages).toHaveLength(1);
  }
  expect([bed.wakes, bed.prepared]).toEqual([2, ["full true"]]);
  await inbox.close();
});

test("a reader who may no longer read is told so at the next wake-up, and leaves nothing", async () => {
  const { bed, inbox } = open();
  const authorize = () => Promise.reject(new Error("no longer"));
  const waiting = inbox.read(box, { count: 10, waitMs: 5_000, authorize });
  const refused = expect(waiting).rejects.toThrow("no longer");
  await settled();
  await receive(inbox, "1");
  await refused;
  expect(inbox.pending()).toBe(0);
  await inbox.close();
  expect([bed.listening, vi.getTimerCount()]).toEqual([0, 0]);
});

test("closing answers every wait with what there is, twice too", async () => {
  const { inbox } = open();
  const waiting = inbox.read(box, { count: 10, waitMs: 5_000 });
  await settled();
  await inbox.close();
  expect((await waiting).messages).toEqual([]);
  await inbox.close();
  expect((await inbox.read(box, { count: 10, waitMs: 5_000 })).messages).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("other servers are told of what was stored before the delivery is over, and alone servers tell nobody", async () => {
  const alone = open();
  await receive(alone.inbox, "1");
  expect(alone.bed.published).toEqual([]);
  const { bed, inbox } = open({ isShared: true });
  let tell = () => {};
  bed.publish = () => new Promise<void>((resolve) => (tell = resolve));
  let isDelivered = false;
  const delivery = receive(inbox, "1").then(() => {
    isDelivered = true;
  });
  await settled();
  expect([bed.published.length, isDelivered, bed.told]).toEqual([1, false, []]);
  tell();
  await delivery;
  expect(bed.told).toEqual([`${box} 1`]);
  for (const each of [alone.inbox, inbox]) await each.close();
});

test("a deleted inbox receives nothing, and nobody is told of it", async () => {
  const { bed, inbox } = open({ isShared: true });
  const mail = { subject: "x", sender: "s@shop.test", body: "x" };
  expect(await inbox.receive([{ id: "deleted", recipient: "a@mail.test" }], mail)).toEqual([]);
  expect([bed.told, bed.published, [...bed.stored]]).toEqual([[], [], []]);
  await inbox.close();
});

test("a mail to more addresses than an inbox keeps leaves as many texts as it lists", async () => {
  const { bed, inbox } = open();
  await receive(inbox, "many", ...Array.from({ length: 12 }, (_, at) => `a+${at}@mail.test`));
  const { messages } = await inbox.index(box);
  const texts = [...bed.stored].filter((key) => key.startsWith("message:")).sort();
  expect(texts).toEqual(messages.map(({ id }) => bodyKey(box, id)).sort());
  expect(texts).toHaveLength(10);
  await receive(inbox, "one more");
  expect([...bed.stored].filter((key) => key.startsWith("message:"))).toHaveLength(10);
  await inbox.close();
});

test("emptying waits for a delivery, leaves no text, counts nothing as missed, and may come twice", async () => {
  const { bed, inbox } = open();
  const { cursor } = await inbox.read(box, { count: 1 });
  await receive(inbox, "1");
  let release = () => {};
  const held = bed.locks.with([inboxLock(box)], () => new Promise<void>((resolve) => (release = resolve)));
  const clearing = inbox.clear(box);
  await settled();
  expect((await inbox.index(box)).messages).toHaveLength(1);
  release();
  await Promise.all([held, clearing]);
  await inbox.clear(box);
  expect([...bed.stored].filter((key) => key.startsWith("message:"))).toEqual([]);
  const page = await inbox.read(box, { count: 10, after: cursor });
  expect([page.messages, page.missed]).toEqual([[], undefined]);
  await inbox.clear("never-used");
  expect(bed.stored.has(indexKey("never-used"))).toBe(false);
  await inbox.close();
});

test("a message whose time is over is in no list and no answer, at that very moment", async () => {
  const { bed, inbox } = open();
  await receive(inbox, "1");
  const { messages } = await inbox.read(box, { count: 1 });
  const id = messages[0]?.id ?? "";
  bed.now += 86_400_000 - 1;
  expect([(await inbox.message(box, id))?.subject, (await inbox.index(box)).messages.length]).toEqual(["1", 1]);
  bed.now += 1;
  expect([await inbox.message(box, id), (await inbox.index(box)).messages]).toEqual([null, []]);
  await inbox.close();
});

test("looking back reaches to the very millisecond, by the server's clock", async () => {
  const { bed, inbox } = open();
  await receive(inbox, "1");
  bed.now += 5_000;
  const back = async (milliseconds: number) =>
    (await inbox.read(box, { count: 10, lookbackMs: milliseconds })).messages.length;
  expect([await back(5_000), await back(4_999)]).toEqual([1, 0]);
  await inbox.close();
});

test("headers of any length stay short in the index", async () => {
  const { inbox } = open();
  const long = "x".repeat(3_000);
  await inbox.receive([{ id: box, recipient: long }], { subject: long, sender: long, body: long });
  const [message] = (await inbox.index(box)).messages;
  const lengths = [message?.subject, message?.sender, message?.recipient, message?.snippet].map((text) => text?.length);
  expect(lengths).toEqual([1_000, 500, 500, 140]);
  await inbox.close();
});
