import { type Clock, systemClock } from "./clock.ts";
import type { ServerFacts, Services } from "./context.ts";
import type { Hooks } from "./hooks.ts";
import type { Extractor } from "./inbox/extraction.ts";
import { createMailMessageStore } from "./inbox/mail-message-store.ts";
import { createSmsMessageStore } from "./inbox/sms-message-store.ts";
import { createLimits } from "./limits/limits.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { ServerOptions } from "./options/options.ts";
import { createRejectedMail } from "./smtp/rejected-mail.ts";
import type { Bus, Kv, Locks } from "./storage/types.ts";
import { createAccounts } from "./store/accounts.ts";
import { createAgentKeys } from "./store/agent-keys.ts";
import { createClaims } from "./store/claims.ts";
import { createMailboxes } from "./store/mailboxes.ts";
import { createSmsTokens } from "./store/sms-tokens.ts";
import { createSubdomains } from "./store/subdomains.ts";
import { createWebhooks } from "./store/webhooks.ts";
import { createCourier } from "./webhooks/courier.ts";
import { createEndedWebhooks } from "./webhooks/ended.ts";
import { createOutbox } from "./webhooks/outbox.ts";
import { createReach, isOnlyLocal } from "./webhooks/reach.ts";
import { toData } from "./webhooks/readers.ts";
import { createSender } from "./webhooks/sender.ts";

const day = 86_400_000;

interface ServiceParts {
  options: ServerOptions;
  kv: Kv;
  locks: Locks;
  bus: Bus;
  clock?: Clock;
  /** By which messages age. */
  timeline: Clock;
  facts: ServerFacts;
  extractor: Extractor;
  hooks: Hooks;
  log: Log;
  metrics: Metrics;
}

/** Puts together what the handlers use. */
export function createServices({
  options,
  kv,
  locks,
  bus,
  clock = systemClock,
  facts,
  extractor,
  hooks,
  timeline,
  log,
  metrics,
}: ServiceParts): Services {
  const parts = { kv, locks, bus, clock };
  const mailboxes = createMailboxes(parts);
  const smsTokens = createSmsTokens(parts);
  const inboxParts = {
    ...parts,
    clock: timeline,
    retentionMs: options.retentionDays * day,
    maxWaits: options.maxWaits,
    onWake: metrics.wake,
  };
  const webhooks = createWebhooks(parts);
  const agentKeys = createAgentKeys(parts);
  const reach = createReach({ allow: options.webhookAllow, isLocal: isOnlyLocal(options) });
  const endedWebhooks = createEndedWebhooks({ clock, agentKeys, webhooks });
  const courier = createCourier({
    ...parts,
    log,
    webhooks,
    send: createSender({ reach, now: clock.now }),
    sift: endedWebhooks.sift,
    toData: toData({ extractor, mailboxes, smsTokens }),
  });
  const outbox = (event: "mail" | "sms", records: Pick<typeof mailboxes, "find"> | Pick<typeof smsTokens, "find">) =>
    createOutbox({
      ...parts,
      now: clock.now,
      event,
      accountOf: async (id) => (await records.find(id))?.account ?? null,
      onQueued: courier.wake,
    });
  const mail = createMailMessageStore({
    ...inboxParts,
    wallClock: clock,
    exists: mailboxes.exists,
    commit: outbox("mail", mailboxes),
    prepare: extractor.fromMail,
    onStored: hooks.onMails,
  });
  const sms = createSmsMessageStore({
    ...inboxParts,
    exists: smsTokens.exists,
    commit: outbox("sms", smsTokens),
    prepare: extractor.fromSms,
    onStored: hooks.onTexts,
  });
  metrics.watch("pending_waits", { channel: "mail" }, mail.pending);
  metrics.watch("pending_waits", { channel: "sms" }, sms.pending);
  return {
    options,
    log,
    metrics,
    clock,
    facts,
    limits: createLimits(options),
    accounts: createAccounts(parts),
    agentKeys,
    claims: createClaims(parts),
    mailboxes,
    smsTokens,
    subdomains: createSubdomains(parts),
    webhooks,
    endedWebhooks,
    courier,
    reach,
    rejectedMail: createRejectedMail(parts),
    mail,
    extractor,
    sms,
  };
}
