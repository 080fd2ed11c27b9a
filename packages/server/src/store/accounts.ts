import type { Schemas } from "@frontdesk/contract";
import { type Clock, toTimestamp } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { Kv, Locks } from "../storage/types.ts";
import { generateId } from "../text/ids.ts";
import { openOwnedList } from "./owned-list.ts";

export type Tier = Schemas["Tier"];
/** How many more than the free ones an account may have. */
export type ExtraQuota = number | "unlimited";

/** Whom agent keys, mailboxes, SMS tokens and subdomains belong to (contract section 5). */
export interface StoredAccount {
  id: string;
  name: string;
  tier: Tier;
  extra_mailboxes: ExtraQuota;
  extra_sms_tokens: ExtraQuota;
  created_at: string;
  bucket: number;
  /** Set while it is being removed: nothing is added to it any more, and its keys are refused. */
  closing?: true;
}

/** What of an account the operator may set. */
export type AccountSettings = Partial<Pick<StoredAccount, "tier" | "extra_mailboxes" | "extra_sms_tokens">>;

const accountKey = (id: string) => `account:${id}`;
const nameKey = (name: string) => `account-name:${name}`;
/** The accounts whose removal has begun. Changed under the lock of the same name as the list of all accounts. */
const removalsKey = "accounts-closing";

/** Held by whoever changes an account or any list it owns. */
export const accountLock = (id: string) => `account:${id}`;

/**
 * The account, if it is there and not being removed; read under its lock by whoever adds to it.
 *
 * @throws Problem `unauthenticated`, because its keys are no longer good for anything.
 */
export async function requireAccount(kv: Kv, id: string): Promise<StoredAccount> {
  const account = await kv.get<StoredAccount>(accountKey(id));
  if (account && !account.closing) return account;
  throw new Problem("unauthenticated", "This account was removed, and its keys with it.", {
    headers: { "www-authenticate": "Bearer" },
  });
}

export type AccountStore = ReturnType<typeof createAccountStore>;

/** The accounts of this server. They are made on its command line only. */
export function createAccountStore({ kv, locks, clock }: { kv: Kv; locks: Locks; clock: Clock }) {
  const all = openOwnedList(kv, "accounts");

  return {
    /** @throws Problem `unauthenticated` when it was removed, or is being removed. */
    get: (id: string): Promise<StoredAccount> => requireAccount(kv, id),

    async findByName(name: string): Promise<StoredAccount | null> {
      const entry = await kv.get<{ id: string }>(nameKey(name));
      return entry && kv.get<StoredAccount>(accountKey(entry.id));
    },

    /** Whether this server has one account alone. */
    hasOnlyOne: async () => (await all.count()) === 1,

    async list(): Promise<StoredAccount[]> {
      const accounts = await Promise.all((await all.ids()).map((id) => kv.get<StoredAccount>(accountKey(id))));
      return accounts.filter((account) => account !== null);
    },

    /** @throws Problem `already_taken` when there is an account of this name. */
    async create(name: string, settings: AccountSettings = {}): Promise<StoredAccount> {
      return locks.with(["accounts"], async () => {
        if (await kv.get(nameKey(name)))
          throw new Problem("already_taken", `There is an account named ${name} already. Choose another name.`);
        const id = generateId();
        const { writes, bucket } = await all.append(id);
        const account: StoredAccount = {
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

    async update(id: string, settings: AccountSettings): Promise<StoredAccount> {
      return locks.with([accountLock(id)], async () => {
        const account = { ...(await this.get(id)), ...settings };
        await kv.commit([[accountKey(id), account]]);
        return account;
      });
    },

    /** Closes an account: from now on its keys are refused and nothing is added to it. */
    async beginRemoval({ id }: StoredAccount): Promise<void> {
      await locks.with(["accounts", accountLock(id)], async () => {
        const account = await kv.get<StoredAccount>(accountKey(id));
        if (!account || account.closing) return;
        await kv.commit([
          [accountKey(id), { ...account, closing: true }],
          [removalsKey, { ids: [...(await closingIds()), id] }],
        ]);
      });
    },

    /** Removes the record of a closed account that owns nothing any more, and frees its name. */
    async finishRemoval({ id }: StoredAccount): Promise<void> {
      await locks.with(["accounts", accountLock(id)], async () => {
        const account = await kv.get<StoredAccount>(accountKey(id));
        if (!account) return;
        const ids = (await closingIds()).filter((other) => other !== id);
        await kv.commit([
          [accountKey(id), null],
          [nameKey(account.name), null],
          [removalsKey, ids.length > 0 ? { ids } : null],
          ...(await all.remove(id, account.bucket)),
        ]);
      });
    },

    /** The accounts whose removal has begun and not ended. */
    async listRemovals(): Promise<StoredAccount[]> {
      const accounts = await Promise.all((await closingIds()).map((id) => kv.get<StoredAccount>(accountKey(id))));
      return accounts.filter((account) => account !== null);
    },
  };

  async function closingIds(): Promise<string[]> {
    return (await kv.get<{ ids: string[] }>(removalsKey))?.ids ?? [];
  }
}
