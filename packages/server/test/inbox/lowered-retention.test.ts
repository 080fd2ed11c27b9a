import { expect, test } from "vitest";
import { createMailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { bodyKey, indexKey } from "../../src/inbox/record.ts";
import { createRetention } from "../../src/inbox/retention.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Write } from "../../src/storage/types.ts";

const day = 86_400_000;

test("after the retention time is lowered, the next sweep deletes what has expired", async () => {
  const { kv, locks, bus, close } = await openStorage("memory:");
  const bodies = new Map<string, Write[1]>();
  const commit = async (writes: readonly Write[]) => {
    await kv.commit(writes);
    for (const [key, value] of writes.filter(([name]) => name.startsWith("message:")))
      value === null ? bodies.delete(key) : bodies.set(key, value);
  };
  const clock = { now: () => now };
  let now = Date.UTC(2026, 0, 1, 0, 30);
  const open = (retention: number) => {
    const parts = { kv: { ...kv, commit }, locks, bus, clock, retentionMs: retention };
    return {
      inbox: createMailMessageStore({ ...parts, maxWaits: 10, exists: async () => true }),
      retention: createRetention({ ...parts, channel: "mail" }),
    };
  };
  const left = () => [...bodies.keys()].map((key) => key.split(":")[1]);

  const before = open(30 * day);
  await before.retention.sweep();
  const receive = (...ids: string[]) =>
    before.inbox.receive(
      ids.map((id) => ({ id, recipient: `${id}@mail.test` })),
      { subject: "s", sender: "a@b.test", body: "text" },
    );
  await receive("old", "both");
  now += 3 * day;
  await receive("both");
  expect(left()).toEqual(["old", "both", "both"]);
  const after = open(2 * day);
  await after.retention.sweep();
  expect(left()).toEqual(["both"]);
  now += 2 * day + 7_200_000;
  await after.retention.sweep();
  expect(left()).toEqual([]);
  for (const { inbox, retention } of [before, after]) await Promise.all([inbox.close(), retention.close()]);
  await close();
});

test("a verdict on one mail leaves an expired one beside it to the sweep, which deletes its text too", async () => {
  const { kv, locks, bus, close } = await openStorage("memory:");
  let now = Date.UTC(2026, 0, 1, 0, 30);
  const parts = { kv, locks, bus, clock: { now: () => now }, retentionMs: 2 * day };
  const inbox = createMailMessageStore({ ...parts, maxWaits: 10, exists: async () => true });
  const receive = () =>
    inbox.receive([{ id: "box", recipient: "a@mail.test" }], { subject: "s", sender: "a@b.test", body: "text" });
  await receive();
  now += day;
  await receive();
  const listed = (await inbox.index("box")).messages;
  now += day + 1;
  const [expired, kept] = listed.map(({ id }) => id);
  await inbox.amend(new Map([["box", new Map([[kept!, { authenticated: "pass" as const }]])]]));
  expect(await kv.get(bodyKey("box", expired!))).not.toBe(null);
  expect(await kv.get(indexKey("box"))).toMatchObject({ messages: [{ id: expired }, { id: kept }] });
  await inbox.close();
  await close();
});

test("a lowered retention time applies to stored messages although the first sweep failed", async () => {
  const { kv, locks, bus, close } = await openStorage("memory:");
  let now = Date.UTC(2026, 0, 1, 0, 30);
  let isBroken = false;
  const get = async <T extends object>(key: string) => {
    if (isBroken && key === "inbox:a") throw new Error("unreadable");
    return kv.get<T>(key);
  };
  const open = (retention: number) => {
    const parts = { kv: { ...kv, get }, locks, bus, clock: { now: () => now }, retentionMs: retention };
    return {
      inbox: createMailMessageStore({ ...parts, maxWaits: 10, exists: async () => true }),
      retention: createRetention({ ...parts, channel: "mail" }),
    };
  };
  const before = open(30 * day);
  await before.retention.sweep();
  await before.inbox.receive([{ id: "a", recipient: "a@mail.test" }], { subject: "s", sender: "a@b.test", body: "t" });
  const kept = async () => (await kv.get<{ messages: object[] }>("inbox:a"))?.messages.length;
  now += 3 * day;
  isBroken = true;
  const interrupted = open(2 * day);
  await interrupted.retention.sweep().catch(() => {});
  isBroken = false;
  const after = open(2 * day);
  await after.retention.sweep();
  expect(await kept()).toBe(0);
  for (const { inbox, retention } of [before, interrupted, after])
    await Promise.all([inbox.close(), retention.close()]);
  await close();
});

test("a retention time that could not be recorded is recorded by the next sweep", async () => {
  const { kv, locks, bus } = await openStorage("memory:");
  const failures = [new Error("disk gone")];
  const commit = async (writes: readonly Write[]) => {
    const failure = failures.pop();
    if (failure) throw failure;
    await kv.commit(writes);
  };
  const parts = { kv: { ...kv, commit }, locks, bus, clock: { now: () => 0 }, retentionMs: day };
  const { sweep } = createRetention({ ...parts, channel: "mail" });
  await expect(sweep()).rejects.toThrow("disk gone");
  expect(await kv.get("retention:mail")).toBeNull();
  await sweep();
  expect(await kv.get("retention:mail")).toEqual({ milliseconds: day });
});
