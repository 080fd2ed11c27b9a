import { maxEntries } from "@frontdesk/basics";
import { LRUCache } from "lru-cache";
import type { AccountStore, StoredAccount } from "./accounts.ts";
import type { MailboxStore } from "./mailboxes.ts";
import type { SmsInboxStore } from "./sms-inboxes.ts";

type Owner = Pick<StoredAccount, "id" | "name">;

/** Finds the account of a mailbox or an SMS inbox, for requests whose credential names only the inbox. */
export interface InboxOwners {
  /** Returns the account, or `null` if the inbox was deleted. */
  find(kind: "mailbox" | "sms", inboxId: string): Promise<Owner | null>;
}

interface InboxOwnersParts {
  mailboxes: Pick<MailboxStore, "find">;
  smsInboxes: Pick<SmsInboxStore, "find">;
  accounts: Pick<AccountStore, "get">;
}

/** Inboxes whose account is kept in memory. */
const maxCached = 10_000;

/** Creates the search for the account of an inbox. It caches: neither the account of an inbox nor its name ever changes. */
export function createInboxOwners({ mailboxes, smsInboxes, accounts }: InboxOwnersParts): InboxOwners {
  const cache = new LRUCache<string, Owner>(maxEntries(maxCached));
  return {
    /**
     * Returns the account of an inbox, cached or read; `null` if the inbox was deleted before it was cached. A cached account stays right,
     * because an inbox never gets another one.
     *
     * @throws Problem `unauthenticated` if the account is being deleted
     */
    async find(kind, inboxId) {
      const cached = cache.get(inboxId);
      if (cached) return cached;
      const inbox = await (kind === "mailbox" ? mailboxes : smsInboxes).find(inboxId);
      if (!inbox) return null;
      const { id, name } = await accounts.get(inbox.account);
      cache.set(inboxId, { id, name });
      return { id, name };
    },
  };
}
