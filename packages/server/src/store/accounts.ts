import type { Schemas } from "@frontdesk/contract";
import { type Clock, toTimestamp } from "../clock.ts";
import { newId } from "../ids.ts";
import { Problem } from "../problem.ts";
import type { Kv, Locks } from "../storage/types.ts";
import { ownedList } from "./owned-list.ts";

export type Tier = Schemas["Tier"];
/** How many more than the free ones an account may have. */
export type Extra = number | "unlimited";

/** Whom agent keys, mailboxes, SMS tokens and subdomains belong to (contract section 5). */
export interface Account {
  id: string;
  name: string;
  tier: Tier;
  extra_mailboxes: Extra;
  extra_sms_tokens: Extra;
  created_at: string;
  bucket: number;
}

/** What of an account the operator may set. */
export type AccountSettings = Partial<Pick<Account, "tier" | "extra_mailboxes" | "extra_sms_tokens">>;

const accountKey = (id: string) => `account:${id}`;
const nameKey = (name: string) => `account-name:${name}`;

/** Held by whoever changes an account or any list it owns. */
export const accountLock = (id: string) => `account:${id}`;

export type Accounts = ReturnType<typeof createAccounts>;

/** The accounts of this server. They are made on its command line only. */
export function createAccounts({ kv, locks, clock }: { kv: Kv; locks: Locks; clock: Clock }) {
  const all = ownedList(kv, "accounts");

  return {
    async get(id: string): Promise<Account> {
      const account = await kv.get<Account>(accountKey(id));
      if (!account) throw new Error(`The account ${id} has no record`);
      return account;
    },

    async findByName(name: string): Promise<Account | null> {
      const entry = await kv.get<{ id: string }>(nameKey(name));
      return entry && kv.get<Account>(accountKey(entry.id));
    },

    /** Whether this server has one account alone. */
    isOnlyOne: async () => (await all.count()) === 1,

    async list(): Promise<Account[]> {
      const accounts = await Promise.all((await all.ids()).map((id) => kv.get<Account>(accountKey(id))));
      return accounts.filter((account) => account !== null);
    },

    /** @throws Problem `already_taken` when there is an account of this name. */
    async add(name: string, settings: AccountSettings = {}): Promise<Account> {
      return locks.with(["accounts"], async () => {
        if (await kv.get(nameKey(name)))
          throw new Problem("already_taken", `There is an account named ${name} already. Choose another name.`);
        const id = newId();
        const { writes, bucket } = await all.add(id);
        const account: Account = {
          id,
          name,
          tier: "normal",
          extra_mailboxes: 0,
          extra_sms_tokens: 0,
          ...settings,
          created_at: toTimestamp(clock.now()),
          bucket,
        };
        await kv.commit([[accountKey(id), account], [nameKey(name), { id }], ...writes]);
        return account;
      });
    },

    async set(id: string, settings: AccountSettings): Promise<Account> {
      return locks.with([accountLock(id)], async () => {
        const account = { ...(await this.get(id)), ...settings };
        await kv.commit([[accountKey(id), account]]);
        return account;
      });
    },

    /** Removes the record of an account that owns nothing any more. */
    async remove(account: Account): Promise<void> {
      await locks.with(["accounts", accountLock(account.id)], async () => {
        await kv.commit([
          [accountKey(account.id), null],
          [nameKey(account.name), null],
          ...(await all.remove(account.id, account.bucket)),
        ]);
      });
    },
  };
}
