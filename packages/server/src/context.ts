import type { SenderVerdicts } from "./authentication/sender-verdicts.ts";
import type { Clock } from "./clock.ts";
import type { ServerFacts } from "./facts.ts";
import type { MessageExtractor } from "./inbox/extraction.ts";
import type { MailMessageStore } from "./inbox/mail-message-store.ts";
import type { SmsMessageStore } from "./inbox/sms-message-store.ts";
import type { AccountLimits } from "./limits/account-limits.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { OAuthServices } from "./oauth/services.ts";
import type { ServerOptions } from "./options/options.ts";
import type { Intake } from "./smtp/intake.ts";
import type { StartedEncryption } from "./storage/encryption/types.ts";
import type { AccountStore, StoredAccount } from "./store/accounts.ts";
import type { AgentKeyStore, StoredAgentKey } from "./store/agent-keys.ts";
import type { AuditLog } from "./store/audit-log.ts";
import type { AuthenticatorStore } from "./store/authenticators.ts";
import type { ClaimStore } from "./store/claims.ts";
import type { IdempotentRequestStore } from "./store/idempotent-requests.ts";
import type { InboxOwners } from "./store/inbox-owners.ts";
import type { MailboxStore } from "./store/mailboxes.ts";
import type { RejectedMail } from "./store/rejected-mail.ts";
import type { SmsInboxStore } from "./store/sms-inboxes.ts";
import type { SubdomainStore } from "./store/subdomains.ts";
import type { VerificationStore } from "./store/verifications.ts";
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
  authenticators: AuthenticatorStore;
  claims: ClaimStore;
  mailboxes: MailboxStore;
  smsInboxes: SmsInboxStore;
  /** Returns the key of the digests that recognize a message that is pushed again. */
  loadSmsDigestKey: () => Promise<Buffer>;
  subdomains: SubdomainStore;
  /** Codes that apps have sent through providers' verification APIs. */
  verifications: VerificationStore;
  /** Replies to requests that apps may repeat at the providers' routes. */
  idempotentRequests: IdempotentRequestStore;
  webhooks: WebhookStore;
  revokedWebhooks: RevokedWebhooks;
  webhookDispatcher: WebhookDispatcher;
  /** Decides which IP addresses webhooks may be sent to (against SSRF). */
  webhookAddressPolicy: AddressPolicy;
  /** Lets MCP clients connect by OAuth. */
  oauth: OAuthServices;
  rejectedMail: RejectedMail;
  audit: AuditLog;
  /** Finds the account of an inbox. */
  inboxOwners: InboxOwners;
  mail: MailMessageStore;
  senderVerdicts: SenderVerdicts;
  /** Takes mail that came by SMTP or over HTTP. */
  intake: Intake;
  sms: SmsMessageStore;
  /** Extracts links and codes of messages when they are read. */
  extractor: MessageExtractor;
  facts: ServerFacts;
  /** `null` if the storage is clear text. */
  encryption: StartedEncryption | null;
}

/** Context of requests without a credential. */
export interface AnonymousContext extends Services {
  /** The client's IP address; `null` for a request in process. */
  ip: string | null;
}

/** Context of requests authenticated with an agent key. */
export interface AgentContext extends AnonymousContext {
  key: StoredAgentKey;
  account: StoredAccount;
  /** Checks the key again, and updates `key`. @throws Problem `unauthenticated` or `missing_scope` if it lost its right meanwhile */
  authorize(): Promise<void>;
  signal: AbortSignal;
}

/** Context of requests authenticated with a mailbox key or an SMS key. */
export interface InboxContext extends AnonymousContext {
  /** Id of the mailbox or SMS inbox. */
  inboxId: string;
  /** Checks the key again, for long polls. @throws Problem `unauthenticated` if it was rotated or deleted */
  authorize(): Promise<void>;
  signal: AbortSignal;
}

/** A handler's context, by the kind of credential of its operation. */
export interface Contexts {
  none: AnonymousContext;
  agent: AgentContext;
  mailbox: InboxContext;
  sms: InboxContext;
  signature: InboxContext;
}
