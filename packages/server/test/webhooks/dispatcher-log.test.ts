import { expect, test } from "vitest";
import { openDispatcher, settled } from "./dispatcher-bed.ts";

type Opened = ReturnType<typeof openDispatcher>;

const fail = () => Promise.reject(new Error("disk gone"));

test.each<[string, (opened: Opened) => Promise<void> | void, string, unknown, "warn" | "error"]>([
  [
    "a webhook whose queue cannot be read, with the reason",
    ({ bed, dispatcher }) => {
      bed.find = fail;
      dispatcher.wake(["hook"]);
    },
    "Webhook delivery failed; will retry",
    { webhook: "hook", why: "disk gone" },
    "warn",
  ],
  [
    "a webhook whose message is given up after a day",
    async ({ bed, dispatcher }) => {
      await bed.enqueue("hook", "old");
      bed.now += 86_400_001;
      dispatcher.wake(["hook"]);
    },
    "A webhook message was given up after a day",
    { webhook: "hook" },
    "warn",
  ],
  [
    "a webhook whose message could not be read, with the reason",
    async ({ bed, dispatcher }) => {
      await bed.enqueue("hook", "unreadable");
      bed.toData = fail;
      dispatcher.wake(["hook"]);
    },
    "A queued webhook message could not be read; will retry",
    { webhook: "hook", why: "disk gone" },
    "warn",
  ],
  [
    "the reason why messages of a deleted inbox remain",
    ({ bed, dispatcher }) => {
      bed.find = fail;
      dispatcher.onInboxDeleted("a", "inbox");
    },
    "Queued webhook messages of a deleted inbox remain; the next attempt removes them",
    { why: "disk gone" },
    "warn",
  ],
  [
    "the reason why queues cannot be resumed",
    ({ bed, dispatcher }) => {
      bed.hooks.keys = () => {
        throw new Error("disk gone");
      };
      dispatcher.resume();
    },
    "Queued webhooks could not be resumed",
    new Error("disk gone"),
    "error",
  ],
])("the log names %s", async (_what, act, line, facts, level) => {
  const opened = openDispatcher();
  await act(opened);
  await settled();
  expect([opened.bed.logged, opened.bed.facts, opened.bed.levels]).toEqual([[line], [facts], [level]]);
});

test("a webhook that was deleted since it was woken is no failure, and nothing is sent to it", async () => {
  const { bed, dispatcher } = openDispatcher();
  await bed.enqueue("hook", "one");
  bed.hooks.clear();
  dispatcher.wake(["hook"]);
  await settled();
  expect([bed.sent, bed.logged]).toEqual([[], []]);
});

test("a message that cannot be read goes to the end of the queue, and the others are sent", async () => {
  const { bed, dispatcher } = openDispatcher();
  await bed.enqueue("hook", "unreadable", "one", "two");
  bed.toData = async ({ id }) => (id === "unreadable" ? fail() : {});
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.names()).toEqual(["one", "two"]);
  const { first, next } = await bed.head();
  expect(next - first).toBe(1);
});

test("a message that cannot be read is given up after a day too", async () => {
  const { bed, dispatcher } = openDispatcher();
  await bed.enqueue("hook", "unreadable");
  bed.toData = fail;
  bed.now += 86_400_001;
  dispatcher.wake(["hook"]);
  await settled();
  expect(bed.logged).toEqual(["A webhook message was given up after a day"]);
  const { first, next } = await bed.head();
  expect(first).toBe(next);
});
