import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDispatcher, settled } from "./dispatcher-bed.ts";

const day = 86_400_000;

// Without jitter.
const chance = vi.spyOn(Math, "random");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  chance.mockReturnValue(0.5);
});
afterAll(() => chance.mockRestore());
afterEach(() => {
  chance.mockReset();
  vi.useRealTimers();
});

/** A webhook whose receiver fails, after its first message. */
async function openFailing() {
  const { bed, dispatcher } = openDispatcher();
  bed.answer = async () => 503;
  await bed.enqueue("hook", "first");
  dispatcher.wake(["hook"]);
  await settled();
  const pass = async (milliseconds: number) => {
    bed.now += milliseconds;
    await vi.advanceTimersByTimeAsync(milliseconds);
    await settled();
  };
  return { bed, dispatcher, pass };
}

test("backoffs double from a second to ten minutes, with one attempt after each", async () => {
  const { bed, pass } = await openFailing();
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]) {
    const attempts = bed.sent.length;
    expect((await bed.head()).due - bed.now).toBe(seconds * 1_000);
    await pass(seconds * 1_000 - 1);
    expect(bed.sent.length).toBe(attempts);
    await pass(1);
    expect(bed.sent.length).toBe(attempts + 1);
  }
});

test.each([
  [0, 800],
  [0.999999, 1_200],
])("jitter is up to a fifth: with a random value of %d the first backoff is %d ms", async (value, milliseconds) => {
  chance.mockReturnValue(value);
  const { bed } = await openFailing();
  expect((await bed.head()).due - bed.now).toBe(milliseconds);
});

test("a success resets the backoff to a second", async () => {
  const { bed, dispatcher, pass } = await openFailing();
  await pass(1_000);
  bed.answer = async () => 204;
  await pass(2_000);
  expect(await bed.head()).toMatchObject({ failures: 0, due: 0, first: 3, next: 3 });
  bed.answer = async () => 503;
  await bed.enqueue("hook", "later");
  dispatcher.wake(["hook"]);
  await settled();
  expect(await bed.head()).toMatchObject({ failures: 1, due: bed.now + 1_000 });
});

test("a new message that is delivered during a backoff ends it for the older ones", async () => {
  const { bed, dispatcher, pass } = await openFailing();
  await bed.enqueue("hook", "a", "b", "c", "d", "e", "f", "g", "h", "i");
  await pass(1_000);
  expect(await bed.head()).toMatchObject({ failures: 2, due: bed.now + 2_000 });
  bed.answer = async () => 204;
  await bed.enqueue("hook", "new");
  dispatcher.wake(["hook"]);
  await settled();
  expect(new Set(bed.names())).toEqual(new Set(["first", "a", "b", "c", "d", "e", "f", "g", "h", "i", "new"]));
  expect(await bed.head()).toMatchObject({ failures: 0, due: 0, first: (await bed.head()).next });
});

test("a batch of which all fail counts as one failure", async () => {
  const { bed, dispatcher } = openDispatcher();
  bed.answer = async () => 503;
  await bed.enqueue("hook", "a", "b", "c");
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.names()).toEqual(["a", "b", "c"]);
  expect(await bed.head()).toMatchObject({ failures: 1, due: bed.now + 1_000 });
});

test("a clock that was set back delays no attempt", async () => {
  const { bed, pass } = await openFailing();
  bed.now -= day;
  await pass(1_000);
  expect(bed.sent.length).toBeGreaterThan(1);
});

test("after a failure a batch has one message, then eight", async () => {
  const { bed, pass } = await openFailing();
  await bed.enqueue("hook", ...Array.from({ length: 20 }, (_, at) => `m${at}`));
  let running = 0;
  let most = 0;
  const widths: number[] = [];
  bed.answer = async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return 204;
  };
  const watch = bed.toData;
  bed.toData = async (message) => {
    if (running === 0 && most > 0) {
      widths.push(most);
      most = 0;
    }
    return watch(message);
  };
  await pass(1_000);
  await settled();
  expect(widths[0]).toBe(1);
  expect(Math.max(...widths.slice(1))).toBe(8);
  expect(bed.sent).toHaveLength(22);
});

