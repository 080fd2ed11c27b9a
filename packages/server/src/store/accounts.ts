import type { Schemas } from "@frontdesk/contract";
import { type Clock, toTimestamp } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { Kv, Locks } from "../storage/types.ts";
import { generateId } from "../text/ids.ts";
import { openOwnedList } from "./owned-list.ts";

export type Tier = Schemas["Tier"];
/** How many an account may have in addition to the free ones. */
export type ExtraQuota = number | "unlimited";

/** An account as stored: the owner of agent keys, mailboxes, SMS inboxes and subdomains (contract section 5). */
export interface StoredAccount {
  id: string;
  name: string;
  tier: Tier;
  extra_mailboxes: ExtraQuota;
  extra_sms_tokens: ExtraQuota;
  created_at: string;
  /** Bucket of its id in the list of all accounts. */
  bucket: number;
  /** Set while the account is being deleted: nothing can be added to it, and its keys are rejected. */
  closing?: true;
}

/** Fields that the operator can set. */
export type AccountSettings = Partial<Pick<StoredAccount, "tier" | "extra_mailboxes" | "extra_sms_tokens">>;

const accountKey = (id: string) => `account:${id}`;
const nameKey = (name: string) => `account-name:${name}`;
/** Record of the accounts that are being deleted. Changed under the lock `accounts`, as the list of all accounts is. */
const removalsKey = "accounts-closing";

/** Accounts among which the first one is looked for. Those before it are being deleted. */
const maxFirstAccounts = 10;

/** Lock to hold while changing an account or any of its lists. */
export const accountLock = (id: string) => `account:${id}`;

/** Returns whether the account exists and is not being deleted. */
export async function isAccountOpen(kv: Kv, id: string): Promise<boolean> {
  const account = await kv.get<StoredAccount>(accountKey(id));
  return account !== null && !account.closing;
}

/**
 * Returns the account. Called under the account's lock before something is added to the account.
 *
 * @throws Problem `unauthenticated` if it was deleted or is being deleted, because its keys are invalid then.
 */
export async function requireAccount(kv: Kv, id: string): Promise<StoredAccount> {
  const account = await kv.get<StoredAccount>(accountKey(id));
  if (account && !account.closing) return account;
  throw new Problem("unauthenticated", "This account was deleted, and its keys with it.", {
    headers: { "www-authenticate": "Bearer" },
  });
}

export type AccountStore = ReturnType<typeof createAccountStore>;

/** Stores the accounts of this server. They are created on its command line only. */
export function createAccountStore({ kv, locks, clock }: { kv: Kv; locks: Locks; clock: Clock }) {
  const accountList = openOwnedList(kv, "accounts");

  return {
    /** Returns an account. @throws Problem `unauthenticated` if it was deleted or is being deleted. */
    get: (id: string): Promise<StoredAccount> => requireAccount(kv, id),

    /** Returns the account with this name, also while it is being deleted; `null` if there is none. */
    async findByName(name: string): Promise<StoredAccount | null> {
      const entry = await kv.get<{ id: string }>(nameKey(name));
      return entry && kv.get<StoredAccount>(accountKey(entry.id));
    },

    /**
     * Returns the oldest account that is not being deleted, usually the one of the first start; `null` if the oldest few are all
     * being deleted. Called for a request without a key, which acts for this account.
     */
    async findFirst(): Promise<StoredAccount | null> {
      // Few, because it runs for each such request. More than these are hardly ever deleted at the same time.
      const { ids } = await accountList.page(maxFirstAccounts, undefined);
      const accounts = await Promise.all(ids.map((id) => kv.get<StoredAccount>(accountKey(id))));
      return accounts.find((account) => account !== null && !account.closing) ?? null;
    },

    /** Returns whether this server has exactly one account. */
    hasOnlyOne: async () => (await accountList.count()) === 1,

    /** Returns all accounts, in order of creation, also those that are being deleted. */
    async list(): Promise<StoredAccount[]> {
      const accounts = await Promise.all((await accountList.ids()).map((id) => kv.get<StoredAccount>(accountKey(id))));
      // `null` if its deletion was finished since the list was read.
      return accounts.filter((account) => account !== null);
    },

    /** Creates an account. @throws Problem `already_taken` if an account has this name. */
    async create(name: string, settings: AccountSettings = {}): Promise<StoredAccount> {
      return locks.with(["accounts"], async () => {
        if (await kv.get(nameKey(name)))
          throw new Problem("already_taken", `An account named ${name} exists already. Choose another name.`);
        const id = generateId();
        // The bucket, the part of the list that has the id, is stored with the account, because removing the id needs it.
        const { writes, bucket } = await accountList.append(id);
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

    /** Changes settings of an account. @throws Problem `unauthenticated` if it was deleted or is being deleted. */
    async update(id: string, settings: AccountSettings): Promise<StoredAccount> {
      return locks.with([accountLock(id)], async () => {
        const account = { ...(await this.get(id)), ...settings };
        await kv.commit([[accountKey(id), account]]);
        return account;
      });
    },

    /**
     * Begins the deletion of an account: from now on its keys are rejected and nothing can be added to it. Lists it among the
     * accounts being deleted, so that the next start finishes a deletion that a crash interrupted.
     */
    async beginRemoval({ id }: StoredAccount): Promise<void> {
      await locks.with(["accounts", accountLock(id)], async () => {
        const account = await kv.get<StoredAccount>(accountKey(id));
        // Another call has begun it already.
        if (!account || account.closing) return;
        await kv.commit([
          [accountKey(id), { ...account, closing: true }],
          [removalsKey, { ids: [...(await closingIds()), id] }],
        ]);
      });
    },

    /** Finishes the deletion of an account that owns nothing any more: deletes its record and frees its name. */
    async finishRemoval({ id }: StoredAccount): Promise<void> {
      await locks.with(["accounts", accountLock(id)], async () => {
        const account = await kv.get<StoredAccount>(accountKey(id));
        // Another call has finished it already.
        if (!account) return;
        const otherRemovals = (await closingIds()).filter((other) => other !== id);
        await kv.commit([
          [accountKey(id), null],
          [nameKey(account.name), null],
          [removalsKey, otherRemovals.length > 0 ? { ids: otherRemovals } : null],
          ...(await accountList.remove(id, account.bucket)),
        ]);
      });
    },

    /** Returns the accounts whose deletion has begun and is not finished. */
    async listRemovals(): Promise<StoredAccount[]> {
      const accounts = await Promise.all((await closingIds()).map((id) => kv.get<StoredAccount>(accountKey(id))));
      // `null` if its deletion was finished since the ids were read.
      return accounts.filter((account) => account !== null);
    },
  };

  /** Returns the ids of the accounts that are being deleted. */
  async function closingIds(): Promise<string[]> {
    return (await kv.get<{ ids: string[] }>(removalsKey))?.ids ?? [];
  }
}
