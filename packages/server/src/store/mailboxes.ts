import { type Clock, toTimestamp } from "../clock.ts";
import { hashToken, newId } from "../ids.ts";
import { inboxLock, inboxTopic, removeInbox } from "../inbox/record.ts";
import { Problem } from "../problem.ts";
import type { Bus, Kv, Locks } from "../storage/types.ts";
import { accountLock } from "./accounts.ts";
import { ownedList } from "./owned-list.ts";
import { issueToken, revokeToken } from "./tokens.ts";

/** A mailbox as stored. Its token is kept readable because lists show it (interface section 2). */
export interface Mailbox {
  id: string;
  account: string;
  name: string;
  token: string;
  created_at: string;
  bucket: number;
}

const mailboxKey = (id: string) => `mailbox:${id}`;
const nameKey = (name: string) => `mailbox-name:${name}`;
const mailboxesOf = (account: string) => `${account}:mailboxes`;

export type Mailboxes = ReturnType<typeof createMailboxes>;

/** The mailboxes of all accounts. */
export function createMailboxes({ kv, locks, bus, clock }: { kv: Kv; locks: Locks; bus: Bus; clock: Clock }) {
  const list = (account: string) => ownedList(kv, mailboxesOf(account));

  return {
    /** The id of the mailbox with this name, which is what `RCPT TO` asks for. */
    async findByName(name: string): Promise<string | null> {
      return (await kv.get<{ id: string }>(nameKey(name)))?.id ?? null;
    },

    exists: async (id: string) => (await kv.get(mailboxKey(id))) !== null,
    count: (account: string) => list(account).count(),

    /** @throws Problem `not_found` unless the mailbox exists in this account. */
    async owned(id: string, account: string): Promise<Mailbox> {
      const mailbox = await kv.get<Mailbox>(mailboxKey(id));
      if (mailbox?.account !== account)
        throw new Problem("not_found", "There is no mailbox with this id in this account.");
      return mailbox;
    },

    async list(account: string): Promise<Mailbox[]> {
      const mailboxes = await Promise.all((await list(account).ids()).map((id) => kv.get<Mailbox>(mailboxKey(id))));
      return mailboxes.filter((mailbox) => mailbox !== null);
    },

    /** @throws Problem `already_taken` or `limit_reached`. `limit` is read under the account's lock. */
    async register(account: string, name: string, limit: () => Promise<number | null>): Promise<Mailbox> {
      return locks.with([accountLock(account), nameKey(name)], async () => {
        const most = await limit();
        const used = await list(account).count();
        if (most !== null && used >= most)
          throw new Problem(
            "limit_reached",
            `This account may have ${most} mailboxes and has ${used}. Delete one, or raise the account's limit.`,
          );
        if (await kv.get(nameKey(name)))
          throw new Problem("already_taken", `The mailbox name ${name} is taken. Choose another.`);
        const id = newId();
        const { token, write } = issueToken("mailbox", id);
        const { writes, bucket } = await list(account).add(id);
        const mailbox: Mailbox = { id, account, name, token, created_at: toTimestamp(clock.now()), bucket };
        await kv.commit([[mailboxKey(id), mailbox], write, [nameKey(name), { id }], ...writes]);
        return mailbox;
      });
    },

    async rotate(id: string, account: string): Promise<Mailbox> {
      const mailbox = await locks.with([accountLock(account)], async () => {
        const before = await this.owned(id, account);
        const { token, write } = issueToken("mailbox", id);
        const after = { ...before, token };
        await kv.commit([revokeToken(hashToken(before.token)), write, [mailboxKey(id), after]]);
        return after;
      });
      await bus.publish(inboxTopic(id));
      return mailbox;
    },

    async remove(id: string, account: string): Promise<void> {
      const { name } = await this.owned(id, account);
      await locks.with([accountLock(account), nameKey(name), inboxLock(id)], async () => {
        const mailbox = await this.owned(id, account);
        await kv.commit([
          revokeToken(hashToken(mailbox.token)),
          [nameKey(name), null],
          [mailboxKey(id), null],
          ...(await list(account).remove(id, mailbox.bucket)),
          ...(await removeInbox(kv, id)),
        ]);
      });
      await bus.publish(inboxTopic(id));
    },
  };
}
