import type { Handlers } from "@frontdesk/contract";
import type { Contexts } from "../context.ts";
import { toAgentKeyRecord } from "./agent-keys.ts";

/** Operation that returns the account and the calling key (contract section 5). */
export const accountOperations = {
  /** Returns the calling key, which this request has just used, and its account, with its limits and how much of them is used. */
  async getAccount(_input, context) {
    const { account, key, clock, limits, agentKeys, authenticators, subdomains, mailboxes, smsInboxes } = context;
    const { webhooks, revokedWebhooks } = context;
    // Webhooks of revoked keys must not count towards the limit, so they are deleted first if there is a limit.
    if (limits.webhooks() !== null) await revokedWebhooks.removeRevokedOfAccount(account.id);
    const [subdomainCount, mailboxCount, smsCount, keyCount, webhookCount, authenticatorCount] = await Promise.all([
      subdomains.count(account.id),
      mailboxes.count(account.id),
      smsInboxes.count(account.id),
      agentKeys.count(account.id),
      webhooks.count(account.id),
      authenticators.count(account.id),
    ]);
    const lastUsedNow = new Date(clock.now()).toISOString();
    return {
      account: {
        name: account.name,
        tier: account.tier,
        limits: {
          subdomains: limits.subdomains(),
          mailboxes: limits.mailboxes(account),
          sms_tokens: limits.smsInboxes(account),
          agent_keys: limits.agentKeys(),
          webhooks: limits.webhooks(),
          authenticators: limits.authenticators(),
        },
        usage: {
          subdomains: subdomainCount,
          mailboxes: mailboxCount,
          sms_tokens: smsCount,
          agent_keys: keyCount,
          webhooks: webhookCount,
          authenticators: authenticatorCount,
        },
      },
      agent_token: toAgentKeyRecord(key, lastUsedNow),
    };
  },
} satisfies Partial<Handlers<Contexts>>;
