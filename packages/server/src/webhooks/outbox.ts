import type { AddedMessages, CommitMessages } from "../inbox/record.ts";
import { truncate } from "../inbox/snippet.ts";
import type { Kv, Locks } from "../storage/types.ts";
import { enqueueWrites, type QueuedMessage, webhookKey, webhookLock } from "../store/webhook-queue.ts";
import { type WebhookEvent, type WebhookIndex, webhookIndexKey } from "../store/webhooks.ts";
import { generateId } from "../text/ids.ts";

/** How much of a message's text is sent, in UTF-16 units. Limited, because each webhook's queue stores its own copy. */
const maxTextLength = 65_536;

interface OutboxParts {
  kv: Kv;
  locks: Locks;
  now: () => number;
  event: WebhookEvent;
  /** Returns the account that owns an inbox; `null` if the inbox was deleted. */
  accountOf(inbox: string): Promise<string | null>;
  /** Called with the ids of webhooks that have new messages in their queue. */
  onQueued(ids: readonly string[]): void;
}

/** Creates a transactional outbox: commits a delivery together with the webhook messages for it, so that a crash loses neither. */
export function createOutbox({ kv, locks, now, event, accountOf, onQueued }: OutboxParts): CommitMessages {
  /**
   * Returns the messages to queue, by id of the webhook, for each webhook that gets this `event` ("mail" or "sms") of this inbox. None if
   * the inbox was deleted, so that it has no account. Texts are truncated, because each webhook's queue stores its own copy.
   */
  async function toQueuedMessages({ inbox, messages }: AddedMessages): Promise<[string, QueuedMessage[]][]> {
    const account = messages.length > 0 ? await accountOf(inbox) : null;
    const index = account === null ? null : await kv.get<WebhookIndex>(webhookIndexKey(account));
    const webhooks = index?.entries.filter(({ events, mailbox_id, sms_id }) => {
      const onlyInbox = event === "mail" ? mailbox_id : sms_id;
      const isForAllInboxes = onlyInbox === null;
      return events.includes(event) && (isForAllInboxes || onlyInbox === inbox);
    });
    if (!webhooks || webhooks.length === 0) return [];
    const at = now();
    const truncated = messages.map((message) => ({ ...message, body: truncate(message.body, maxTextLength) }));
    return webhooks.map(({ id }) => [id, toQueuedBatch(truncated, { event, inbox, at })]);
  }

  return async (added, writes) => {
    const queues = new Map<string, QueuedMessage[]>();
    for (const [id, messages] of (await Promise.all(added.map(toQueuedMessages))).flat())
      queues.set(id, [...(queues.get(id) ?? []), ...messages]);
    if (queues.size === 0) return kv.commit(writes);
    // The caller holds the inboxes' locks. No deadlock: a holder of a webhook's lock takes no other lock.
    await locks.with([...queues.keys()].map(webhookLock), async () => {
      const queued = await Promise.all(
        [...queues].map(async ([id, messages]) => {
          const wasDeletedMeanwhile = (await kv.get(webhookKey(id))) === null;
          return wasDeletedMeanwhile ? [] : enqueueWrites(kv, id, messages);
        }),
      );
      await kv.commit([...writes, ...queued.flat()]);
    });
    onQueued([...queues.keys()]);
  };
}

/**
 * Returns the messages to queue for one webhook. Their ids share one random part, because generating one for each takes longer than
 * the rest of the work.
 */
function toQueuedBatch(
  messages: readonly QueuedMessage["message"][],
  { event, inbox, at }: Pick<QueuedMessage, "event" | "inbox" | "at">,
): QueuedMessage[] {
  const batch = generateId();
  return messages.map((message, position) => ({ id: `msg_${batch}_${position}`, event, inbox, message, at }));
}
