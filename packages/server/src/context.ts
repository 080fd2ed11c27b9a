import type { Clock } from "./clock.ts";
import type { Extractor } from "./inbox/extraction.ts";
import type { MailMessageStore } from "./inbox/mail-message-store.ts";
import type { SmsMessageStore } from "./inbox/sms-message-store.ts";
import type { AccountLimits } from "./limits/account-limits.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { ServerOptions } from "./options/options.ts";
import type { RejectedMail } from "./smtp/rejected-mail.ts";
import type { AccountStore, StoredAccount } from "./store/accounts.ts";
import type { AgentKeyStore, StoredAgentKey } from "./store/agent-keys.ts";
import type { ClaimStore } from "./store/claims.ts";
import type { MailboxStore } from "./store/mailboxes.ts";
import type { SmsInboxStore } from "./store/sms-inboxes.ts";
import type { SubdomainStore } from "./store/subdomains.ts";
import type { WebhookStore } from "./store/webhooks.ts";
import type { AddressPolicy } from "./webhooks/address-policy.ts";
import type { WebhookDispatcher } from "./webhooks/dispatcher.ts";
import type { RevokedWebhooks } from "./webhooks/revoked-webhooks.ts";

/** What every handler may use. */
export interface Services {
  options: ServerOptions;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  limits: AccountLimits;
  accounts: AccountStore;
  agentKeys: AgentKeyStore;
  claims: ClaimStore;
  mailboxes: MailboxStore;
  smsInboxes: SmsInboxStore;
  subdomains: SubdomainStore;
  webhooks: WebhookStore;
  revokedWebhooks: RevokedWebhooks;
  webhookDispatcher: WebhookDispatcher;
  /** Where webhooks may be sent to. */
  webhookAddressPolicy: AddressPolicy;
  rejectedMail: RejectedMail;
  mail: MailMessageStore;
  sms: SmsMessageStore;
  /** Links and codes of messages, sought when one is read. */
  extractor: Extractor;
  /** Facts that are known only once the server listens. */
  facts: ServerFacts;
}

/** Facts that are known only once the server listens. */
export interface ServerFacts {
  /** Where the API is reached, without a trailing slash. */
  publicUrl: string;
  smtpPort: number | null;
  clientsOf(subdomainId: string): number | Promise<number>;
}

/** Of a caller with an agent key. */
export interface AgentContext extends Services {
  key: StoredAgentKey;
  account: StoredAccount;
  signal: AbortSignal;
}

/** Of a caller with the key of one mailbox or SMS token. */
export interface InboxContext extends Services {
  /** The mailbox's or SMS token's id. */
  inboxId: string;
  /** @throws Problem `unauthenticated` once the token no longer opens the inbox. */
  authorize(): Promise<void>;
  signal: AbortSignal;
}

/** What a handler is given, by the kind of credential its operation takes. */
export interface Contexts {
  none: Services;
  agent: AgentContext;
  mailbox: InboxContext;
  sms: InboxContext;
  signature: InboxContext;
}
