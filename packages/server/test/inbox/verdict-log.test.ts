import { expect, onTestFinished, test, vi } from "vitest";
import { createMailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createLateKv } from "../storage/late-commits.ts";

test.each(["own log", "console"])(
  "a verdict that cannot be stored shows all the same, and is noted in the %s",
  async (place) => {
    const kv = createLateKv();
    let isFull = false;
    const commit: typeof kv.commit = async (writes) => {
      if (isFull) throw new Error("disk full");
      await kv.commit(writes);
    };
    const warned: string[] = [];
    const log = { warn: (line: string) => void warned.push(`own log: ${line}`) };
    const onConsole = vi.spyOn(console, "warn").mockImplementation((line) => void warned.push(`console: ${line}`));
    onTestFinished(() => onConsole.mockRestore());
    const store = createMailMessageStore({
      kv: { ...kv, commit },
      locks: createLocalLocks(),
      bus: createLocalBus(),
      clock: { now: () => Date.UTC(2026, 0, 1) },
      retentionMs: 86_400_000,
      maxWaits: 5,
      exists: async () => true,
      ...(place === "own log" && { log }),
    });
    onTestFinished(() => store.close());
    const mail = { subject: "s", sender: "a@b.test", body: "text" };
    await store.receive([{ id: "box", recipient: "a@mail.test" }], mail, async () => "pass");
    isFull = true;
    await store.saveVerdicts();
    expect(warned).toEqual([`${place}: Verdicts on senders were not stored: disk full`]);
    expect((await store.index("box")).messages.map(store.verdictOf)).toEqual(["pass"]);
  },
);
