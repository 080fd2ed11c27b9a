import { createMailMessageStore, type MailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createLateKv } from "../storage/late-commits.ts";

export const box = "m3t9k1w7x";

/** Runs everything that does not wait for a timer. */
export const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

/** Opens a message store on a bus that records listeners and published events. */
export function openStore({ isShared = false } = {}) {
  const stored = new Set<string>();
  const memory = createLateKv();
  const local = createLocalBus();
  const bed = {
    now: Date.UTC(2026, 0, 1),
    listening: 0,
    gaps: 0,
    published: [] as string[],
    /** The texts of the events that were published. */
    events: [] as string[],
    publish: async () => {},
    stored,
    onStoredCalls: [] as string[],
    wakes: 0,
    prepared: [] as string[],
    locks: createLocalLocks(),
    get: memory.get,
  };
  const store = createMailMessageStore({
    kv: {
      ...memory,
      get: (key) => bed.get(key),
      async commit(writes) {
        await memory.commit(writes);
        for (const [key, value] of writes) value === null ? stored.delete(key) : stored.add(key);
      },
    },
    locks: bed.locks,
    bus: {
      ...local,
      isShared,
      onReconnect(act) {
        bed.gaps++;
        const stop = local.onReconnect(act);
        return () => {
          bed.gaps--;
          stop();
        };
      },
      subscribe(topic, act) {
        bed.listening++;
        const stop = local.subscribe(topic, act);
        return () => {
          bed.listening--;
          stop();
        };
      },
      async publish(topic, text) {
        bed.published.push(topic);
        bed.events.push(text ?? "");
        await bed.publish();
        await local.publish(topic, text);
      },
    },
    clock: { now: () => bed.now },
    retentionMs: 86_400_000,
    maxWaits: 5,
    exists: async (id) => id !== "deleted",
    onStored: (id, messages) => void bed.onStoredCalls.push(`${id} ${messages.length}`),
    onWake: () => void bed.wakes++,
    prepare: ({ subject }) => void bed.prepared.push(subject),
  });
  return { bed, store, memory };
}

export const receive = (store: MailMessageStore, subject: string, ...recipients: string[]) =>
  store.receive(
    (recipients.length > 0 ? recipients : ["a@mail.test"]).map((recipient) => ({ id: box, recipient })),
    { subject, sender: "s@shop.test", body: `text ${subject}` },
  );
