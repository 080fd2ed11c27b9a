import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDispatcher, settled } from "./dispatcher-bed.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A response that arrives when the test says so, or when the attempt is aborted. */
function answerLater(bed: ReturnType<typeof openDispatcher>["bed"]) {
  const ends: ((status: number) => void)[] = [];
  bed.answer = () =>
    new Promise((resolve) => {
      ends.push(resolve);
      bed.signals.at(-1)?.addEventListener("abort", () => resolve(null));
    });
  return ends;
}

test("closing waits for running attempts, and starts no other", async () => {
  const { bed, dispatcher } = openDispatcher();
  const ends = answerLater(bed);
  await bed.enqueue("hook", ..."abcdefghij");
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.sent).toHaveLength(8);
  let isClosed = false;
  const closing = dispatcher.close().then(() => {
    isClosed = true;
  });
  dispatcher.wake(["hook", "other"]);
  await settled();
  expect(isClosed).toBe(false);
  for (const end of ends) end(204);
  await closing;
  await settled();
  expect(bed.sent).toHaveLength(8);
  expect(await bed.head()).toMatchObject({ first: 8, next: 10 });
  expect(vi.getTimerCount()).toBe(0);
  dispatcher.wake(["hook"]);
  dispatcher.resume();
  await settled();
  expect([bed.sent.length, bed.logged]).toEqual([8, []]);
});

test("attempts without a response are aborted two seconds after the close, and are not failures", async () => {
  const { bed, dispatcher } = openDispatcher();
  answerLater(bed);
  await bed.enqueue("hook", "slow");
  dispatcher.wake(["hook"]);
  await settled();
  const closing = dispatcher.close();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(bed.signals[0]?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(bed.signals[0]?.aborted).toBe(true);
  await closing;
  expect(await bed.head()).toMatchObject({ failures: 0, first: 0, next: 1, deliveries: [] });
});

test("a test event is aborted too", async () => {
  const { bed, dispatcher } = openDispatcher();
  answerLater(bed);
  await bed.enqueue("hook");
  const hook = (await bed.find("hook"))!;
  const test = dispatcher.sendTest(hook);
  await settled();
  await dispatcher.close();
  expect(bed.signals[0]?.aborted).toBe(true);
  await expect(test).resolves.toMatchObject({ status: null });
});

test("a test event is listed once its response arrives, under its own id", async () => {
  const { bed, dispatcher } = openDispatcher();
  await bed.enqueue("hook");
  const hook = (await bed.find("hook"))!;
  await dispatcher.sendTest(hook);
  expect((await bed.head()).deliveries).toHaveLength(1);
  bed.now++;
  await dispatcher.sendTest(hook);
  expect((await bed.head()).deliveries).toHaveLength(2);
  expect(new Set(bed.names()).size).toBe(2);
  const timestamp = new Date(bed.now - 1).toISOString();
  expect(JSON.parse(bed.sent[0]!.body)).toEqual({ type: "webhook.test", timestamp, data: { webhook_id: "hook" } });
});

test("wake-ups during a batch start no second one at the same time", async () => {
  const { bed, dispatcher } = openDispatcher();
  const ends = answerLater(bed);
  await bed.enqueue("hook", "one");
  for (let at = 0; at < 5; at++) dispatcher.wake(["hook"]);
  await settled();
  expect(bed.names()).toEqual(["one"]);
  await bed.enqueue("hook", "two");
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.names()).toEqual(["one"]);
  ends[0]?.(204);
  await settled();
  expect(bed.names()).toEqual(["one", "two"]);
});

test("a wake-up while a batch ends is not lost", async () => {
  const { bed, dispatcher } = openDispatcher();
  const find = bed.find;
  // The batch finds no webhook; one is added meanwhile.
  let batches = 0;
  bed.find = async (id) => {
    if (batches++ > 0) return find(id);
    await bed.enqueue("hook", "one");
    dispatcher.wake(["hook"]);
    return null;
  };
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.names()).toEqual(["one"]);
});

test("queued messages of a deleted inbox that could not be deleted are logged", async () => {
  const { bed, dispatcher } = openDispatcher();
  bed.find = () => Promise.reject(new Error("disk gone"));
  dispatcher.onInboxDeleted("a", "inbox");
  await settled();
  expect(bed.logged).toEqual(["Queued webhook messages of a deleted inbox remain; the next attempt removes them"]);
});

