import { rootCauseMessage } from "@frontdesk/basics";
import type { Schemas } from "@frontdesk/contract";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { Problem } from "../problem.ts";
import type { Kv, Locks } from "../storage/types.ts";
import {
  findMessagesOfInbox,
  type QueuedMessage,
  readNewest,
  readOldest,
  readQueueHead,
  recordAttempts,
} from "../store/webhook-queue.ts";
import type { StoredWebhook, WebhookStore } from "../store/webhooks.ts";
import { createFairLimiter } from "./fair-limiter.ts";
import type { SendWebhook } from "./sender.ts";

/** Milliseconds after which a message is given up. */
const patience = 86_400_000;
/** Milliseconds between two tries: at first, and at most. */
const [firstPause, longestPause] = [1_000, 600_000];
/** A pause is between so many times as long: not all at the same moment, or a receiver that comes back is thrown down again. */
const [leastSpread, mostSpread] = [0.8, 1.2];
/** Milliseconds that tries under way are given when the server ends. */
const grace = 2_000;
/** Messages that are on their way to one webhook at a time; one where the last try failed. */
const atOnce = 8;
/** Tries under way of all accounts and of one: who lets its receivers keep us waiting keeps others waiting no longer. */
const places = { most: 512, mostEach: 128 };
/** Of what came during a pause: the message, and one that may have been put back behind it meanwhile. */
const newest = 2;

interface DispatcherParts {
  kv: Kv;
  locks: Locks;
  clock: Clock;
  log: Log;
  webhooks: WebhookStore;
  send: SendWebhook;
  /** Those whose keys may still read what they are sent; the others are removed. */
  removeRevoked(webhooks: readonly StoredWebhook[]): Promise<StoredWebhook[]>;
  /** The payload's `data`; `null` where the inbox is gone. */
  toPayloadData(message: QueuedMessage): Promise<object | null>;
}

/** Brings what waits in the webhooks' queues to its receivers. */
export interface WebhookDispatcher {
  /** Something new waits for these webhooks: it is tried at once, also where what came before it must pause. */
  wake(ids: readonly string[]): void;
  /** Goes on with what earlier runs of the server left, in the background. */
  resume(): void;
  /** An inbox was deleted: what waits of it goes, in the background, and webhooks that are for it alone. */
  onInboxDeleted(account: string, inbox: string): void;
  /** Sends one message that no queue holds. @throws Problem `rate_limited` if too many of the webhook are running. */
  sendTest(webhook: StoredWebhook): Promise<Schemas["WebhookDelivery"]>;
  /** Ends after the tries that are under way. */
  close(): Promise<void>;
}

