import { createMailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { openStorage } from "../../src/storage/open-storage.ts";

// Run by retention.test.ts in a process of its own: delivers until it is killed, and prints what was acknowledged.
const { kv, locks, bus } = await openStorage(process.argv[2] ?? "");
const inbox = createMailMessageStore({
  kv,
  locks,
  bus,
  clock: { now: () => Number(process.argv[3]) },
  retentionMs: 86_400_000,
  maxWaits: 1,
  exists: async () => true,
});
let next = 0;
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (;;) {
      const id = `box${next++}`;
      await inbox.receive([{ id, recipient: "x@mail.test" }], { subject: "s", sender: "a@b.test", body: "text" });
      process.stdout.write(`${id}\n`);
    }
  }),
);
