import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDispatcher, settled } from "./dispatcher-bed.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A dispatcher whose timer has fired a little before the next attempt is due. It reads the webhook until `release` is called. */
async function wakeEarly() {
  const { bed, dispatcher } = openDispatcher();
  bed.answer = async () => 503;
  await bed.enqueue("hook", "one");
  dispatcher.wake(["hook"]);
  await settled();
  const find = bed.find;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  bed.find = async (id) => {
    await held;
    return find(id);
  };
  vi.runOnlyPendingTimers();
  await settled();
  expect([bed.sent.length, vi.getTimerCount()]).toEqual([1, 0]);
  return { bed, dispatcher, release };
}

test("a message that arrives while its webhook is read in a backoff leaves one timer for the next attempt", async () => {
  const { bed, dispatcher, release } = await wakeEarly();
  await bed.enqueue("hook", "two");
  dispatcher.wake(["hook"]);
  release();
  await settled();
  expect(bed.names()).toEqual(["one", "one", "two"]);
  expect(vi.getTimerCount()).toBe(1);
  await dispatcher.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("a dispatcher that is closed while it reads a webhook in a backoff leaves no timer", async () => {
  const { dispatcher, release } = await wakeEarly();
  const closing = dispatcher.close();
  release();
  await closing;
  expect(vi.getTimerCount()).toBe(0);
});

test("closing waits until the webhooks of a deleted inbox are deleted", async () => {
  const { bed, dispatcher } = openDispatcher();
  bed.hooks = new Map([["own", { mailbox_id: "inbox" }]]);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  bed.remove = async (id) => {
    await held;
    bed.removed.push(id);
  };
  dispatcher.onInboxDeleted("a", "inbox");
  await settled();
  const steps: string[] = [];
  const closing = dispatcher.close().then(() => steps.push(...bed.removed, "closed"));
  await settled();
  expect(steps).toEqual([]);
  release();
  await closing;
  expect(steps).toEqual(["own", "closed"]);
});

test("a storage that goes on failing is logged once for each webhook, and again when it fails after it had worked", async () => {
  const { bed, dispatcher } = openDispatcher();
  bed.hooks.set("second", {});
  const { find } = bed;
  const fail = () => Promise.reject(new Error("disk gone"));
  const logAfter = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    await settled();
    return bed.facts.splice(0);
  };
  bed.find = fail;
  dispatcher.wake(["hook", "second"]);
  expect(await logAfter(10)).toEqual(["hook", "second"].map((webhook) => ({ webhook, why: "disk gone" })));
  bed.find = find;
  expect(await logAfter(10)).toEqual([]);
  bed.find = fail;
  dispatcher.wake(["hook"]);
  expect(await logAfter(10)).toEqual([{ webhook: "hook", why: "disk gone" }]);
});

test("during a backoff the newest message is tried with the one before it, and no older one", async () => {
  const { bed, dispatcher } = openDispatcher();
  bed.answer = async () => 503;
  await bed.enqueue("hook", "failed");
  dispatcher.wake(["hook"]);
  await settled();
  await bed.enqueue("hook", "one", "two", "new");
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.names()).toEqual(["failed", "two", "new"]);
});