test("a failed read is retried after a second, with one log line", async () => {
  const { bed, dispatcher } = openDispatcher();
  await bed.enqueue("hook", "one");
  const find = bed.find;
  bed.find = () => Promise.reject(new Error("disk gone"));
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.logged).toEqual(["Webhook delivery failed; will retry"]);
  bed.find = find;
  await vi.advanceTimersByTimeAsync(999);
  await settled();
  expect(bed.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(bed.names()).toEqual(["one"]);
});

test("another server of the same storage sends nothing that is being sent here", async () => {
  const { bed, dispatcher } = openDispatcher();
  await bed.enqueue("hook", "one");
  let release = () => {};
  const elsewhere = bed.locks.with(["webhook-sending:hook"], () => new Promise<void>((done) => (release = done)));
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.sent).toEqual([]);
  release();
  await elsewhere;
  await settled();
  expect(bed.names()).toEqual(["one"]);
});

test("a starting server resumes all queues, and stops listing once it closes", async () => {
  const { bed, dispatcher } = openDispatcher();
  for (const id of ["b", "c", "empty"]) bed.hooks.set(id, {});
  for (const id of ["hook", "b", "c"]) await bed.enqueue(id, `of ${id}`);
  const looked: string[] = [];
  const find = bed.find;
  bed.find = (id) => {
    looked.push(id);
    return find(id);
  };
  dispatcher.resume();
  await settled();
  expect(bed.names().sort()).toEqual(["of b", "of c", "of hook"]);
  expect(looked).not.toContain("empty");
  dispatcher.resume();
  const before = bed.listings;
  await dispatcher.close();
  await settled();
  expect(bed.listings - before).toBe(0);
});

test("deleting an inbox deletes its own webhooks, by mail and by SMS, and its messages in the queues of others", async () => {
  const { bed, dispatcher } = openDispatcher();
  bed.hooks = new Map([
    ["mail", { mailbox_id: "a" }],
    ["sms", { sms_id: "a" }],
    ["all", {}],
    ["other", { mailbox_id: "b" }],
  ]);
  for (const id of bed.hooks.keys()) await bed.enqueue(id, "one");
  dispatcher.onInboxDeleted("a", "b");
  await settled();
  expect(bed.removed).toEqual(["other"]);
  expect(await bed.head("all")).toMatchObject({ first: 0, next: 1 });
  dispatcher.onInboxDeleted("a", "a");
  await settled();
  expect(bed.removed).toEqual(["other", "mail", "sms"]);
  expect(await bed.head("all")).toMatchObject({ first: 1, next: 1 });
});

test("wake-ups while the storage fails do not shorten the retry delay", async () => {
  const { bed, dispatcher } = openDispatcher();
  let batches = 0;
  bed.find = async () => {
    if (++batches < 100) dispatcher.wake(["hook"]);
    throw new Error("disk gone");
  };
  dispatcher.wake(["hook"]);
  await settled();
  expect(batches).toBe(1);
});

test("a failed listing at the start is logged, unless the server was closed meanwhile", async () => {
  const { bed, dispatcher } = openDispatcher();
  bed.hooks.keys = () => {
    throw new Error("disk gone");
  };
  dispatcher.resume();
  await settled();
  expect(bed.logged).toEqual(["Queued webhooks could not be resumed"]);
  dispatcher.resume();
  bed.hooks.keys = () => new Map<string, object>().keys();
  await dispatcher.close();
  await settled();
  expect(bed.logged).toHaveLength(1);
});

test("of eight running tests, each that ends permits one more", async () => {
  const { bed, dispatcher } = openDispatcher();
  const ends = answerLater(bed);
  await bed.enqueue("hook");
  const hook = (await bed.find("hook"))!;
  const running = Array.from({ length: 8 }, () => dispatcher.sendTest(hook));
  await settled();
  ends[0]?.(204);
  await running[0];
  running.push(dispatcher.sendTest(hook));
  await expect(dispatcher.sendTest(hook)).rejects.toMatchObject({ code: "rate_limited" });
  await dispatcher.close();
  await Promise.all(running);
});

test("the retry timer does not keep the process alive", async () => {
  vi.useRealTimers();
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { bed, dispatcher } = openDispatcher();
  bed.answer = async () => 503;
  await bed.enqueue("hook", "one");
  dispatcher.wake(["hook"]);
  await settled();
  const delays = timers.mock.results.filter((_, at) => (timers.mock.calls[at]?.[1] ?? 0) >= 800);
  timers.mockRestore();
  expect(delays.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false]);
});
