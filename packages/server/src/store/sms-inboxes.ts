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
} from "./owned-records.ts";
import { issueToken, tokenDeletionWrite } from "./tokens.ts";

/** An SMS token as stored; its numbers and texts are in its inbox. */
export interface StoredSmsInbox extends OwnedRecord {
  token: string;
}

export type SmsInboxStore = ReturnType<typeof createSmsInboxStore>;

/** The SMS tokens of all accounts. */
export function createSmsInboxStore({ bus, ...parts }: StoreParts & { bus: ServerBus }) {
  const records = openOwnedRecords<StoredSmsInbox>(parts, {
    key: "sms",
    list: "sms",
    noun: "SMS token",
    nouns: "SMS tokens",
    limit: accountLimit,
  });

  const freshen = rotateToken<StoredSmsInbox>("sms");

  return {
    find: records.find,
    getOwned: records.getOwned,
    list: records.list,
    page: records.page,
    deleteEmptyList: records.deleteEmptyList,
    count: records.count,
    exists: async (id: string) => (await records.find(id)) !== null,

    /**
     * `first` gives further writes of the same commit, such as a number attached from the start.
     *
     * @throws Problem `limit_reached`.
     */
    async register(
      account: string,
      limit: LoadLimit,
      first: (id: string) => Write[] = () => [],
    ): Promise<StoredSmsInbox> {
      return records.add({
        account,
        limit,
        async make(fresh) {
          const { token, write } = issueToken("sms", fresh.id);
          return { record: { ...fresh, token }, writes: [write, ...first(fresh.id)] };
        },
      });
    },

    async rotate(id: string, account: string): Promise<StoredSmsInbox> {
      const record = await records.change(id, account, async (before) => {
        const { record, writes } = freshen(before);
        return { record, writes: [...writes, ...(await claimDeletionWrites(parts.kv, id))] };
      });
      await bus.publish(inboxTopic(id));
      return record;
    },

    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, {
        locks: () => [inboxLock(id)],
        also: async ({ token }) => [
          tokenDeletionWrite(hashToken(token)),
          ...(await inboxDeletionWrites(parts.kv, id)),
          ...(await claimDeletionWrites(parts.kv, id)),
        ],
      });
      await bus.publish(inboxTopic(id));
    },
  };
}
