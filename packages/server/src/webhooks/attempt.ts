import { rootCauseMessage } from "@frontdesk/basics";
import type { Schemas } from "@frontdesk/contract";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { QueuedMessage } from "../store/webhook-queue.ts";
import type { StoredWebhook } from "../store/webhooks.ts";

/** Age after which an undelivered message is given up. */
const maxMessageAgeMs = 86_400_000;

/** Result of trying to send one message. */
export interface Attempt {
  /** Number of the message in its queue. */
  number: number;
  /** Whether the message was delivered or need not be sent any more. */
  isFinished: boolean;
  /** Missing if nothing was sent. */
  delivery?: Schemas["WebhookDelivery"];
}

export interface AttemptParts {
  clock: Clock;
  log: Log;
  /** Returns the payload's `data`, or `null` if the inbox was deleted. */
  toPayloadData(message: QueuedMessage): Promise<object | null>;
  /** Sends one request and returns the result. `id` identifies the message to the receiver. */
  send(webhook: StoredWebhook, id: string, body: string): Promise<Schemas["WebhookDelivery"]>;
}

/**
 * Creates a function that sends one queued message, unless its inbox was deleted or it is more than a day old. A finished attempt
 * leaves the queue: the message was delivered or given up. Any other attempt is repeated later, such as that of a message which could
 * not be read. `number` is the number of the message in the webhook's queue.
 */
export function createAttempt({ clock, log, toPayloadData, send }: AttemptParts) {
  return async (webhook: StoredWebhook, number: number, message: QueuedMessage): Promise<Attempt> => {
    if (clock.now() - message.at > maxMessageAgeMs) {
      log.warn("A webhook message was given up after a day", { webhook: webhook.id });
      return { number, isFinished: true };
    }
    let data: object | null;
    try {
      data = await toPayloadData(message);
    } catch (error) {
      // Counts as a failed attempt, so that the message goes to the end of the queue and blocks no other.
      log.warn("A queued webhook message could not be read; will retry", {
        webhook: webhook.id,
        why: rootCauseMessage(error),
      });
      return { number, isFinished: false };
    }
    const isInboxDeleted = data === null;
    if (isInboxDeleted) return { number, isFinished: true };
    const arrivalTime = new Date(message.at).toISOString();
    const body = JSON.stringify({ type: `${message.event}.received`, timestamp: arrivalTime, data });
    const delivery = await send(webhook, message.id, body);
    const { status } = delivery;
    const isDelivered = status !== null && status >= 200 && status < 300;
    return { number, isFinished: isDelivered, delivery };
  };
}