test("if one of a batch succeeds, the others are retried at once, after all other messages", async () => {
  const { bed, dispatcher } = openDispatcher();
  const refused = new Set(["a", "b"]);
  bed.answer = async ({ id }) => (refused.delete(id) ? 500 : 204);
  await bed.enqueue("hook", "a", "b", "c");
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.names()).toEqual(["a", "b", "c", "a", "b"]);
  expect(await bed.head()).toMatchObject({ failures: 0, due: 0 });
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
  [null, false],
])("status %j: taken is %j", async (status, isTaken) => {
  const { bed, dispatcher } = openDispatcher();
  bed.answer = async () => status;
  await bed.enqueue("hook", "one");
  dispatcher.wake(["hook"]);
  await settled();
  const { first, next, failures } = await bed.head();
  expect([first === next, failures]).toEqual([isTaken, isTaken ? 0 : 1]);
});

test("a message is retried for a day and given up a millisecond later, and no other is", async () => {
  const { bed, pass } = await openFailing();
  const at = bed.now;
  bed.now = at + day - 600_000;
  await pass(600_000);
  const attempts = bed.sent.length;
  expect(attempts).toBeGreaterThan(1);
  bed.now = at + day + 1;
  await bed.enqueue("hook", "fresh");
  bed.answer = async () => 204;
  await pass(600_000);
  expect(bed.names().slice(attempts)).toEqual(["fresh"]);
  expect(bed.logged).toEqual(["A webhook message was given up after a day"]);
  const { first, next } = await bed.head();
  expect(first).toBe(next);
});

test("the payload has the time of arrival, however late the attempt is", async () => {
  const { bed, pass } = await openFailing();
  const came = new Date(bed.now).toISOString();
  await pass(1_000);
  expect(bed.sent.map(({ body }) => JSON.parse(body).timestamp)).toEqual([came, came]);
  expect(JSON.parse(bed.sent[0]!.body)).toMatchObject({ type: "mail.received", data: {} });
});

test("a message that is due is sent without a delay, also exactly at its time", async () => {
  const { bed, dispatcher } = await openFailing();
  dispatcher.wake([]);
  bed.now += 1_000;
  dispatcher.resume();
  await settled();
  expect(bed.sent).toHaveLength(2);
});

test("a message of a deleted inbox is dropped without an attempt", async () => {
  const { bed, dispatcher } = openDispatcher();
  bed.toData = async () => null;
  await bed.enqueue("hook", "gone");
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.sent).toEqual([]);
  expect(await bed.head()).toMatchObject({ first: 1, next: 1, failures: 0 });
});

test("wake-ups during a backoff leave one timer, and its end none", async () => {
  const { bed, dispatcher, pass } = await openFailing();
  const { first, next } = await bed.head();
  expect(vi.getTimerCount()).toBe(1);
  for (let at = 0; at < 5; at++) {
    dispatcher.wake(["hook"]);
    await settled();
    expect(vi.getTimerCount()).toBe(1);
  }
  expect(await bed.head()).toMatchObject({ first, next });
  bed.answer = async () => 204;
  await pass(2_000);
  expect(vi.getTimerCount()).toBe(0);
});

test("closing clears the retry timers and its own", async () => {
  const { dispatcher } = await openFailing();
  expect(vi.getTimerCount()).toBe(1);
  await dispatcher.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("a storage that fails during the close is neither logged nor tried again", async () => {
  const { bed, dispatcher } = openDispatcher();
  let fail = (_: Error) => {};
  bed.find = () => new Promise((_resolve, reject) => (fail = reject));
  dispatcher.wake(["hook"]);
  await settled();
  const closed = dispatcher.close();
  fail(new Error("The storage is closed"));
  await closed;
  expect([bed.logged, vi.getTimerCount()]).toEqual([[], 0]);
});
