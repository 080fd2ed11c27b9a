import { rememberVerdicts } from "../authentication/sender-verdicts.ts";
import { createThreadedAuthentication } from "../authentication/threaded-authentication.ts";
import type { Clock } from "../clock.ts";
import type { Services } from "../context.ts";
import type { ServerFacts } from "../facts.ts";
import type { SafeHooks } from "../hooks.ts";
import type { MessageExtractor } from "../inbox/extraction.ts";
import { createMailMessageStore } from "../inbox/mail-message-store.ts";
import type { CommitMessages } from "../inbox/record.ts";
import { createSmsMessageStore } from "../inbox/sms-message-store.ts";
import { createAccountLimits } from "../limits/account-limits.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { createOAuthServices } from "../oauth/services.ts";
import type { ServerOptions } from "../options/options.ts";
import { digestKeyName } from "../sms/message-digest.ts";
import { createIntake } from "../smtp/intake.ts";
import type { StartedEncryption } from "../storage/encryption/types.ts";
import type { Kv, Locks, ServerBus } from "../storage/types.ts";
import { createAccountStore } from "../store/accounts.ts";
import { type AgentKeyParts, createAgentKeyStore } from "../store/agent-keys.ts";
import type { AuditLog } from "../store/audit-log.ts";
import { createAuthenticatorStore } from "../store/authenticators.ts";
import { createClaimStore } from "../store/claims.ts";
import { createIdempotentRequestStore } from "../store/idempotent-requests.ts";
import { createInboxOwners } from "../store/inbox-owners.ts";
import { createMailboxStore, type MailboxStore } from "../store/mailboxes.ts";
import { createRejectedMail } from "../store/rejected-mail.ts";
import { createSmsInboxStore, type SmsInboxStore } from "../store/sms-inboxes.ts";
import { createStoredKey } from "../store/stored-key.ts";
import { createSubdomainStore } from "../store/subdomains.ts";
import { createVerificationStore } from "../store/verifications.ts";
import { createWebhookStore } from "../store/webhooks.ts";
import { isLocalOnly } from "../text/loopback.ts";
import { createAddressPolicy } from "../webhooks/address-policy.ts";
import { createWebhookDispatcher, type WebhookDispatcher } from "../webhooks/dispatcher.ts";
import { createOutbox } from "../webhooks/outbox.ts";
import { createPayloadBuilder } from "../webhooks/payload.ts";
import { createRevokedWebhooks } from "../webhooks/revoked-webhooks.ts";
import { createWebhookSender } from "../webhooks/sender.ts";

const dayMs = 86_400_000;

interface ServicesOptions {
  options: ServerOptions;
  kv: Kv;
  locks: Locks;
  bus: ServerBus;
  clock: Clock;
  /** Decides when messages expire. */
  retentionClock: Clock;
  audit: AuditLog;
  facts: ServerFacts;
  encryption: StartedEncryption | null;
  extractor: MessageExtractor;
  hooks: SafeHooks;
  log: Log;
  metrics: Metrics;
}

/** Creates the services that handlers use. */
export function createServices(parts: ServicesOptions): Services {
  const { options, clock, facts, encryption, extractor, audit, log, metrics } = parts;
  const stores = createStores({
    ...parts,
    // A function, because the OAuth services are created only below: they need the stores.
    planConnectionCleanup: (key) => oauth.planConnectionCleanup(key),
  });
  const webhookServices = createWebhookServices(parts, stores, {
    // A function, because the message stores are created only below: they need the webhook services.
    currentVerdictOf: (mailboxId, copy) => messageStores.mail.currentVerdictOf(mailboxId, copy),
  });
  const messageStores = createMessageStores(parts, stores, webhookServices.webhookDispatcher);
  const limits = createAccountLimits(options);
  const oauth = createOAuthServices({
    ...parts,
    ...stores,
    limits,
    addressPolicy: webhookServices.webhookAddressPolicy,
    revokedWebhooks: webhookServices.revokedWebhooks,
  });
  return {
    options,
    log,
    metrics,
    clock,
    facts,
    encryption,
    audit,
    extractor,
    limits,
    ...stores,
    ...webhookServices,
    ...messageStores,
    ...createMailIntake(parts, stores, messageStores),
    oauth,
    loadSmsDigestKey: createStoredKey(parts, digestKeyName),
    inboxOwners: createInboxOwners(stores),
  };
}

type Stores = ReturnType<typeof createStores>;
type MessageStores = Pick<Services, "mail" | "sms">;

/**
 * Creates the stores of all records other than messages. `planConnectionCleanup` returns the write that schedules the deletion of
 * the OAuth connections which a deleted agent key had approved.
 */
function createStores(parts: ServicesOptions & Pick<AgentKeyParts, "planConnectionCleanup">) {
  return {
    accounts: createAccountStore(parts),
    mailboxes: createMailboxStore(parts),
    smsInboxes: createSmsInboxStore(parts),
    webhooks: createWebhookStore(parts),
    agentKeys: createAgentKeyStore(parts),
    rejectedMail: createRejectedMail(parts),
    authenticators: createAuthenticatorStore(parts),
    claims: createClaimStore(parts),
    subdomains: createSubdomainStore(parts),
    verifications: createVerificationStore(parts),
    idempotentRequests: createIdempotentRequestStore(parts),
  };
}

