import { randomBytes } from "node:crypto";
import type { Schemas } from "@frontdesk/contract";
import type { Write } from "../storage/types.ts";
import { openOwnedList } from "./owned-list.ts";
import { type LoadLimit, type OwnedRecord, openOwnedRecords, type StoreParts } from "./owned-records.ts";
import { queueDeletionWrites, readQueueHead, webhookLock } from "./webhook-queue.ts";

export type WebhookEvent = Schemas["WebhookEvent"];

/** Where messages of an account are sent as they arrive. */
export interface StoredWebhook extends OwnedRecord {
  url: string;
  events: WebhookEvent[];
  mailbox_id: string | null;
  sms_id: string | null;
  /** The agent key that made it, with which it ends. */
  key: string;
  secret: string;
  /** Where its id stands in the list of all accounts' webhooks. */
  place: number;
}

const allWebhooksLock = "webhooks";

/** What a delivery looks at: which webhooks of an account a message is for. Its size is bounded by the limit of webhooks. */
export interface WebhookIndex {
  entries: Pick<StoredWebhook, "id" | "events" | "mailbox_id" | "sms_id">[];
}
export const webhookIndexKey = (account: string) => `webhooks-of:${account}`;

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** The webhooks of all accounts. */
export function createWebhookStore(parts: StoreParts) {
  const { kv } = parts;
  const every = openOwnedList(kv, "webhooks");
  const records = openOwnedRecords<StoredWebhook>(parts, {
    key: "webhook",
    list: "webhooks",
    noun: "webhook",
    nouns: "webhooks",
    limit: "--webhooks-per-account",
  });
  const entriesOf = async (account: string) => (await kv.get<WebhookIndex>(webhookIndexKey(account)))?.entries ?? [];
  const toIndex = (account: string, entries: WebhookIndex["entries"]): Write => [
    webhookIndexKey(account),
    entries.length > 0 ? { entries } : null,
  ];

  return {
    find: records.find,
    getOwned: records.getOwned,
    page: records.page,
    deleteEmptyList: records.deleteEmptyList,
    count: records.count,
    /** Ids of all accounts' webhooks, for a server that starts. */
    async *all(): AsyncGenerator<string> {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { ids, next }: { ids: string[]; next: string | null } = await every.page(100, cursor);
        yield* ids;
        cursor = next;
      }
    },

    /** Ids of all of an account's webhooks, in one read. */
    idsOf: async (account: string) => (await entriesOf(account)).map(({ id }) => id),

    /** Its latest tries, newest first. */
    deliveries: async (id: string) => (await readQueueHead(kv, id)).deliveries,

    /** @throws Problem `limit_reached`. */
    async register(
      account: string,
      settings: Pick<StoredWebhook, "url" | "events" | "mailbox_id" | "sms_id" | "key">,
      limit: LoadLimit,
    ): Promise<StoredWebhook> {
      return records.add({
        account,
        limit,
        locks: [allWebhooksLock],
        async make(fresh) {
          const { writes, bucket: place } = await every.append(fresh.id);
          const record = { ...fresh, ...settings, place, secret: `whsec_${randomBytes(32).toString("base64")}` };
          const { id, events, mailbox_id, sms_id } = record;
          const entries = [...(await entriesOf(account)), { id, events, mailbox_id, sms_id }];
          return { record, writes: [toIndex(account, entries), ...writes] };
        },
      });
    },

    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, {
        locks: () => [allWebhooksLock, webhookLock(id)],
        also: async ({ place }) => [
          ...(await every.remove(id, place)),
          toIndex(
            account,
            (await entriesOf(account)).filter((entry) => entry.id !== id),
          ),
          ...(await queueDeletionWrites(kv, id)),
        ],
      });
    },
  };
}
