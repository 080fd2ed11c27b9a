import { rootCauseMessage } from "@frontdesk/basics";
import type { Schemas } from "@frontdesk/contract";
import { createFairLimiter } from "../fair-limiter.ts";
import { ignoreNotFound, Problem } from "../problem.ts";
import type { Kv, Locks } from "../storage/types.ts";
import { findMessagesOfInbox, readNewest, readOldest, readQueueHead, recordAttempts } from "../store/webhook-queue.ts";
import type { StoredWebhook, WebhookStore } from "../store/webhooks.ts";
import { type Attempt, type AttemptParts, createAttempt } from "./attempt.ts";
import { maxBackoffMs, retryBackoff, toBackoffState } from "./backoff.ts";
import type { SendWebhook } from "./sender.ts";

/** Time that running attempts have to finish when the server closes. */
const closeTimeoutMs = 2_000;
/** Messages sent to one webhook at once. After a failed batch: one. */
const maxBatchSize = 8;
/** Tests of one webhook that may run at once. Limited, because each may wait for a slow receiver. */
const maxRunningTests = 8;
/** Concurrent attempts. The limit per owner (account) keeps slow receivers of one account from delaying others. */
const attemptConcurrency = { total: 512, perOwner: 128 };
/** Messages tried during a backoff: the new one, and one that a retry may have queued after it meanwhile. */
const messagesDuringBackoff = 2;
/** Lock under which one server at a time sends to a webhook, because several may share the storage. */
const sendingLock = (webhook: string) => `webhook-sending:${webhook}`;

interface DispatcherParts extends Omit<AttemptParts, "send"> {
  kv: Kv;
  locks: Locks;
  webhooks: WebhookStore;
  send: SendWebhook;
  /** Deletes those that are no longer valid. Returns the others. */
  removeRevoked(webhooks: readonly StoredWebhook[]): Promise<StoredWebhook[]>;
}

/** Sends the messages in the webhooks' queues. */
export interface WebhookDispatcher {
  /** Called when these webhooks have new messages. Sends them at once, even during a backoff. */
  wake(ids: readonly string[]): void;
  /** Sends what earlier runs of the server left in the queues, in the background. */
  resume(): void;
  /** Called when an inbox was deleted. Deletes its queued messages and its own webhooks, in the background. */
  onInboxDeleted(account: string, inbox: string): void;
  /** Sends a test event without the queue. @throws Problem `rate_limited` if too many tests of the webhook are running. */
  sendTest(webhook: StoredWebhook): Promise<Schemas["WebhookDelivery"]>;
  /** Resolves when the running attempts and deletions have finished. */
  close(): Promise<void>;
}

