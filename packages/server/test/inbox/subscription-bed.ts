import { messageId } from "../../src/inbox/cursor.ts";
import type { InboxIndex, StoredSummary } from "../../src/inbox/record.ts";
import { createSubscriptions } from "../../src/inbox/subscriptions.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";

export const inbox = "aninboxofatest00";
export const message = (sequence: number, body = `message ${sequence}`) => ({
  id: messageId(inbox, sequence),
  arrived: sequence,
  body,
  to: sequence % 2 === 0 ? "even" : "odd",
});
type Stored = StoredSummary & { to: string };
export const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
};

/** One server's subscriptions on a storage that contains `bed.stored`. */
export function setUp() {
  const local = createLocalBus();
  const subscribed = new Map<string, number>();
  const gaps = new Set<() => void>();
  const bed = {
    stored: [] as ReturnType<typeof message>[],
    sequence: 10,
    loads: 0,
    fails: false,
    /** The id of a message that is listed, but whose text is gone. */
    evicted: "",
    subscribed,
    gaps,
    publish: (text: string) => local.publish(inbox, text),
  };
  const subscriptions = createSubscriptions<Stored>({
    bus: {
      ...local,
      onReconnect(act) {
        gaps.add(act);
        return () => void gaps.delete(act);
      },
      subscribe(topic, act) {
        subscribed.set(topic, (subscribed.get(topic) ?? 0) + 1);
        const stop = local.subscribe(topic, act);
        return () => {
          subscribed.set(topic, (subscribed.get(topic) ?? 0) - 1);
          return stop();
        };
      },
    },
    topicOf: (name) => name,
    addressOf: ({ to }) => to,
    async loadIndex() {
      bed.loads++;
      if (bed.fails) throw new Error("disk gone");
      return {
        sequence: bed.sequence,
        messages: bed.stored.map(({ body: _, ...summary }) => summary),
      } as InboxIndex<Stored>;
    },
    loadBody: async (_inbox, id) => bed.stored.find((each) => each.id === id && id !== bed.evicted) ?? null,
  });
  const open = (address: string | null = null) => {
    const subscription = subscriptions.subscribe(inbox, address);
    let wakes = 0;
    const stop = subscription.onChange(() => wakes++);
    subscription.startAt(bed.sequence);
    return { subscription, stop, wakes: () => wakes, bodies: () => subscription.buffered().map(({ body }) => body) };
  };
  return { bed, subscriptions, open };
}
