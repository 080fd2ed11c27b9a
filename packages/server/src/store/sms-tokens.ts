import { inboxDeletionWrites, inboxLock, inboxTopic } from "../inbox/record.ts";
import type { Bus, Write } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";
import { purgeClaims } from "./claims.ts";
import {
  accountLimit,
  type Limit,
  type OwnedRecord,
  ownedRecords,
  type StoreParts,
  withFreshToken,
} from "./owned-records.ts";
import { issueToken, revokeToken } from "./tokens.ts";

/** An SMS token as stored; its numbers and texts are in its inbox. */
export interface SmsToken extends OwnedRecord {
  token: string;
}

export type SmsTokens = ReturnType<typeof createSmsTokens>;

/** The SMS tokens of all accounts. */
export function createSmsTokens({ bus, ...parts }: StoreParts & { bus: Bus }) {
  const records = ownedRecords<SmsToken>(parts, {
    key: "sms",
    list: "sms",
    noun: "SMS token",
    nouns: "SMS tokens",
    limit: accountLimit,
  });

  const freshen = withFreshToken<SmsToken>("sms");

  return {
    find: records.find,
    owned: records.owned,
    list: records.list,
    page: records.page,
    dropList: records.dropList,
    count: records.count,
    exists: async (id: string) => (await records.find(id)) !== null,

    /**
     * `first` gives further writes of the same commit, such as a number attached from the start.
     *
     * @throws Problem `limit_reached`.
     */
    async register(account: string, limit: Limit, first: (id: string) => Write[] = () => []): Promise<SmsToken> {
      return records.add({
        account,
        limit,
        async make(fresh) {
          const { token, write } = issueToken("sms", fresh.id);
          return { record: { ...fresh, token }, writes: [write, ...first(fresh.id)] };
        },
      });
    },

    async rotate(id: string, account: string): Promise<SmsToken> {
      const record = await records.change(id, account, async (before) => {
        const { record, writes } = freshen(before);
        return { record, writes: [...writes, ...(await purgeClaims(parts.kv, id))] };
      });
      await bus.publish(inboxTopic(id));
      return record;
    },

    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, {
        locks: () => [inboxLock(id)],
        also: async ({ token }) => [
          revokeToken(hashToken(token)),
          ...(await inboxDeletionWrites(parts.kv, id)),
          ...(await purgeClaims(parts.kv, id)),
        ],
      });
      await bus.publish(inboxTopic(id));
    },
  };
}
