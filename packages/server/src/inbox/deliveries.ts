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
  /** Resolves with the outcome of each. */
  outcomes: Promise<Outcome<S>[]>;
}

/** What a delivery adds, or why it adds nothing. */
type Result<S extends StoredSummary> = { delivered: Delivered<S> } | { error: unknown };

/** What a delivery added, or why it adds nothing. */
type Outcome<S extends StoredSummary> = { delivered: Delivered<S>; announced: Promise<unknown> } | { error: unknown };

/** Deliveries of one commit. Bounded, so that a commit stays small. */
const maxBatchSize = 64;

/**
 * Creates the function that stores deliveries. Those that arrive for the same inboxes while another one is being committed share the next
 * commit, so that a busy inbox does not wait for the disk once a mail.
 */
export function createDeliveries<S extends StoredSummary, I extends InboxIndex<S>>(
  parts: DeliveriesParts<S, I>,
): (inboxIds: readonly string[], compose: Compose<S, I>) => Promise<Delivered<S>> {
  const { locks, exists, loadIndex, commit, onCommitted } = parts;
  /** Batches that can still be joined, by their inboxes. */
  const waiting = new Map<string, Batch<S, I>>();

  /** Creates a batch that can be joined until its locks are free. */
  function openBatch(inboxIds: readonly string[], key: string, first: Compose<S, I>): Batch<S, I> {
    const composers = [first];
    const close = () => waiting.get(key) === batch && waiting.delete(key);
    const outcomes = locks.with(inboxIds.map(inboxLock), () => {
      close();
      return commitTogether(inboxIds, composers);
    });
    const batch = { composers, outcomes: outcomes.finally(close) };
    waiting.set(key, batch);
    return batch;
  }

  /** Commits deliveries in their order. A composer that throws is left out. */
  async function commitTogether(inboxIds: readonly string[], composers: readonly Compose<S, I>[]) {
    const existence = await Promise.all(inboxIds.map(exists));
    const existing = inboxIds.filter((_inboxId, index) => existence[index]);
    const drafts = await Promise.all(
      existing.map(async (inbox) => ({ inbox, draft: createInboxDraft(parts, inbox, await loadIndex(inbox)) })),
    );
    const results = composers.map((compose) => addTo(drafts, compose));
    const writes = (await Promise.all(drafts.map(({ draft }) => draft.toWrites()))).flat();
    if (writes.length > 0) await commit(joinByInbox(existing, results), writes);
    return results.map((result): Outcome<S> => {
      if ("error" in result) return result;
      const announced = onCommitted(result.delivered);
      // Its caller gets the error, but only once the locks are released.
      announced.catch(() => {});
      return { ...result, announced };
    });
  }

  return async (inboxIds, compose) => {
    const key = inboxIds.join(" ");
    const joined = waiting.get(key);
    const position =
      joined === undefined || joined.composers.length >= maxBatchSize ? 0 : joined.composers.push(compose) - 1;
    const { outcomes } = joined !== undefined && position > 0 ? joined : openBatch(inboxIds, key, compose);
    // Each composer of a batch has an outcome.
    const outcome = (await outcomes)[position]!;
    if ("error" in outcome) throw outcome.error;
    await outcome.announced;
    return outcome.delivered;
  };
}

/** Adds one delivery to all of its inboxes, or to none if it throws. */
function addTo<S extends StoredSummary, I extends InboxIndex<S>>(
  drafts: readonly { inbox: string; draft: InboxDraft<S, I> }[],
  compose: Compose<S, I>,
): Result<S> {
  try {
    const composed = drafts.map(({ inbox, draft }) => ({ inbox, draft, write: compose(inbox, draft.index()) }));
    return { delivered: composed.map(({ inbox, draft, write }) => ({ inbox, messages: draft.add(write) })) };
  } catch (error) {
    return { error };
  }
}

/** Returns the messages of all deliveries by inbox, in the order of the deliveries. */
function joinByInbox<S extends StoredSummary>(
  inboxIds: readonly string[],
  results: readonly Result<S>[],
): Delivered<S> {
  const all = results.flatMap((result) => ("delivered" in result ? result.delivered : []));
  return inboxIds.map((inbox) => ({
    inbox,
    messages: all.flatMap((added) => (added.inbox === inbox ? added.messages : [])),
  }));
}
