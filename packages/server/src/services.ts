import { createThreadedAuthentication } from "./authentication/threaded-authentication.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Services } from "./context.ts";
import type { ServerFacts } from "./facts.ts";
import type { SafeHooks } from "./hooks.ts";
import type { Extractor } from "./inbox/extraction.ts";
import { createMailMessageStore } from "./inbox/mail-message-store.ts";
import type { CommitMessages } from "./inbox/record.ts";
import { createSmsMessageStore } from "./inbox/sms-message-store.ts";
import { createAccountLimits } from "./limits/account-limits.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { createOAuthServices } from "./oauth/services.ts";
import type { ServerOptions } from "./options/options.ts";
import { digestKeyName } from "./sms/message-digest.ts";
import { createIntake } from "./smtp/intake.ts";
import type { StartedEncryption } from "./storage/encryption/types.ts";
import type { Kv, Locks, ServerBus } from "./storage/types.ts";
import { createAccountStore } from "./store/accounts.ts";
import { createAgentKeyStore } from "./store/agent-keys.ts";
import type { AuditLog } from "./store/audit-log.ts";
import { createAuthenticatorStore } from "./store/authenticators.ts";
import { createClaimStore } from "./store/claims.ts";
import { createIdempotentRequestStore } from "./store/idempotent-requests.ts";
import { createInboxOwners } from "./store/inbox-owners.ts";
import { createMailboxStore } from "./store/mailboxes.ts";
import { createRejectedMail } from "./store/rejected-mail.ts";
import { createSmsInboxStore } from "./store/sms-inboxes.ts";
import { createStoredKey } from "./store/stored-key.ts";
import { createSubdomainStore } from "./store/subdomains.ts";
import { createVerificationStore } from "./store/verifications.ts";
import { createWebhookStore } from "./store/webhooks.ts";
import { isLocalOnly } from "./text/loopback.ts";
import { createAddressPolicy } from "./webhooks/address-policy.ts";
import { createWebhookDispatcher } from "./webhooks/dispatcher.ts";
import { createOutbox } from "./webhooks/outbox.ts";
import { createPayloadBuilder } from "./webhooks/payload.ts";
import { createRevokedWebhooks } from "./webhooks/revoked-webhooks.ts";
import { createWebhookSender } from "./webhooks/sender.ts";

const dayMs = 86_400_000;

interface ServicesOptions {
  options: ServerOptions;
  kv: Kv;
  locks: Locks;
  bus: ServerBus;
  clock?: Clock;
  /** Decides when messages expire. */
  retentionClock: Clock;
  audit: AuditLog;
  facts: ServerFacts;
  encryption: StartedEncryption | null;
  extractor: Extractor;
  hooks: SafeHooks;
  log: Log;
  metrics: Metrics;
}

/** Creates the services that handlers use. */
export function createServices({
  options,
  kv,
  locks,
  bus,
  clock = systemClock,
  facts,
  encryption,
  extractor,
  hooks,
  retentionClock,
  audit,
  log,
  metrics,
}: ServicesOptions): Services {
  const parts = { kv, locks, bus, clock, audit };
  const accounts = createAccountStore(parts);
  const mailboxes = createMailboxStore(parts);
  const smsInboxes = createSmsInboxStore(parts);
  const inboxParts = {
    ...parts,
    clock: retentionClock,
    retentionMs: options.retentionDays * dayMs,
    maxWaits: options.maxWaits,
    onWake: metrics.recordWake,
  };
  const webhooks = createWebhookStore(parts);
  const agentKeys = createAgentKeyStore(parts);
  const webhookAddressPolicy = createAddressPolicy({ allow: options.webhookAllow, isLocal: isLocalOnly(options) });
  const revokedWebhooks = createRevokedWebhooks({ clock, agentKeys, webhooks });
  const webhookDispatcher = createWebhookDispatcher({
    ...parts,
    log,
    webhooks,
    send: createWebhookSender({ addressPolicy: webhookAddressPolicy, now: clock.now }),
    removeRevoked: revokedWebhooks.removeRevoked,
    toPayloadData: createPayloadBuilder({
      extractor,
      mailboxes,
      smsInboxes,
      currentVerdictOf: (mailboxId, copy) => mail.currentVerdictOf(mailboxId, copy),
    }),
  });
  /** Creates the function that commits a channel's new messages together with the webhook deliveries that they cause. */
  function createOutboxOf(
    event: "mail" | "sms",
    records: Pick<typeof mailboxes, "find"> | Pick<typeof smsInboxes, "find">,
  ): CommitMessages {
    const commit = createOutbox({
      ...parts,
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
  const mail = createMailMessageStore({
    ...inboxParts,
    wallClock: clock,
    log,
    exists: mailboxes.exists,
    commit: createOutboxOf("mail", mailboxes),
    prepare: extractor.fromMail,
    onStored: hooks.onMail,
  });
  const sms = createSmsMessageStore({
    ...inboxParts,
    exists: smsInboxes.exists,
    commit: createOutboxOf("sms", smsInboxes),
    prepare: extractor.fromSms,
    onStored: hooks.onSms,
  });
  const limits = createAccountLimits(options);
  const oauth = createOAuthServices({
    ...parts,
    options,
    addressPolicy: webhookAddressPolicy,
    retentionClock,
    facts,
    limits,
    log,
    accounts,
    agentKeys,
    revokedWebhooks,
  });
  const rejectedMail = createRejectedMail(parts);
  const mailAuthentication = createThreadedAuthentication({
    receiver: options.mailDomain,
    onFailure: (why) => log.warn("Authentication of senders failed; it starts again in a minute", { why }),
  });
  const { onRejected } = hooks;
  const intakeParts = { options, facts, log, metrics, mailboxes, mail, mailAuthentication, rejectedMail, onRejected };
  const intake = createIntake(intakeParts);
  metrics.addGauge("pending_waits", { channel: "mail" }, mail.pending);
  metrics.addGauge("pending_waits", { channel: "sms" }, sms.pending);
  return {
    options,
    log,
    metrics,
    clock,
    facts,
    encryption,
    limits,
    accounts,
    agentKeys,
    authenticators: createAuthenticatorStore(parts),
    claims: createClaimStore(parts),
    mailboxes,
    smsInboxes,
    loadSmsDigestKey: createStoredKey(parts, digestKeyName),
    subdomains: createSubdomainStore(parts),
    verifications: createVerificationStore(parts),
    idempotentRequests: createIdempotentRequestStore(parts),
    webhooks,
    revokedWebhooks,
    webhookDispatcher,
    webhookAddressPolicy,
    oauth,
    rejectedMail,
    audit,
    inboxOwners: createInboxOwners({ mailboxes, smsInboxes, accounts }),
    mail,
    mailAuthentication,
    intake,
    extractor,
    sms,
  };
}
