import { isIP } from "node:net";
import type { Handlers, Schemas } from "@frontdesk/contract";
import type { AgentContext, Contexts } from "../context.ts";
import { Problem } from "../problem.ts";
import type { StoredWebhook } from "../store/webhooks.ts";
import { mapInChunks } from "../text/chunked.ts";
import { scopeByEvent } from "../webhooks/permissions.ts";

type Event = Schemas["WebhookEvent"];
const allEvents: readonly Event[] = ["mail", "sms"];

/** Operations on webhooks, which push messages to a URL as they arrive (contract section 11). */
export const webhookOperations = {
  /**
   * Creates a webhook for events that the calling key may read: those of the body, or by default those of its inbox, or all. The
   * response is the only one that has the webhook's secret.
   */
  async registerWebhook({ body }, context) {
    const { account, revokedWebhooks, key, limits, mailboxes, webhookAddressPolicy, smsInboxes, webhooks } = context;
    const { mailbox_id = null, sms_id = null } = body;
    const events = chooseEvents({ ...body, events: toUniqueEvents(body.events) }, context);
    const requireInbox = async () => {
      if (mailbox_id !== null) await mailboxes.getOwned(mailbox_id, account.id);
      if (sms_id !== null) await smsInboxes.getOwned(sms_id, account.id);
    };
    await requireInbox();
    const url = parseWebhookUrl(body.url, webhookAddressPolicy.allows);
    // Webhooks of revoked keys must not count towards the limit.
    if (limits.webhooks() !== null) await revokedWebhooks.removeRevokedOfAccount(account.id);
    const webhook = await webhooks.register(
      account.id,
      { url, events, mailbox_id, sms_id, key: key.id },
      /** Called under the account's lock: the inbox may have been deleted meanwhile, with the webhooks that it had then. */
      async () => {
        await requireInbox();
        return limits.webhooks();
      },
    );
    return { webhook: await toWebhookRecord(webhook, context), secret: webhook.secret };
  },

  /** Returns the account's webhooks, all or a page of them, whose events the calling key may read. Deletes webhooks of revoked keys. */
  async listWebhooks({ query }, context) {
    const { account, revokedWebhooks, webhooks } = context;
    const readable = readableEvents(context);
    const { records, ...nextCursor } = await webhooks.page(account.id, query);
    const valid = await revokedWebhooks.removeRevoked(records);
    const shown = valid.filter(({ events }) => events.every((event) => readable.includes(event)));
    return { webhooks: await mapInChunks(shown, (webhook) => toWebhookRecord(webhook, context)), ...nextCursor };
  },

  /** Sends a test event to a webhook at once. Returns how the receiver responded. */
  async testWebhook({ path }, context) {
    return { delivery: await context.webhookDispatcher.sendTest(await getReadableWebhook(context, path.id)) };
  },

  /** Deletes a webhook with its queue. The calling key must be allowed to read its events. */
  async deleteWebhook({ path }, context) {
    const { id, account } = await getReadableWebhook(context, path.id);
    await context.webhooks.remove(id, account);
    return {};
  },
} satisfies Partial<Handlers<Contexts>>;

/** Returns the webhook events (mail, SMS) that the calling key may read. @throws Problem `missing_scope` if there are none */
function readableEvents({ key: { scopes } }: AgentContext): readonly Event[] {
  // Scopes of `null` are full access.
  const readable = allEvents.filter((event) => scopes === null || scopes.includes(scopeByEvent[event]));
  if (readable.length > 0) return readable;
  throw new Problem("missing_scope", "This key lacks mailbox:read and sms:read, one of which a webhook needs.");
}

/**
 * Returns a webhook of the account. Deletes it first if the key that created it was revoked.
 *
 * @throws Problem `not_found`, or `missing_scope` if the calling key may not read its events
 */
async function getReadableWebhook(context: AgentContext, id: string): Promise<StoredWebhook> {
  const readable = readableEvents(context);
  await context.revokedWebhooks.removeRevoked([await context.webhooks.getOwned(id, context.account.id)]);
  // Read again, because the line above deletes the webhook if it was revoked.
  const webhook = await context.webhooks.getOwned(id, context.account.id);
  rejectUnreadable(webhook.events, readable);
  return webhook;
}

/** Rejects webhook events that are not among those which the calling key may read. @throws Problem `missing_scope` */
function rejectUnreadable(events: readonly Event[], readable: readonly Event[]): void {
  const missing = events.filter((event) => !readable.includes(event)).map((event) => scopeByEvent[event]);
  if (missing.length > 0)
    throw new Problem("missing_scope", `This key lacks ${missing.join(", ")}, which this webhook's events need.`);
}

/**
 * Returns a new webhook's events: the requested ones, else those of its inbox (`mail` of a mailbox, `sms` of an SMS inbox), else all
 * that the key may read.
 */
function chooseEvents(
  { events, mailbox_id, sms_id }: { events: readonly Event[] | undefined; mailbox_id?: string; sms_id?: string },
  context: AgentContext,
): Event[] {
  const readable = readableEvents(context);
  const eventsOfInbox = allEvents.filter((event) => (event === "mail" ? mailbox_id : sms_id) !== undefined);
  const defaults = eventsOfInbox.length > 0 ? eventsOfInbox : readable;
  const chosen = events ?? defaults;
  rejectUnreadable(chosen, readable);
  // A webhook for one mailbox without the event `mail`, for example, would never send anything.
  const unused = eventsOfInbox.find((event) => !chosen.includes(event));
  if (unused)
    throw new Problem(
      "invalid_request",
      `\`${unused === "mail" ? "mailbox_id" : "sms_id"}\` is for the event \`${unused}\`, which \`events\` does not name.`,
    );
  return [...chosen];
}

/** Returns the known events of the list, each once. */
function toUniqueEvents(names: readonly string[] | undefined): readonly Event[] | undefined {
  return names && allEvents.filter((event) => names.includes(event));
}

/**
 * Checks a webhook's URL, and returns it without a fragment, which no server receives. Rejects an IP address that the policy does
 * not allow, so that a webhook cannot reach servers of the operator's network (SSRF). A host name is checked when a webhook is sent.
 *
 * @throws Problem `invalid_request`
 */
function parseWebhookUrl(input: string, allows: (ip: string) => boolean): string {
  const invalid = (reason: string) => new Problem("invalid_request", `\`url\` ${reason}`);
  if (!URL.canParse(input)) throw invalid("must be an absolute URL, such as https://app.example.com/frontdesk.");
  const url = new URL(input);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw invalid("must begin with https: or http:.");
  if (url.username !== "" || url.password !== "")
    throw invalid("must not contain a user or password. The receiver authenticates webhooks by their signature.");
  // An IPv6 address is in brackets: `[2001:db8::1]`.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) > 0 && !allows(host))
    throw invalid(
      `points to ${host}, which is not a public IP address. The operator can allow it with --webhook-allow.`,
    );
  url.hash = "";
  return url.href;
}

/** Returns the public record of a webhook, with its last deliveries and without its secret. */
async function toWebhookRecord(webhook: StoredWebhook, { webhooks }: AgentContext): Promise<Schemas["Webhook"]> {
  const { id, url, events, mailbox_id, sms_id, created_at } = webhook;
  return { id, url, events, mailbox_id, sms_id, created_at, deliveries: await webhooks.deliveries(id) };
}