/**
 * Creates the services that send webhooks, and the policy about the IP addresses to which they may be sent. `currentVerdictOf` tells
 * for a webhook about a mail whether its sender is authentic, which may be known only after the mail was stored. A webhook is revoked
 * once the agent key that created it may no longer read what the webhook is sent.
 */
function createWebhookServices(
  { kv, locks, clock, log, options, extractor }: ServicesOptions,
  { agentKeys, webhooks, mailboxes, smsInboxes }: Stores,
  { currentVerdictOf }: Pick<Services["mail"], "currentVerdictOf">,
) {
  // A server that only this machine can reach may send to programs on this machine.
  const webhookAddressPolicy = createAddressPolicy({ allow: options.webhookAllow, isLocal: isLocalOnly(options) });
  const revokedWebhooks = createRevokedWebhooks({ clock, agentKeys, webhooks, mailboxes, smsInboxes });
  const webhookDispatcher = createWebhookDispatcher({
    kv,
    locks,
    clock,
    log,
    webhooks,
    send: createWebhookSender({ addressPolicy: webhookAddressPolicy, now: clock.now }),
    removeRevoked: revokedWebhooks.removeRevoked,
    toPayloadData: createPayloadBuilder({ extractor, mailboxes, smsInboxes, currentVerdictOf }),
  });
  return { webhookAddressPolicy, revokedWebhooks, webhookDispatcher };
}

/**
 * Creates the stores of mails and SMS, with a gauge of the long polls that wait at each. An outbox commits new messages together
 * with their webhook deliveries. A mail shows when it arrived, by the system's clock (`wallClock`); an SMS has the time of its phone.
 */
function createMessageStores(
  parts: ServicesOptions,
  { mailboxes, smsInboxes }: Stores,
  webhookDispatcher: WebhookDispatcher,
): MessageStores {
  const { options, clock, retentionClock, extractor, hooks, metrics } = parts;
  const inboxParts = {
    ...parts,
    // Messages expire by a clock that does not jump with the system's, or else a wrong date could delete all of them.
    clock: retentionClock,
    retentionMs: options.retentionDays * dayMs,
    maxWaits: options.maxWaits,
    onWake: metrics.recordWake,
  };
  const mail = createMailMessageStore({
    ...inboxParts,
    wallClock: clock,
    exists: mailboxes.exists,
    commit: createAuditedOutbox(parts, "mail", mailboxes, webhookDispatcher),
    prepare: extractor.fromMail,
    onStored: hooks.onMail,
  });
  const sms = createSmsMessageStore({
    ...inboxParts,
    exists: smsInboxes.exists,
    commit: createAuditedOutbox(parts, "sms", smsInboxes, webhookDispatcher),
    prepare: extractor.fromSms,
    onStored: hooks.onSms,
  });
  metrics.addGauge("pending_waits", { channel: "mail" }, mail.pending);
  metrics.addGauge("pending_waits", { channel: "sms" }, sms.pending);
  return { mail, sms };
}

/**
 * Creates the function that commits a channel's new messages together with their webhook deliveries. Just before, it has waiting audit
 * entries stored, in a commit of their own that shares the write to the disk. `event`: the kind of webhook event, named like the channel.
 */
function createAuditedOutbox(
  { kv, locks, clock, audit }: ServicesOptions,
  event: "mail" | "sms",
  records: Pick<MailboxStore, "find"> | Pick<SmsInboxStore, "find">,
  webhookDispatcher: WebhookDispatcher,
): CommitMessages {
  const commit = createOutbox({
    kv,
    locks,
    now: clock.now,
    event,
    accountOf: async (id) => (await records.find(id))?.account ?? null,
    onQueued: webhookDispatcher.wake,
  });
  return (messages, writes) => {
    audit.storeWithNextCommit();
    return commit(messages, writes);
  };
}

/** Creates the intake of mails, with the authentication of their senders. A verdict says whether the sender of a mail is authentic. */
function createMailIntake(
  { options, facts, log, metrics, hooks }: ServicesOptions,
  { mailboxes, rejectedMail }: Stores,
  { mail }: MessageStores,
) {
  const authentication = createThreadedAuthentication({
    receiver: options.mailDomain,
    onFailure: (why) => log.warn("Authentication of senders failed; it starts again in a minute", { why }),
  });
  // Uses the same clock as the worker thread, which says until when a verdict holds.
  const senderVerdicts = rememberVerdicts(authentication, Date.now);
  const { onRejected } = hooks;
  const intakeParts = { options, facts, log, metrics, mailboxes, mail, senderVerdicts, rejectedMail, onRejected };
  return { senderVerdicts, intake: createIntake(intakeParts) };
}
