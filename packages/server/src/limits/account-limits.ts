import type { ServerOptions } from "../options/options.ts";
import type { ExtraQuota, StoredAccount, Tier } from "../store/accounts.ts";

/** Mailboxes by tier in the earlier edition (interface section 8); `null` is unlimited. */
export const mailboxesByTier = { normal: 5, vip: 10, svip: 50, ssvip: null } as const satisfies Record<
  Tier,
  number | null
>;

/** Limits of an account's resources; `null` means unlimited. */
export interface AccountLimits {
  mailboxes(account: StoredAccount): number | null;
  smsInboxes(account: StoredAccount): number | null;
  subdomains(): number | null;
  agentKeys(): number | null;
  webhooks(): number | null;
  authenticators(): number | null;
}

/**
 * Creates the functions that return an account's limits in the configured edition of the API; `null` is unlimited. An option of
 * 0 means unlimited, except for the free mailboxes and SMS inboxes, to which the account's extra ones are added. The earlier edition
 * limits mailboxes by the account's tier and has no SMS inboxes.
 */
export function createAccountLimits(
  options: Pick<
    ServerOptions,
    | "edition"
    | "freeMailboxes"
    | "freeSmsInboxes"
    | "subdomainsPerAccount"
    | "agentKeysPerAccount"
    | "webhooksPerAccount"
    | "authenticatorsPerAccount"
  >,
): AccountLimits {
  const withExtra = (free: number, extra: ExtraQuota) => (extra === "unlimited" ? null : free + extra);
  return {
    mailboxes: (account) =>
      options.edition === "earlier"
        ? mailboxesByTier[account.tier]
        : withExtra(options.freeMailboxes, account.extra_mailboxes),
    // `extra_sms_tokens` is the stored name of the account's extra SMS inboxes.
    smsInboxes: (account) =>
      options.edition === "earlier" ? 0 : withExtra(options.freeSmsInboxes, account.extra_sms_tokens),
    subdomains: () => options.subdomainsPerAccount || null,
    agentKeys: () => options.agentKeysPerAccount || null,
    webhooks: () => options.webhooksPerAccount || null,
    authenticators: () => options.authenticatorsPerAccount || null,
  };
}
