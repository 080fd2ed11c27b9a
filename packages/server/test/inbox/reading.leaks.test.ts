import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createMailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createLateKv } from "../storage/late-commits.ts";

const open = () =>
  createMailMessageStore({
    kv: createLateKv(),
    locks: createLocalLocks(),
    bus: createLocalBus(),
    clock: { now: Date.now },
    retentionMs: 86_400_000,
    maxWaits: 5,
    exists: async () => true,
  });

test("readers that come and go beside one that stays leave nothing, whether they get a response or disconnect", async () => {
  const inbox = open();
  const staying = new AbortController();
  const stays = inbox.read("box", { count: 1, waitMs: 600_000, signal: staying.signal });
  await leavesNothing(
    async ({ largeArray, signal }) => {
      const leaving = new AbortController();
      // Stays in memory if anything of the wait does.
      Object.assign(leaving.signal, { largeArray });
      const authorize = async () => void largeArray.length;
      const read = inbox.read("box", { count: 1, waitMs: 600_000, signal: leaving.signal, authorize });
      await new Promise(setImmediate);
      leaving.abort();
      await read;
      await inbox.read("box", { count: 1, signal, authorize });
    },
    { calls: 50, sizes: () => ({ pending: inbox.pending() }) },
  );
  staying.abort();
  await stays;
  await inbox.close();
});

test("readers that wait a moment for a verdict, and disconnect, leave nothing either", async () => {
  const inbox = open();
  const id = "m3t9k1w7x";
  const mail = { subject: "s", sender: "a@shop.test", body: "text" };
  await inbox.receive([{ id, recipient: "a@mail.test" }], mail, () => new Promise(() => {}));
  const { cursor: after } = await inbox.read(id, { count: 1 });
  const staying = new AbortController();
  const stays = inbox.read(id, { count: 1, after, waitMs: 600_000, signal: staying.signal });
  await leavesNothing(
    async ({ largeArray }) => {
      const leaving = new AbortController();
      Object.assign(leaving.signal, { largeArray });
      const read = inbox.read(id, { count: 1, authenticated: true, signal: leaving.signal });
      await new Promise(setImmediate);
      leaving.abort();
      await read;
    },
    { calls: 50, sizes: () => ({ pending: inbox.pending() }) },
  );
  staying.abort();
  await stays;
  await inbox.close();
});