/** Creates the dispatcher, which sends the messages in the webhooks' queues. Each queue is drained by at most one run. */
export function createWebhookDispatcher(parts: DispatcherParts): WebhookDispatcher {
  const { kv, locks, clock, log, webhooks, send } = parts;
  const limiter = createFairLimiter(attemptConcurrency);
  const attemptDelivery = createAttempt({ ...parts, send: sendLimited });
  /** The running `drainQueue` of each webhook. */
  const runningDrains = new Map<string, Promise<void>>();
  /** Webhooks with new messages that no batch has seen. */
  const wokenWebhooks = new Set<string>();
  /** Number of running tests by webhook. */
  const runningTests = new Map<string, number>();
  const retryTimers = new Map<string, NodeJS.Timeout>();
  /** Webhooks for which the storage failed at the last attempt, which is logged once. */
  const failingWebhooks = new Set<string>();
  const runningDeletions = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isClosed = false;

  /**
   * Starts to drain the queue of each of these webhooks, which have new messages, at once, without waiting for its retry timer. Also notes
   * them, for a running drain that may have read the queue already: it then starts again.
   */
  function wake(ids: readonly string[]): void {
    for (const id of ids) {
      wokenWebhooks.add(id);
      clearTimeout(retryTimers.get(id));
      retryTimers.delete(id);
      startDraining(id);
    }
  }

  /** Starts draining a webhook's queue, unless that is running already. */
  function startDraining(id: string): void {
    if (!isClosed && !runningDrains.has(id)) runningDrains.set(id, drainQueue(id));
  }

  /** Sends batches until the webhook's queue is empty or the next attempt is due later. Retries after an error of the storage. */
  async function drainQueue(id: string): Promise<void> {
    try {
      let mayHaveMore = true;
      while (mayHaveMore && !isClosed) {
        mayHaveMore = await locks.with([sendingLock(id)], () => sendBatch(id));
        failingWebhooks.delete(id);
      }
    } catch (error) {
      // Forgets a wake-up, or `finally` would start again at once, instead of after the delay.
      wokenWebhooks.delete(id);
      if (!isClosed) {
        const why = rootCauseMessage(error);
        if (!failingWebhooks.has(id)) log.warn("Webhook delivery failed; will retry", { webhook: id, why });
        failingWebhooks.add(id);
        scheduleDraining(id, retryBackoff.firstMs);
      }
    } finally {
      runningDrains.delete(id);
      if (wokenWebhooks.has(id)) startDraining(id);
    }
  }

  /** Starts to drain a webhook's queue after a delay, unless `wake` does so earlier. Replaces the webhook's earlier timer. */
  function scheduleDraining(id: string, delayMs: number): void {
    // `close` has stopped the timers already.
    if (isClosed) return;
    // A drain that `wake` has started again may have set one before it ended.
    clearTimeout(retryTimers.get(id));
    const timer = setTimeout(() => {
      retryTimers.delete(id);
      startDraining(id);
    }, delayMs);
    retryTimers.set(id, timer.unref());
  }

  /**
   * Sends the next messages of a webhook's queue. Returns whether there may be more to send now. During a backoff, sends only if new
   * messages have woken it, and only the newest (a retry may be queued after the new one), which may show that the receiver works
   * again. After a failure, tries one old message before it sends full batches again.
   */
  async function sendBatch(id: string): Promise<boolean> {
    const wasWoken = wokenWebhooks.delete(id);
    const stored = await webhooks.find(id);
    const [webhook] = await parts.removeRevoked(stored ? [stored] : []);
    if (!webhook) return false;
    const { failures, due } = await readQueueHead(kv, id);
    const remainingMs = due - clock.now();
    const wasClockSetBack = remainingMs > maxBackoffMs;
    const isInBackoff = remainingMs > 0 && !wasClockSetBack;
    if (isInBackoff && !wasWoken) {
      scheduleDraining(id, remainingMs);
      return false;
    }
    const batchSize = failures > 0 ? 1 : maxBatchSize;
    const batch = await (isInBackoff ? readNewest(kv, id, messagesDuringBackoff) : readOldest(kv, id, batchSize));
    // In a backoff, another call must set the retry timer again, which the wake-up has cleared.
    if (batch.length === 0) return isInBackoff;
    const attempts = await Promise.all(batch.map(({ number, message }) => attemptDelivery(webhook, number, message)));
    const wasAbortedByClose = stopping.signal.aborted;
    if (wasAbortedByClose) return false;
    await recordBatch(id, attempts, { failures, isInBackoff });
    return true;
  }

  /**
   * Records the results of a batch. Failed messages go to the end of the queue, so that one that always fails blocks no other. If all
   * failed, a backoff begins, longer after each that has passed. If one was delivered, or given up unsent (it has no `delivery`), the
   * backoff ends. During a backoff, messages that have just arrived are tried once each, to notice early that the receiver works again:
   * if these fail, the backoff stays as it is.
   */
  async function recordBatch(
    id: string,
    attempts: readonly Attempt[],
    { failures, isInBackoff }: { failures: number; isInBackoff: boolean },
  ): Promise<void> {
    const finished = attempts.filter(({ isFinished }) => isFinished);
    const failed = attempts.filter(({ isFinished }) => !isFinished);
    const allFailed = finished.length === 0;
    const newFailures = allFailed ? failures + 1 : 0;
    // During a backoff those that were tried are the newest, which are at the end already.
    const toRetry = isInBackoff ? [] : failed.map(({ number }) => number);
    const keepsBackoff = allFailed && isInBackoff;
    const backoffState = keepsBackoff ? {} : toBackoffState(newFailures, clock.now());
    await recordAttempts(kv, locks, id, {
      finished: finished.map(({ number }) => number),
      toRetry,
      deliveries: attempts.flatMap(({ delivery }) => delivery ?? []),
      ...backoffState,
    });
  }

  /** Sends a test event once and records the attempt. */
  async function sendTestEvent(webhook: StoredWebhook): Promise<Schemas["WebhookDelivery"]> {
    const timestamp = new Date(clock.now()).toISOString();
    const body = JSON.stringify({ type: "webhook.test", timestamp, data: { webhook_id: webhook.id } });
    const delivery = await sendLimited(webhook, `msg_test_${webhook.id}_${clock.now()}`, body);
    await recordAttempts(kv, locks, webhook.id, { finished: [], deliveries: [delivery] });
    return delivery;
  }

  /** Sends a request as soon as the concurrency limits allow it. */
  function sendLimited(webhook: StoredWebhook, id: string, body: string): Promise<Schemas["WebhookDelivery"]> {
    return limiter.run(webhook.account, () => send({ ...webhook, id, body }, stopping.signal));
  }

  /** Starts to drain each queue that is not empty. Called when the server starts, for messages that it had not sent before. */
  async function resume(): Promise<void> {
    for await (const id of webhooks.all()) {
      if (isClosed) return;
      const { first, next } = await readQueueHead(kv, id);
      if (first < next) startDraining(id);
    }
  }

  /** Deletes the webhooks that were for a deleted inbox only, and its queued messages from the account's other webhooks. */
  async function deleteQueuedOfInbox(account: string, inbox: string): Promise<void> {
    for (const id of await webhooks.idsOf(account)) {
      const webhook = await webhooks.find(id);
      const isForInboxOnly = webhook?.mailbox_id === inbox || webhook?.sms_id === inbox;
      // A use of the webhook may have removed it meanwhile.
      if (isForInboxOnly) await webhooks.remove(id, account).catch(ignoreNotFound);
      // Finished messages are deleted from the queue.
      else await recordAttempts(kv, locks, id, { finished: await findMessagesOfInbox(kv, id, inbox), deliveries: [] });
    }
  }

  return {
    wake,
    onInboxDeleted(account, inbox) {
      const message = "Queued webhook messages of a deleted inbox remain; the next attempt removes them";
      const deletion = deleteQueuedOfInbox(account, inbox)
        .catch((error: unknown) => log.warn(message, { why: rootCauseMessage(error) }))
        .finally(() => runningDeletions.delete(deletion));
      runningDeletions.add(deletion);
    },
    // An error after `close` is expected: the storage may be closed then.
    resume: () =>
      void resume().catch((error: unknown) => isClosed || log.error("Queued webhooks could not be resumed", error)),
    /** Sends a test event at once, without the queue. @throws Problem `rate_limited` if too many tests run */
    async sendTest(webhook) {
      const running = runningTests.get(webhook.id) ?? 0;
      if (running >= maxRunningTests)
        throw new Problem("rate_limited", `${running} tests of this webhook are running. Try again in a second.`, {
          headers: { "retry-after": "1" },
        });
      runningTests.set(webhook.id, running + 1);
      try {
        return await sendTestEvent(webhook);
      } finally {
        const remaining = runningTests.get(webhook.id)! - 1;
        if (remaining > 0) runningTests.set(webhook.id, remaining);
        else runningTests.delete(webhook.id);
      }
    },
    /** Stops the timers, and waits for running attempts and deletions. Aborts the attempts at the timeout. */
    async close() {
      isClosed = true;
      for (const timer of retryTimers.values()) clearTimeout(timer);
      const abortTimer = setTimeout(() => stopping.abort(), closeTimeoutMs);
      await Promise.all([...runningDrains.values(), ...runningDeletions]);
      clearTimeout(abortTimer);
      // Test events may still wait for the limiter, although those who requested them have disconnected.
      stopping.abort();
    },
  };
}
