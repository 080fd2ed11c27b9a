import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openCourier, settled } from "./dispatcher-bed.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** An answer that comes when the test says so, or when the try is cut off. */
function answerLater(bed: ReturnType<typeof openCourier>["bed"]) {
  const ends: ((status: number) => void)[] = [];
  bed.answer = () =>
    new Promise((resolve) => {
      ends.push(resolve);
      bed.signals.at(-1)?.addEventListener("abort", () => resolve(null));
    });
  return ends;
}

test("closing waits for the tries under way, and begins no other", async () => {
  const { bed, courier } = openCourier();
  const ends = answerLater(bed);
  await bed.enqueue("hook", ..."abcdefghij");
  courier.wake(["hook"]);
  await settled();
  expect(bed.sent).toHaveLength(8);
  let isClosed = false;
  const closing = courier.close().then(() => {
    isClosed = true;
  });
  courier.wake(["hook", "other"]);
  await settled();
  expect(isClosed).toBe(false);
  for (const end of ends) end(204);
  await closing;
  await settled();
  expect(bed.sent).toHaveLength(8);
  expect(await bed.head()).toMatchObject({ first: 8, next: 10 });
  expect(vi.getTimerCount()).toBe(0);
  courier.wake(["hook"]);
  courier.resume();
  await settled();
  expect([bed.sent.length, bed.logged]).toEqual([8, []]);
});

