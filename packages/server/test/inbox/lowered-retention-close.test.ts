import { expect, test } from "vitest";
import { createMailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { createRetention } from "../../src/inbox/retention.ts";
import { openStorage } from "../../src/storage/open-storage.ts";

const day = 86_400_000;

/** Two inboxes with a mail each, kept for thirty days at first, three days later. `beforeRead` is called with each key that is read. */
async function openExpired() {
  const { kv, locks, bus, close } = await openStorage("memory:");
  let now = Date.UTC(2026, 0, 1, 0, 30);
  const bed = { beforeRead: async (_key: string): Promise<void> => {} };
  const get = async <T extends object>(key: string) => {
    await bed.beforeRead(key);
    return kv.get<T>(key);
  };
  const partsFor = (retentionMs: number) => ({
    kv: { ...kv, get },
    locks,
    bus,
    clock: { now: () => now },
    retentionMs,
  });
  const open = (retentionMs: number) => createRetention({ ...partsFor(retentionMs), channel: "mail" });
  const inbox = createMailMessageStore({ ...partsFor(30 * day), maxWaits: 10, exists: async () => true });
  const first = open(30 * day);
  await first.sweep();
  for (const id of ["a", "b"])
    await inbox.receive([{ id, recipient: `${id}@mail.test` }], { subject: "s", sender: "a@b.test", body: "t" });
  await Promise.all([inbox.close(), first.close()]);
  now += 3 * day;
  const countStored = async (id: string) => (await kv.get<{ messages: object[] }>(`inbox:${id}`))?.messages.length;
  return { bed, open, close, stored: async () => [await countStored("a"), await countStored("b")] };
}

test("a lowered retention time applies to all stored messages although the server was stopped in its first sweep", async () => {
  const { bed, open, close, stored } = await openExpired();
  const stopped = open(2 * day);
  bed.beforeRead = async (key) => {
    if (key === "inbox:a") void stopped.close();
  };
  await stopped.sweep();
  expect(await stored()).toEqual([0, 1]);
  bed.beforeRead = async () => {};
  const next = open(2 * day);
  await next.sweep();
  expect(await stored()).toEqual([0, 0]);
  await next.close();
  await close();
});

test("the retention is closed only after an inbox that it visits because the time was lowered", async () => {
  const { bed, open, close, stored } = await openExpired();
  const retention = open(2 * day);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const isVisiting = new Promise<void>((resolve) => {
    bed.beforeRead = async (key) => {
      if (key !== "inbox:a") return;
      resolve();
      await held;
    };
  });
  const sweep = retention.sweep();
  await isVisiting;
  let isClosed = false;
  const closing = retention.close().then(() => (isClosed = true));
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  release();
  await closing;
  expect(await stored()).toEqual([0, 1]);
  await sweep;
  await close();
});
