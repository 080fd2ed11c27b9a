import { onTestFinished } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { enqueueWrites, type QueuedMessage, readQueueHead, webhookKey } from "../../src/store/webhook-queue.ts";
import type { StoredWebhook, WebhookStore } from "../../src/store/webhooks.ts";
import { createWebhookDispatcher } from "../../src/webhooks/dispatcher.ts";
import type { WebhookRequest } from "../../src/webhooks/sender.ts";

const start = Date.UTC(2026, 0, 1);

/** Runs everything that does not wait for a timer. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate);
}

/** A dispatcher with a manual clock, and a receiver that responds with `bed.answer`. */
export function openDispatcher() {
  const [kv, locks] = [createMemoryKv(), createLocalLocks()];
  const bed = {
    kv,
    locks,
    now: start,
    sent: [] as WebhookRequest[],
    signals: [] as (AbortSignal | undefined)[],
    logged: [] as string[],
    levels: [] as ("info" | "warn" | "error")[],
    /** What each line of the log says besides its message. */
    facts: [] as unknown[],
    /** Existing webhooks, with the fields that differ from the default. */
    hooks: new Map<string, Partial<StoredWebhook>>([["hook", {}]]),
    removed: [] as string[],
    remove: async (id: string): Promise<void> => void bed.removed.push(id),
    listings: 0,
    answer: async (_request: WebhookRequest): Promise<number | null> => 204,
    toData: async (_message: QueuedMessage): Promise<object | null> => ({}),
    find: async (id: string): Promise<StoredWebhook | null> => {
      const hook = bed.hooks.get(id);
      return hook ? ({ id, account: "a", mailbox_id: null, sms_id: null, ...hook } as StoredWebhook) : null;
    },
    /** Queues messages without waking the dispatcher. */
    async enqueue(id: string, ...names: string[]) {
      await kv.commit([[webhookKey(id), { id }]]);
      const messages = names.map((name) => ({
        id: name,
        event: "mail" as const,
        inbox: "a",
        message: {},
        at: bed.now,
      }));
      await kv.commit(await enqueueWrites(kv, id, messages));
    },
    head: (id = "hook") => readQueueHead(kv, id),
    names: () => bed.sent.map(({ id }) => id),
  };
  const log = (level: "info" | "warn" | "error") => (message: string, facts?: unknown) => {
    bed.levels.push(level);
    bed.logged.push(message);
    bed.facts.push(facts);
  };
  const dispatcher = createWebhookDispatcher({
    kv,
    locks,
    clock: { now: () => bed.now },
    log: { info: log("info"), warn: log("warn"), error: log("error") },
    // The dispatcher uses no other methods.
    webhooks: {
      find: (id: string) => bed.find(id),
      idsOf: async () => [...bed.hooks.keys()],
      remove: (id: string) => bed.remove(id),
      async *all() {
        for (const id of bed.hooks.keys()) {
          bed.listings++;
          yield id;
        }
      },
    } as unknown as WebhookStore,
    async send(request, stopping) {
      bed.sent.push(request);
      bed.signals.push(stopping);
      return { at: new Date(bed.now).toISOString(), status: await bed.answer(request), ms: 1 };
    },
    removeRevoked: async (found) => found.filter(({ id }) => bed.hooks.has(id)),
    toPayloadData: (message) => bed.toData(message),
  });
  onTestFinished(() => dispatcher.close());
  return { bed, dispatcher };
}
