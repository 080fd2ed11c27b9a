import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { readOldest, readQueueHead, webhookKey, webhookLock } from "../../src/store/webhook-queue.ts";
import { webhookIndexKey } from "../../src/store/webhooks.ts";
import { createOutbox } from "../../src/webhooks/outbox.ts";
import { createLateKv } from "../storage/late-commits.ts";

const now = Date.UTC(2026, 0, 1);
const message = (id: string, body = "text") => ({ id, arrived: now, body });

/** An account `one` with the inboxes `a` and `b`, and these webhooks. */
async function open(...entries: { id: string; events: string[]; mailbox_id?: string; sms_id?: string }[]) {
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  const bed = { queued: [] as string[][], commits: 0 };
  let beforeCommit = async () => {};
  const counting = {
    ...kv,
    async commit(writes: Parameters<typeof kv.commit>[0]) {
      bed.commits++;
      await beforeCommit();
      await kv.commit(writes);
    },
  };
  const failNext = () => {
    beforeCommit = () => Promise.reject(new Error("disk"));
  };
  const holdNext = () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    beforeCommit = () => held;
    return release;
  };
  const whole = entries.map((entry) => ({ mailbox_id: null, sms_id: null, ...entry }));
  await kv.commit([
    [webhookIndexKey("one"), { entries: whole }],
    ...entries.filter(({ id }) => id !== "gone").map(({ id }) => [webhookKey(id), { id }] as const),
  ]);
  const create = (event: "mail" | "sms") =>
    createOutbox({
      kv: counting,
      locks,
      now: () => now,
      event,
      accountOf: async (inbox) => (inbox === "nobody's" ? null : "one"),
      onQueued: (ids) => void bed.queued.push([...ids]),
    });
  const waiting = async (id: string) => (await readOldest(kv, id, 100)).map(({ message }) => message);
  return { kv, locks, bed, create, waiting, failNext, holdNext };
}

const writes = [["note", { stored: true }]] as const;

test("queues messages for each matching webhook in the commit that stores them", async () => {
  const { kv, bed, create, waiting } = await open(
    { id: "all", events: ["mail", "sms"] },
    { id: "mail-a", events: ["mail"], mailbox_id: "a" },
    { id: "mail-b", events: ["mail"], mailbox_id: "b" },
    { id: "sms", events: ["sms"] },
    { id: "sms-a", events: ["sms"], sms_id: "a" },
    { id: "sms-b", events: ["sms"], sms_id: "b" },
  );
  const received = [
    { inbox: "a", messages: [message("1"), message("2")] },
    { inbox: "b", messages: [message("3")] },
    { inbox: "nobody's", messages: [message("4")] },
    { inbox: "a", messages: [] },
  ];
  await create("mail")(received, writes);
  expect(bed.commits).toBe(1);
  expect(await kv.get("note")).toEqual({ stored: true });
  const found = await Promise.all(["all", "mail-a", "mail-b", "sms", "sms-a"].map(waiting));
  const ids = found.map((messages) => messages.map(({ message }) => (message as { id: string }).id));
  expect(ids).toEqual([["1", "2", "3"], ["1", "2"], ["3"], [], []]);
  expect(bed.queued).toEqual([["all", "mail-a", "mail-b"]]);
  expect(found[0]?.[0]).toMatchObject({ event: "mail", inbox: "a", at: now });
  expect(new Set(found.flat().map(({ id }) => id)).size).toBe(6);
  await create("sms")([{ inbox: "a", messages: [message("5")] }], []);
  const counts = ["sms", "sms-a", "sms-b", "mail-a"].map(async (id) => (await waiting(id)).length);
  expect(await Promise.all(counts)).toEqual([1, 1, 0, 2]);
});

test("without a matching webhook, stores a delivery and wakes none", async () => {
  const { kv, bed, create } = await open({ id: "sms", events: ["sms"] });
  await create("mail")([{ inbox: "a", messages: [message("1")] }], writes);
  expect([bed.commits, bed.queued, await kv.get("note")]).toEqual([1, [], { stored: true }]);
});

test("a delivery that adds nothing wakes no webhook", async () => {
  const { kv, bed, create } = await open({ id: "hook", events: ["mail"] });
  await create("mail")([{ inbox: "a", messages: [] }], writes);
  expect([bed.queued, await kv.get("webhook-queue:hook"), await kv.get("note")]).toEqual([[], null, { stored: true }]);
});

test("a webhook that was deleted meanwhile gets no queue again", async () => {
  const { kv, create } = await open({ id: "gone", events: ["mail"] }, { id: "there", events: ["mail"] });
  await create("mail")([{ inbox: "a", messages: [message("1")] }], writes);
  expect(await kv.get("webhook-queue:gone")).toBeNull();
  expect(await readQueueHead(kv, "there")).toMatchObject({ next: 1 });
});

test("a delivery waits for the lock of a webhook, and wakes it only after the commit", async () => {
  const { kv, locks, bed, create } = await open({ id: "hook", events: ["mail"] });
  let release = () => {};
  const held = locks.with([webhookLock("hook")], () => new Promise<void>((resolve) => (release = resolve)));
  const stored = create("mail")([{ inbox: "a", messages: [message("1")] }], writes);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect([await kv.get("note"), bed.queued]).toEqual([null, []]);
  release();
  await Promise.all([held, stored]);
  expect([await kv.get("note"), bed.queued]).toEqual([{ stored: true }, [["hook"]]]);
});

test("a delivery ends and wakes a webhook only after a slow commit, and a commit that fails wakes none", async () => {
  const { bed, create, failNext, holdNext } = await open({ id: "hook", events: ["mail"] });
  const received = [{ inbox: "a", messages: [message("1")] }];
  failNext();
  await expect(create("mail")(received, writes)).rejects.toThrow("disk");
  expect(bed.queued).toEqual([]);
  const release = holdNext();
  const stored = create("mail")(received, writes);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(bed.queued).toEqual([]);
  release();
  await stored;
  expect(bed.queued).toEqual([["hook"]]);
});

test("truncates texts above 65,536 characters", async () => {
  const { create, waiting } = await open({ id: "hook", events: ["mail"] });
  const messages = [message("1", "a".repeat(65_536)), message("2", "a".repeat(65_537))];
  await create("mail")([{ inbox: "a", messages }], writes);
  const lengths = (await waiting("hook")).map(({ message }) => (message as { body: string }).body.length);
  expect(lengths).toEqual([65_536, 65_536]);
});
