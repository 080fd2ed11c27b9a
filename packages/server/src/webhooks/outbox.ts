import type { AddedMessages, CommitMessages } from "../inbox/record.ts";
import { truncate } from "../inbox/snippet.ts";
import type { Kv, Locks } from "../storage/types.ts";
import { enqueueWrites, type QueuedMessage, webhookKey, webhookLock } from "../store/webhook-queue.ts";
import { type WebhookEvent, type WebhookIndex, webhookIndexKey } from "../store/webhooks.ts";
import { generateId } from "../text/ids.ts";

/** UTF-16 units of a message's text that are sent. */
const mostText = 65_536;

interface OutboxParts {
  kv: Kv;
  locks: Locks;
  now: () => number;
  event: WebhookEvent;
  /** The account that an inbox belongs to. */
  accountOf(inbox: string): Promise<string | null>;
  /** Told of webhooks for which something waits now. */
  onQueued(ids: readonly string[]): void;
}

/** Commits what inboxes received together with what webhooks are to be sent of it: both are there after a crash, or neither. */
export function createOutbox({ kv, locks, now, event, accountOf, onQueued }: OutboxParts): CommitMessages {
  async function findReaders({ inbox, messages }: AddedMessages): Promise<[string, QueuedMessage[]][]> {
    const account = messages.length > 0 ? await accountOf(inbox) : null;
    const index = account === null ? null : await kv.get<WebhookIndex>(webhookIndexKey(account));
    const readers = index?.entries.filter(({ events, mailbox_id, sms_id }) => {
      const only = event === "mail" ? mailbox_id : sms_id;
      return events.includes(event) && (only === null || only === inbox);
    });
    if (!readers || readers.length === 0) return [];
    const at = now();
    // Cut once for all readers, and one draw for all messages: of a thousand texts and twenty webhooks either is felt.
    const cut = messages.map((message) => ({ ...message, body: truncate(message.body, mostText) }));
    return readers.map(({ id }) => {
      const batch = generateId();
      return [id, cut.map((message, index) => ({ id: `msg_${batch}_${index}`, event, inbox, message, at }))];
    });
  }

  return async (received, writes) => {
    const queues = new Map<string, QueuedMessage[]>();
    for (const [id, messages] of (await Promise.all(received.map(findReaders))).flat())
      queues.set(id, [...(queues.get(id) ?? []), ...messages]);
    if (queues.size === 0) return kv.commit(writes);
    // Behind the inboxes' locks; whoever holds a webhook's asks for no other.
    await locks.with([...queues.keys()].map(webhookLock), async () => {
      const queued = await Promise.all(
        [...queues].map(async ([id, messages]) =>
          (await kv.get(webhookKey(id))) ? enqueueWrites(kv, id, messages) : [],
        ),
      );
      await kv.commit([...writes, ...queued.flat()]);
    });
    onQueued([...queues.keys()]);
  };
}
