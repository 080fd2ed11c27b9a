import { type Clock, toTimestamp } from "../clock.ts";
import { hashToken, newId } from "../ids.ts";
import { inboxLock, inboxTopic, removeInbox } from "../inbox/record.ts";
import { Problem } from "../problem.ts";
import type { Bus, Kv, Locks, Write } from "../storage/types.ts";
import { accountLock } from "./accounts.ts";
import { ownedList } from "./owned-list.ts";
import { issueToken, revokeToken } from "./tokens.ts";

/** An SMS token as stored; its numbers and texts are in its inbox. */
export interface SmsToken {
  id: string;
  account: string;
  token: string;
  created_at: string;
  bucket: number;
}

const smsKey = (id: string) => `sms:${id}`;
const smsTokensOf = (account: string) => `${account}:sms`;

export type SmsTokens = ReturnType<typeof createSmsTokens>;

/** The SMS tokens of all accounts. */
export function createSmsTokens({ kv, locks, bus, clock }: { kv: Kv; locks: Locks; bus: Bus; clock: Clock }) {
  const list = (account: string) => ownedList(kv, smsTokensOf(account));

  return {
    /** Whoever owns it. */
    find: (id: string) => kv.get<SmsToken>(smsKey(id)),
    exists: async (id: string) => (await kv.get(smsKey(id))) !== null,
    count: (account: string) => list(account).count(),

    /** @throws Problem `not_found` unless the SMS token exists in this account. */
    async owned(id: string, account: string): Promise<SmsToken> {
      const token = await kv.get<SmsToken>(smsKey(id));
      if (token?.account !== account)
        throw new Problem("not_found", "There is no SMS token with this id in this account.");
      return token;
    },

    async list(account: string): Promise<SmsToken[]> {
      const tokens = await Promise.all((await list(account).ids()).map((id) => kv.get<SmsToken>(smsKey(id))));
      return tokens.filter((token) => token !== null);
    },

    /** `first` gives further writes of the same commit, such as a number attached from the start. */
    async register(
      account: string,
      limit: () => Promise<number | null>,
      first: (id: string) => Write[] = () => [],
    ): Promise<SmsToken> {
      return locks.with([accountLock(account)], async () => {
        const most = await limit();
        const used = await list(account).count();
        if (most !== null && used >= most)
          throw new Problem(
            "limit_reached",
            `This account may have ${most} SMS tokens and has ${used}. Delete one, or raise the account's limit.`,
          );
        const id = newId();
        const { token, write } = issueToken("sms", id);
        const { writes, bucket } = await list(account).add(id);
        const record: SmsToken = { id, account, token, created_at: toTimestamp(clock.now()), bucket };
        await kv.commit([[smsKey(id), record], write, ...first(id), ...writes]);
        return record;
      });
    },

    async rotate(id: string, account: string): Promise<SmsToken> {
      const record = await locks.with([accountLock(account)], async () => {
        const before = await this.owned(id, account);
        const { token, write } = issueToken("sms", id);
        const after = { ...before, token };
        await kv.commit([revokeToken(hashToken(before.token)), write, [smsKey(id), after]]);
        return after;
      });
      await bus.publish(inboxTopic(id));
      return record;
    },

    async remove(id: string, account: string): Promise<void> {
      await locks.with([accountLock(account), inboxLock(id)], async () => {
        const record = await this.owned(id, account);
        await kv.commit([
          revokeToken(hashToken(record.token)),
          [smsKey(id), null],
          ...(await list(account).remove(id, record.bucket)),
          ...(await removeInbox(kv, id)),
        ]);
      });
      await bus.publish(inboxTopic(id));
    },
  };
}
