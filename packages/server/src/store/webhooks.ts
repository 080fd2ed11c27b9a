import { randomBytes } from "node:crypto";
import type { Schemas } from "@frontdesk/contract";
import type { Write } from "../storage/types.ts";
import { openOwnedList } from "./owned-list.ts";
import { type LoadLimit, type OwnedRecord, openOwnedRecords, type StoreParts } from "./owned-records.ts";
import { queueDeletionWrites, readQueueHead, webhookLock } from "./webhook-queue.ts";

export type WebhookEvent = Schemas["WebhookEvent"];

/** A webhook as stored: a URL to which messages of an account are sent as they arrive. */
export interface StoredWebhook extends OwnedRecord {
  url: string;
  events: WebhookEvent[];
  mailbox_id: string | null;
  sms_id: string | null;
  /** Id of the agent key that registered it. The webhook is valid while the key is. */
  key: string;
  secret: string;
  /** Bucket of its id in the list of all accounts' webhooks. */
  place: number;
}

/** Lock of the list of all accounts' webhooks. */
const allWebhooksLock = "webhooks";
/** Begins each secret (Standard Webhooks specification). */
const secretPrefix = "whsec_";
/** Ids read at a time. */
const idsPerPage = 100;

/** The webhooks of an account, in one record that each delivery reads. The limit of webhooks bounds its size. */
export interface WebhookIndex {
  entries: Pick<StoredWebhook, "id" | "events" | "mailbox_id" | "sms_id">[];
}
export const webhookIndexKey = (account: string) => `webhooks-of:${account}`;

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Stores the webhooks of all accounts. */
export function createWebhookStore(parts: StoreParts) {
  const { kv } = parts;
  const allWebhooks = openOwnedList(kv, "webhooks");
  const records = openOwnedRecords<StoredWebhook>(parts, {
    key: "webhook",
    list: "webhooks",
    noun: "webhook",
    nouns: "webhooks",
    limitSetting: "--webhooks-per-account",
  });
  /** Returns what the index record has of an account's webhooks. */
  const entriesOf = async (account: string) => (await kv.get<WebhookIndex>(webhookIndexKey(account)))?.entries ?? [];
  /** Returns the write that stores an account's index record, or deletes it if no webhook is left. */
  const indexWrite = (account: string, entries: WebhookIndex["entries"]): Write => [
    webhookIndexKey(account),
    entries.length > 0 ? { entries } : null,
  ];

  return {
    ...records.reads,
    /** Yields the ids of all accounts' webhooks. Called when the server starts, to go on with their deliveries. */
    async *all(): AsyncGenerator<string> {
      // `undefined` for the first page, `null` after the last.
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const { ids, next }: { ids: string[]; next: string | null } = await allWebhooks.page(idsPerPage, cursor);
        yield* ids;
        cursor = next;
      }
    },

    /** Returns the ids of all webhooks of an account, in one read. */
    idsOf: async (account: string) => (await entriesOf(account)).map(({ id }) => id),

    /** Returns the latest attempts, newest first. */
    deliveries: async (id: string) => (await readQueueHead(kv, id)).deliveries,

    /** Creates a webhook with a new secret. @throws Problem `limit_reached`. */
    async register(
      account: string,
      settings: Pick<StoredWebhook, "url" | "events" | "mailbox_id" | "sms_id" | "key">,
      limit: LoadLimit,
    ): Promise<StoredWebhook> {
      return records.add({
        account,
        limit,
        locks: [allWebhooksLock],
        /**
         * Builds the record, and adds the webhook to the list of all webhooks and to its account's index of events. `place` is its bucket
         * in the list of all, which `remove` needs; its bucket in the account's list, which `records` keeps, is in `base`.
         */
        async build(base) {
          const { writes, bucket } = await allWebhooks.append(base.id);
          const secret = secretPrefix + randomBytes(32).toString("base64");
          const record = { ...base, ...settings, place: bucket, secret };
          const { id, events, mailbox_id, sms_id } = record;
          const entries = [...(await entriesOf(account)), { id, events, mailbox_id, sms_id }];
          return { record, writes: [indexWrite(account, entries), ...writes] };
        },
      });
    },

    /** Deletes a webhook with its queue. Takes it from the list of all webhooks, and from the account's index that each delivery reads. */
    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, {
        locks: () => [allWebhooksLock, webhookLock(id)],
        // `place` is its bucket in the list of all webhooks.
        relatedWrites: async ({ place }) => [
          ...(await allWebhooks.remove(id, place)),
          indexWrite(
            account,
            (await entriesOf(account)).filter((entry) => entry.id !== id),
          ),
          ...(await queueDeletionWrites(kv, id)),
        ],
      });
    },
  };
}
