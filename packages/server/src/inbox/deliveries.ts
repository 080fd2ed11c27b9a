import type { Locks } from "../storage/types.ts";
import { createInboxDraft, type InboxDraft, type InboxWrite, type WriteParts } from "./inbox-write.ts";
import { type CommitMessages, type FullMessage, type InboxIndex, inboxLock, type StoredSummary } from "./record.ts";

/** Returns what one delivery adds to an inbox with this index. */
export type Compose<S extends StoredSummary, I extends InboxIndex<S>> = (inboxId: string, index: I) => InboxWrite<S, I>;

/** Messages that one delivery added, by inbox. An inbox that was deleted meanwhile is missing. */
export type Delivered<S extends StoredSummary> = { inbox: string; messages: FullMessage<S>[] }[];

interface DeliveriesParts<S extends StoredSummary, I extends InboxIndex<S>> extends WriteParts<S> {
  locks: Locks;
  /** Returns whether the inbox still exists. Called under its lock. */
  exists: (inboxId: string) => Promise<boolean>;
  loadIndex: (inboxId: string) => Promise<I>;
  commit: CommitMessages;
  /**
   * Called with each delivery of a commit, in their order, before the locks are released. Must not throw. The delivery's caller
   * waits for the promise; the locks do not.
   */
  onCommitted: (delivered: Delivered<S>) => Promise<unknown>;
}

/** Deliveries to the same inboxes that wait for their locks, to be committed together. */
interface Batch<S extends StoredSummary, I extends InboxIndex<S>> {
  composers: Compose<S, I>[];
  /** Resolves with the outcome of each, in the order of `composers`. */
  outcomes: Promise<Outcome<S>[]>;
}

/** What a delivery adds, or why it adds nothing. */
type Result<S extends StoredSummary> = { delivered: Delivered<S> } | { error: unknown };

/** A result after the commit. `announced` resolves when the messages are published to the other servers. */
type Outcome<S extends StoredSummary> = { delivered: Delivered<S>; announced: Promise<unknown> } | { error: unknown };

/** Deliveries of one commit. Bounded, so that a commit stays small. */
const maxBatchSize = 64;

/**
 * Creates the function that stores deliveries. Those that arrive for the same inboxes during a commit share the next commit, so
 * that a busy inbox does not wait for the disk once a mail. Its parameter `compose` returns what to add to an inbox.
 */
export function createDeliveries<S extends StoredSummary, I extends InboxIndex<S>>(
  parts: DeliveriesParts<S, I>,
): (inboxIds: readonly string[], compose: Compose<S, I>) => Promise<Delivered<S>> {
  const { locks, exists, loadIndex, commit, onCommitted } = parts;
  /** Batches that can still be joined, by their inboxes. */
  const openBatches = new Map<string, Batch<S, I>>();

  /** Creates a batch, which deliveries to the same inboxes can join until it has the locks of these inboxes. `key` names the inboxes. */
  function openBatch(inboxIds: readonly string[], key: string): Batch<S, I> {
    const composers: Compose<S, I>[] = [];
    /**
     * Lets no further delivery join this batch. Called when it has its locks, and again when it has ended, because it may have failed
     * to get them. Leaves a newer batch open, which has replaced this one in the map because this one was full.
     */
    function close(): void {
      if (openBatches.get(key) === batch) openBatches.delete(key);
    }
    const outcomes = locks.with(inboxIds.map(inboxLock), () => {
      close();
      return commitTogether(inboxIds, composers);
    });
    const batch = { composers, outcomes: outcomes.finally(close) };
    openBatches.set(key, batch);
    return batch;
  }

  /**
   * Commits the deliveries of a batch at once, in their order. All of them go to the same inboxes, and each has a composer, which
   * returns what it adds to one of them. If a composer throws, only its own delivery fails (see `addDelivery`). Each outcome has the
   * promise that `onCommitted` returned, as `announced`.
   */
  async function commitTogether(inboxIds: readonly string[], composers: readonly Compose<S, I>[]) {
    const existence = await Promise.all(inboxIds.map(exists));
    const existingIds = inboxIds.filter((_inboxId, index) => existence[index]);
    const drafts = await Promise.all(
      existingIds.map(async (inbox) => ({ inbox, draft: createInboxDraft(parts, inbox, await loadIndex(inbox)) })),
    );
    const results = composers.map((compose) => addDelivery(drafts, compose));
    const writes = (await Promise.all(drafts.map(({ draft }) => draft.toWrites()))).flat();
    if (writes.length > 0) await commit(joinByInbox(existingIds, results), writes);
    return results.map((result): Outcome<S> => {
      if ("error" in result) return result;
      const announced = onCommitted(result.delivered);
      // The delivery's caller awaits it only after the inboxes' locks are released. Until then, an error must count as handled.
      announced.catch(() => {});
      return { ...result, announced };
    });
  }

  return async (inboxIds, compose) => {
    const key = inboxIds.join(" ");
    const openedBatch = openBatches.get(key);
    const canJoin = openedBatch !== undefined && openedBatch.composers.length < maxBatchSize;
    const { composers, outcomes } = canJoin ? openedBatch : openBatch(inboxIds, key);
    const position = composers.push(compose) - 1;
    // Each composer of a batch has an outcome.
    const outcome = (await outcomes)[position]!;
    if ("error" in outcome) throw outcome.error;
    await outcome.announced;
    return outcome.delivered;
  };
}

/**
 * Adds one delivery to the drafts (changes not yet committed) of all its inboxes. `compose` returns what the delivery adds to an
 * inbox. If it throws for one of them, changes no draft and returns the error.
 */
function addDelivery<S extends StoredSummary, I extends InboxIndex<S>>(
  drafts: readonly { inbox: string; draft: InboxDraft<S, I> }[],
  compose: Compose<S, I>,
): Result<S> {
  try {
    // Composed for all inboxes before any draft is changed, because `compose` may throw.
    const additions = drafts.map(({ inbox, draft }) => ({ inbox, draft, write: compose(inbox, draft.index()) }));
    return { delivered: additions.map(({ inbox, draft, write }) => ({ inbox, messages: draft.add(write) })) };
  } catch (error) {
    return { error };
  }
}

/** Returns the messages that all successful deliveries added to each inbox, in the order of the deliveries. */
function joinByInbox<S extends StoredSummary>(
  inboxIds: readonly string[],
  results: readonly Result<S>[],
): Delivered<S> {
  const additions = results.flatMap((result) => ("delivered" in result ? result.delivered : []));
  return inboxIds.map((inbox) => ({
    inbox,
    messages: additions.flatMap((addition) => (addition.inbox === inbox ? addition.messages : [])),
  }));
}