export function createWebhookDispatcher(parts: DispatcherParts): WebhookDispatcher {
  const { kv, locks, clock, log, webhooks, send } = parts;
  const slots = createFairLimiter(places);
  const rounds = new Map<string, Promise<void>>();
  /** Webhooks for which something came that no round has seen. */
  const woken = new Set<string>();
  /** Messages that callers asked for, by webhook, until their response is there. */
  const tests = new Map<string, number>();
  const timers = new Map<string, NodeJS.Timeout>();
  const stopping = new AbortController();
  let closed = false;

  function wake(ids: readonly string[]): void {
    for (const id of ids) {
      woken.add(id);
      clearTimeout(timers.get(id));
      timers.delete(id);
      begin(id);
    }
  }

  function begin(id: string): void {
    if (!closed && !rounds.has(id)) rounds.set(id, work(id));
  }

  /** One webhook's queue, until nothing waits or the next try is due later. */
  async function work(id: string): Promise<void> {
    try {
      // Another server of the same storage may have something for this webhook too.
      while (!closed && (await locks.with([`webhook-sending:${id}`], () => round(id))));
    } catch (error) {
      woken.delete(id);
      if (!closed) {
        log.warn("What waits for a webhook could not be sent; it is tried again", {
          webhook: id,
          why: rootCauseMessage(error),
        });
        schedule(id, firstPause);
      }
    } finally {
      rounds.delete(id);
      if (woken.has(id)) begin(id);
    }
  }

  function schedule(id: string, pause: number): void {
    const timer = setTimeout(() => {
      timers.delete(id);
      begin(id);
    }, pause);
    timers.set(id, timer.unref());
  }

  /** @returns whether there may be more to do now. */
  async function round(id: string): Promise<boolean> {
    const isWoken = woken.delete(id);
    const found = await webhooks.find(id);
    const [webhook] = await parts.removeRevoked(found ? [found] : []);
    if (!webhook) return false;
    const { failures, due } = await readQueueHead(kv, id);
    const ahead = due - clock.now();
    // Farther ahead than any pause is only where the clock was set back, which must not make it later than it was meant.
    const pauses = ahead > 0 && ahead <= longestPause * mostSpread;
    if (pauses && !isWoken) {
      schedule(id, ahead);
      return false;
    }
    const waiting = await (pauses ? readNewest(kv, id, newest) : readOldest(kv, id, failures > 0 ? 1 : atOnce));
    // Of a pause that a wake has cut short the timer is gone: the next round sets it again.
    if (waiting.length === 0) return pauses || woken.has(id);
    const tried = await Promise.all(waiting.map(({ number, message }) => attempt(webhook, number, message)));
    const failed = tried.filter(({ isDone }) => !isDone);
    // What the server's own end cut off says nothing of the receiver.
    if (stopping.signal.aborted) return false;
    const isDown = failed.length === tried.length;
    await recordAttempts(kv, locks, id, {
      finished: tried.filter(({ isDone }) => isDone).map(({ number }) => number),
      // Behind all others, so that a message that is never taken holds up none; what came last is there already.
      toRetry: pauses ? [] : failed.map(({ number }) => number),
      deliveries: tried.flatMap(({ delivery }) => delivery ?? []),
      // What comes during a pause makes it no longer.
      ...(isDown && pauses ? {} : toNext(isDown ? failures + 1 : 0, clock.now())),
    });
    return true;
  }

  async function attempt(webhook: StoredWebhook, number: number, message: QueuedMessage) {
    const data = await parts.toPayloadData(message);
    if (data === null) return { number, isDone: true };
    if (clock.now() - message.at > patience) {
      log.warn("A message for a webhook was given up after a day", { webhook: webhook.id });
      return { number, isDone: true };
    }
    const timestamp = new Date(message.at).toISOString();
    const body = JSON.stringify({ type: `${message.event}.received`, timestamp, data });
    const delivery = await slots.run(webhook.account, () =>
      send({ ...webhook, id: message.id, body }, stopping.signal),
    );
    return { number, isDone: delivery.status !== null && delivery.status >= 200 && delivery.status < 300, delivery };
  }

  async function sendTest(webhook: StoredWebhook): Promise<Schemas["WebhookDelivery"]> {
    const timestamp = new Date(clock.now()).toISOString();
    const body = JSON.stringify({ type: "webhook.test", timestamp, data: { webhook_id: webhook.id } });
    const id = `msg_test_${webhook.id}_${clock.now()}`;
    const delivery = await slots.run(webhook.account, () => send({ ...webhook, id, body }, stopping.signal));
    await recordAttempts(kv, locks, webhook.id, { finished: [], deliveries: [delivery] });
    return delivery;
  }

  async function resume(): Promise<void> {
    for await (const id of webhooks.all()) {
      if (closed) return;
      const { first, next } = await readQueueHead(kv, id);
      if (first < next) begin(id);
    }
  }

  async function forget(account: string, inbox: string): Promise<void> {
    for (const id of await webhooks.idsOf(account)) {
      const webhook = await webhooks.find(id);
      if (webhook?.mailbox_id === inbox || webhook?.sms_id === inbox) await webhooks.remove(id, account);
      else await recordAttempts(kv, locks, id, { finished: await findMessagesOfInbox(kv, id, inbox), deliveries: [] });
    }
  }

  return {
    wake,
    onInboxDeleted: (account, inbox) =>
      void forget(account, inbox).catch((error: unknown) =>
        log.warn("What waited of a deleted inbox is removed when it is tried", { why: rootCauseMessage(error) }),
      ),
    resume: () => void resume().catch((error: unknown) => closed || log.error("Webhooks could not go on", error)),
    async sendTest(webhook) {
      const running = tests.get(webhook.id) ?? 0;
      if (running >= atOnce)
        throw new Problem("rate_limited", `${running} tests of this webhook are running. Try again in a second.`, {
          headers: { "retry-after": "1" },
        });
      tests.set(webhook.id, running + 1);
      try {
        return await sendTest(webhook);
      } finally {
        const left = (tests.get(webhook.id) ?? 0) - 1;
        if (left > 0) tests.set(webhook.id, left);
        else tests.delete(webhook.id);
      }
    },
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      const limit = setTimeout(() => stopping.abort(), grace);
      await Promise.all(rounds.values());
      clearTimeout(limit);
      // Tests of callers that are gone wait in line, too.
      stopping.abort();
    },
  };
}

function toNext(failures: number, now: number) {
  return { failures, due: failures === 0 ? 0 : now + toPause(failures) };
}

function toPause(failures: number): number {
  const spread = leastSpread + Math.random() * (mostSpread - leastSpread);
  return Math.round(Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 20)) * spread);
}