test("tries that are silent are cut off two seconds after the close, and count as no failure", async () => {
  const { bed, courier } = openCourier();
  answerLater(bed);
  await bed.enqueue("hook", "slow");
  courier.wake(["hook"]);
  await settled();
  const closing = courier.close();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(bed.signals[0]?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(bed.signals[0]?.aborted).toBe(true);
  await closing;
  expect(await bed.head()).toMatchObject({ failures: 0, first: 0, next: 1, deliveries: [] });
});

test("a message that was asked for is cut off too", async () => {
  const { bed, courier } = openCourier();
  answerLater(bed);
  await bed.enqueue("hook");
  const hook = (await bed.find("hook"))!;
  const test = courier.sendTest(hook);
  await settled();
  await courier.close();
  expect(bed.signals[0]?.aborted).toBe(true);
  await expect(test).resolves.toMatchObject({ status: null });
});

test("a message that was asked for is listed once its response is there, under an id of its own", async () => {
  const { bed, courier } = openCourier();
  await bed.enqueue("hook");
  const hook = (await bed.find("hook"))!;
  await courier.sendTest(hook);
  expect((await bed.head()).deliveries).toHaveLength(1);
  bed.now++;
  await courier.sendTest(hook);
  expect((await bed.head()).deliveries).toHaveLength(2);
  expect(new Set(bed.names()).size).toBe(2);
  expect(JSON.parse(bed.sent[0]!.body)).toMatchObject({ type: "webhook.test", data: { webhook_id: "hook" } });
});

test("wakes while a webhook's messages are sent start no second round beside the first", async () => {
  const { bed, courier } = openCourier();
  const ends = answerLater(bed);
  await bed.enqueue("hook", "one");
  for (let at = 0; at < 5; at++) courier.wake(["hook"]);
  await settled();
  expect(bed.names()).toEqual(["one"]);
  await bed.enqueue("hook", "two");
  courier.wake(["hook"]);
  await settled();
  expect(bed.names()).toEqual(["one"]);
  ends[0]?.(204);
  await settled();
  expect(bed.names()).toEqual(["one", "two"]);
});

test("a wake while a round ends is not lost", async () => {
  const { bed, courier } = openCourier();
  const find = bed.find;
  // The round finds no webhook; one comes while it looks.
  let rounds = 0;
  bed.find = async (id) => {
    if (rounds++ > 0) return find(id);
    await bed.enqueue("hook", "one");
    courier.wake(["hook"]);
    return null;
  };
  courier.wake(["hook"]);
  await settled();
  expect(bed.names()).toEqual(["one"]);
});

test("what could not be read is tried again after a second, with one line in the log", async () => {
  const { bed, courier } = openCourier();
  await bed.enqueue("hook", "one");
  const find = bed.find;
  bed.find = () => Promise.reject(new Error("disk gone"));
  courier.wake(["hook"]);
  await settled();
  expect(bed.logged).toEqual(["What waits for a webhook could not be sent; it is tried again"]);
  bed.find = find;
  await vi.advanceTimersByTimeAsync(999);
  await settled();
  expect(bed.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(bed.names()).toEqual(["one"]);
});

test("another server of the same storage sends nothing that is under way here", async () => {
  const { bed, courier } = openCourier();
  await bed.enqueue("hook", "one");
  let release = () => {};
  const elsewhere = bed.locks.with(["webhook-sending:hook"], () => new Promise<void>((done) => (release = done)));
  courier.wake(["hook"]);
  await settled();
  expect(bed.sent).toEqual([]);
  release();
  await elsewhere;
  await settled();
  expect(bed.names()).toEqual(["one"]);
});

test("a server that starts goes on with what waits, and looks no further once it closes", async () => {
  const { bed, courier } = openCourier();
  for (const id of ["b", "c", "empty"]) bed.hooks.set(id, {});
  for (const id of ["hook", "b", "c"]) await bed.enqueue(id, `of ${id}`);
  const looked: string[] = [];
  const find = bed.find;
  bed.find = (id) => {
    looked.push(id);
    return find(id);
  };
  courier.resume();
  await settled();
  expect(bed.names().sort()).toEqual(["of b", "of c", "of hook"]);
  expect(looked).not.toContain("empty");
  courier.resume();
  const before = bed.listings;
  await courier.close();
  await settled();
  expect(bed.listings - before).toBe(0);
});

test("with its inbox a webhook for it alone goes, by mail and by SMS, and of the others only what came to it", async () => {
  const { bed, courier } = openCourier();
  bed.hooks = new Map([
    ["mail", { mailbox_id: "a" }],
    ["sms", { sms_id: "a" }],
    ["all", {}],
    ["other", { mailbox_id: "b" }],
  ]);
  for (const id of bed.hooks.keys()) await bed.enqueue(id, "one");
  courier.onInboxDeleted("a", "b");
  await settled();
  expect(bed.removed).toEqual(["other"]);
  expect(await bed.head("all")).toMatchObject({ first: 0, next: 1 });
  courier.onInboxDeleted("a", "a");
  await settled();
  expect(bed.removed).toEqual(["other", "mail", "sms"]);
  expect(await bed.head("all")).toMatchObject({ first: 1, next: 1 });
});

test("wakes that come while the storage fails make no hurry", async () => {
  const { bed, courier } = openCourier();
  let rounds = 0;
  bed.find = async () => {
    if (++rounds < 100) courier.wake(["hook"]);
    throw new Error("disk gone");
  };
  courier.wake(["hook"]);
  await settled();
  expect(rounds).toBe(1);
});

test("a listing that fails at the start is told, and not where the server is closed meanwhile", async () => {
  const { bed, courier } = openCourier();
  bed.hooks.keys = () => {
    throw new Error("disk gone");
  };
  courier.resume();
  await settled();
  expect(bed.logged).toEqual(["Webhooks could not go on"]);
  courier.resume();
  bed.hooks.keys = () => new Map<string, object>().keys();
  await courier.close();
  await settled();
  expect(bed.logged).toHaveLength(1);
});

test("of eight running messages that were asked for each that ends gives one place back", async () => {
  const { bed, courier } = openCourier();
  const ends = answerLater(bed);
  await bed.enqueue("hook");
  const hook = (await bed.find("hook"))!;
  const running = Array.from({ length: 8 }, () => courier.sendTest(hook));
  await settled();
  ends[0]?.(204);
  await running[0];
  running.push(courier.sendTest(hook));
  await expect(courier.sendTest(hook)).rejects.toMatchObject({ code: "rate_limited" });
  await courier.close();
  await Promise.all(running);
});

test("the timer of a pause holds no process open", async () => {
  vi.useRealTimers();
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { bed, courier } = openCourier();
  bed.answer = async () => 503;
  await bed.enqueue("hook", "one");
  courier.wake(["hook"]);
  await settled();
  const pauses = timers.mock.results.filter((_, at) => (timers.mock.calls[at]?.[1] ?? 0) >= 800);
  timers.mockRestore();
  expect(pauses.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false]);
});
