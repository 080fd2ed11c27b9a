import { inboxDeletionWrites, inboxLock, inboxTopic } from "../inbox/record.ts";
import type { ServerBus, Write } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";
import { claimDeletionWrites } from "./claims.ts";
import {
  accountLimit,
  type LoadLimit,
  type OwnedRecord,
  openOwnedRecords,
  rotateToken,
  type StoreParts,
  type ToAuditEvent,
} from "./owned-records.ts";
import { issueToken, tokenDeletionWrite } from "./tokens.ts";

/** An SMS inbox as stored. Its numbers and messages are in its index record. `token` is its key. */
export interface StoredSmsInbox extends OwnedRecord {
  token: string;
}

export type SmsInboxStore = ReturnType<typeof createSmsInboxStore>;

/** Stores the SMS inboxes of all accounts. */
export function createSmsInboxStore({ bus, ...parts }: StoreParts & { bus: ServerBus }) {
  const records = openOwnedRecords<StoredSmsInbox>(parts, {
    key: "sms",
    list: "sms",
    noun: "SMS inbox",
    nouns: "SMS inboxes",
    limitSetting: accountLimit,
  });
  /** Wakes the SMS inbox's long polls, which then find that their key is invalid. */
  const wakeLongPolls = (id: string) => bus.publish(inboxTopic(id));

  const withNewToken = rotateToken<StoredSmsInbox>("sms");

  return {
    ...records.reads,
    exists: async (id: string) => (await records.find(id)) !== null,

    /**
     * Creates an SMS inbox. `firstWrites` returns further writes for the same commit, such as a first phone number.
     *
     * @throws Problem `limit_reached`.
     */
    async register(
      account: string,
      limit: LoadLimit,
      firstWrites: (id: string) => Write[] = () => [],
    ): Promise<StoredSmsInbox> {
      return records.add({
        account,
        limit,
        /**
         * Builds the record from `base`, which has its id: adds the inbox's key (`token`). The writes are committed with the record: the
         * first makes the key valid, the others are those of the caller of `register` (`firstWrites`), such as a first phone number.
         */
        async build(base) {
          const { token, write } = issueToken("sms", base.id);
          return { record: { ...base, token }, writes: [write, ...firstWrites(base.id)] };
        },
      });
    },

    /** Gives the SMS inbox a new key. The old one and all claim codes, which phones exchange for the key, are invalid at once. */
    async rotate(id: string, account: string, toEvent?: ToAuditEvent): Promise<StoredSmsInbox> {
      /** Gives the inbox a new key, and deletes its claim codes, which stand for the old one. */
      const change = async (before: StoredSmsInbox) => {
        const { record, writes } = withNewToken(before);
        return { record, writes: [...writes, ...(await claimDeletionWrites(parts.kv, id))] };
      };
      const record = await records.change(id, account, change, toEvent);
      await wakeLongPolls(id);
      return record;
    },

    /** Deletes an SMS inbox with its messages, key and claim codes, and ends its long polls. */
    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, {
        locks: () => [inboxLock(id)],
        relatedWrites: async ({ token }) => [
          tokenDeletionWrite(hashToken(token)),
          ...(await inboxDeletionWrites(parts.kv, id)),
          ...(await claimDeletionWrites(parts.kv, id)),
        ],
      });
      await wakeLongPolls(id);
    },
  };
}
