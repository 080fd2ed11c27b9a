import { expect, test } from "vitest";
import { createMailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { createRetention } from "../../src/inbox/retention.ts";
import { openStorage } from "../../src/storage/open-storage.ts";

const hour = 3_600_000;

test.each([1, 12, 23])("lowering the retention from a day to %i hours applies to stored messages", async (hours) => {
  const { kv, locks, bus, close } = await openStorage("memory:");
  let now = Date.UTC(2026, 0, 1, 0, 30);
  const open = (retention: number) => {
    const parts = { kv, locks, bus, clock: { now: () => now }, retentionMs: retention };
    return {
      inbox: createMailMessageStore({ ...parts, maxWaits: 10, exists: async () => true }),
      retention: createRetention({ ...parts, channel: "mail" }),
    };
  };
  const before = open(24 * hour);
  await before.retention.sweep();
  await before.inbox.receive([{ id: "a", recipient: "a@mail.test" }], { subject: "s", sender: "a@b.test", body: "t" });
  const kept = async () => (await kv.get<{ messages: object[] }>("inbox:a"))?.messages.length;
  expect(await kept()).toBe(1);
  const after = open(hours * hour);
  now += hours * hour + 1;
  await after.retention.sweep();
  expect(await kept()).toBe(0);
  for (const { inbox, retention } of [before, after]) await Promise.all([inbox.close(), retention.close()]);
  await close();
});
