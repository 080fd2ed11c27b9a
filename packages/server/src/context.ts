import type { Clock } from "./clock.ts";
import type { Extractor } from "./inbox/extraction.ts";
import type { MailMessageStore } from "./inbox/mail-message-store.ts";
import type { SmsMessageStore } from "./inbox/sms-message-store.ts";
import type { AccountLimits } from "./limits/account-limits.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { ServerOptions } from "./options/options.ts";
import type { AccountStore, StoredAccount } from "./store/accounts.ts";
import type { AgentKeyStore, StoredAgentKey } from "./store/agent-keys.ts";
import type { ClaimStore } from "./store/claims.ts";
import type { MailboxStore } from "./store/mailboxes.ts";
import type { RejectedMail } from "./store/rejected-mail.ts";
import type { SmsInboxStore } from "./store/sms-inboxes.ts";
import type { SubdomainStore } from "./store/subdomains.ts";
import type { WebhookStore } from "./store/webhooks.ts";
import type { AddressPolicy } from "./webhooks/address-policy.ts";
import type { WebhookDispatcher } from "./webhooks/dispatcher.ts";
import type { RevokedWebhooks } from "./webhooks/revoked-webhooks.ts";

/** Services available to every handler. */
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
  /** Decides which IP addresses webhooks may be sent to (against SSRF). */
  webhookAddressPolicy: AddressPolicy;
  rejectedMail: RejectedMail;
  mail: MailMessageStore;
  sms: SmsMessageStore;
  /** Extracts links and codes of messages when they are read. */
  extractor: Extractor;
  facts: ServerFacts;
}

/** Facts that are known only after the server listens, such as a free port. */
export interface ServerFacts {
  /** URL of the API, without a trailing slash. */
  publicUrl: string;
  /** `null` if SMTP is off. */
  smtpPort: number | null;
  /** Returns the number of connected tunnel clients. */
  clientsOf(subdomainId: string): number | Promise<number>;
}

/** Context of requests authenticated with an agent key. */
export interface AgentContext extends Services {
  key: StoredAgentKey;
  account: StoredAccount;
  signal: AbortSignal;
}

/** Context of requests authenticated with a mailbox key or an SMS key. */
export interface InboxContext extends Services {
  /** Id of the mailbox or SMS inbox. */
  inboxId: string;
  /** Checks the key again, for long polls. @throws Problem `unauthenticated` if it was rotated or deleted */
  authorize(): Promise<void>;
  signal: AbortSignal;
}

/** A handler's context, by the kind of credential of its operation. */
export interface Contexts {
  none: Services;
  agent: AgentContext;
  mailbox: InboxContext;
  sms: InboxContext;
  signature: InboxContext;
}
