import type { ServerBus } from "../storage/types.ts";
import { createBufferLimits, type SubscriptionBuffer } from "./buffer-limits.ts";
import { countMessagesBetween, sequenceOf } from "./cursor.ts";
import type { Amendments, FullMessage, InboxIndex, StoredBody, StoredSummary } from "./record.ts";
import { amend } from "./record.ts";
import { decodeStoredEvent } from "./stored-event.ts";

/** Buffers new messages of one inbox and address between two long polls, so that eviction cannot lose them. */
export interface Subscription<S extends StoredSummary> {
  /** Returns the buffered messages, oldest first. */
  buffered(): readonly FullMessage<S>[];
  /** Returns the sequence number after which the buffer has every message; `null` before `startAt`, `Infinity` after a failed fetch. */
  completeSince(): number | null;
  /** Sets where the buffer starts. Takes the inbox's sequence number, read after subscribing, so that nothing is missed. */
  startAt(sequence: number): void;
  /** Calls `listener` when a message was buffered or the inbox itself changed. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
  /** With `keepBuffer`, keeps buffering for a while for a reader that returns with its next request. */
  unsubscribe(options: { keepBuffer: boolean }): void;
}

/** The subscriptions of this server. */
export interface Subscriptions<S extends StoredSummary> {
  /** Subscribes to the messages for an address, or to all messages with `null`. */
  subscribe(inbox: string, address: string | null): Subscription<S>;
  /** Like `subscribe`, but returns `null` if no buffer for this inbox and address exists. */
  joinExisting(inbox: string, address: string | null): Subscription<S> | null;
  /** Buffers messages that this server has just stored, in the order of their sequence numbers. */
  addMessages(inbox: string, messages: readonly FullMessage<S>[]): void;
  /** Changes fields of buffered messages, and wakes the readers of the inbox. */
  amendMessages(inbox: string, amendments: Amendments<S>): void;
  /** Wakes the readers of an inbox. */
  wake(inbox: string): void;
  close(): void;
}

interface SubscriptionParts<S extends StoredSummary> {
  bus: ServerBus;
  topicOf: (inbox: string) => string;
  /** Returns the email address that a reader can filter by, in lower case. */
  addressOf: (summary: S) => string | null;
  loadIndex: (inbox: string) => Promise<InboxIndex<S>>;
  loadBody: (inbox: string, id: string) => Promise<StoredBody | null>;
}

/** `lastSequence` of an inbox of which this server has read nothing yet. */
const nothingRead = 0;
/** `completeSince` after a failed fetch: any message may be missing, until a reader sets a new start. */
const failedFetch = Number.POSITIVE_INFINITY;

/** All buffers of one inbox, which share one bus subscription. */
interface InboxSubscriptions<S extends StoredSummary> {
  /** By address; `null` for all messages. */
  buffers: Map<string | null, SubscriptionBuffer<S>>;
  /** Every message up to this sequence number was buffered or fetched; `nothingRead` at first. */
  lastSequence: number;
  /** The running fetch; `null` if none runs. */
  fetching: Promise<void> | null;
  /** Whether to fetch once more, because an event arrived during a fetch. */
  mustFetchAgain: boolean;
  /** Ends the bus subscription. */
  stop: () => void;
}

/** Creates the subscriptions of one channel (mail or SMS): buffers that keep new messages for readers between their requests. */
export function createSubscriptions<S extends StoredSummary>(parts: SubscriptionParts<S>): Subscriptions<S> {
  const { bus, topicOf, addressOf, loadIndex, loadBody } = parts;
  const subscriptionsByInbox = new Map<string, InboxSubscriptions<S>>();
  // The last buffer of an inbox ends its bus subscription.
  const bufferLimits = createBufferLimits<S>((buffer) => {
    const subscriptions = subscriptionsByInbox.get(buffer.inbox);
    subscriptions?.buffers.delete(buffer.address);
    if (!subscriptions || subscriptions.buffers.size > 0) return;
    subscriptions.stop();
    subscriptionsByInbox.delete(buffer.inbox);
  });
  const stopReconnectListener = bus.onReconnect(() => {
    // Events may have been lost while this server was disconnected from the bus.
    for (const [inbox, subscriptions] of subscriptionsByInbox)
      void fetchNew(inbox, subscriptions).then(() => wakeAll(subscriptions));
  });

  /** Subscribes to the events of an inbox, new messages or changes to stored ones (`amended`), until its last buffer is removed. */
  function openInbox(inbox: string): InboxSubscriptions<S> {
    const stop = bus.subscribe(topicOf(inbox), (text) => {
      const event = decodeStoredEvent<S>(text);
      // `null`: the inbox was deleted, or its key rotated, so its readers must check their access.
      if (event === null) return wakeAll(subscriptions);
      const { sequence, messages, amended } = event;
      if (amended) return amendMessages(inbox, new Map(Object.entries(amended)));
      const areBufferedAlready = sequence <= subscriptions.lastSequence;
      if (areBufferedAlready) return;
      const wereTooLongForBus = messages === undefined;
      if (wereTooLongForBus) void fetchNew(inbox, subscriptions);
      else addMessages(inbox, messages);
    });
    const subscriptions: InboxSubscriptions<S> = {
      buffers: new Map(),
      lastSequence: nothingRead,
      fetching: null,
      mustFetchAgain: false,
      stop,
    };
    subscriptionsByInbox.set(inbox, subscriptions);
    return subscriptions;
  }

  /** Adds a message to the buffers for its address, if it has one, and for all messages (`null`). Wakes their readers. */
  function bufferMessage(subscriptions: InboxSubscriptions<S>, message: FullMessage<S>) {
    for (const address of new Set([null, addressOf(message)])) {
      const buffer = subscriptions.buffers.get(address);
      const isNew = buffer !== undefined && bufferLimits.add(buffer, message);
      if (!isNew) continue; // An event and a fetch may both bring a message.
      for (const wake of [...buffer.listeners]) wake();
    }
  }

  /**
   * Buffers new messages for the inbox's readers on this server. Fetches from the storage too if their numbers do not follow the last one:
   * another server has stored messages in between. A message that comes both ways is buffered once.
   */
  function addMessages(inbox: string, messages: readonly FullMessage<S>[]): void {
    const subscriptions = subscriptionsByInbox.get(inbox);
    const [first] = messages;
    if (!subscriptions || !first) return;
    for (const message of messages) bufferMessage(subscriptions, message);
    const { lastSequence } = subscriptions;
    // Before the first read here, nothing earlier must be fetched: a reader that needs it reads the storage itself.
    const isNext = lastSequence === nothingRead || countMessagesBetween(lastSequence, sequenceOf(first.id)) === 1;
    if (isNext) subscriptions.lastSequence = sequenceOf(messages.at(-1)?.id ?? first.id);
    else void fetchNew(inbox, subscriptions);
  }

  /** Changes fields of buffered messages, such as the verdict on their sender, and wakes the readers, which may wait for a verdict. */
  function amendMessages(inbox: string, amendments: Amendments<S>): void {
    const subscriptions = subscriptionsByInbox.get(inbox);
    if (!subscriptions) return; // No reader of the inbox is on this server.
    for (const { messages } of subscriptions.buffers.values()) {
      for (const [index, message] of messages.entries()) messages[index] = amend(message, amendments);
    }
    wakeAll(subscriptions);
  }

  /** Fetches messages that other servers stored. One fetch runs at a time; a call meanwhile has it repeated. Never rejects. */
  function fetchNew(inbox: string, subscriptions: InboxSubscriptions<S>): Promise<void> {
    subscriptions.mustFetchAgain = true;
    subscriptions.fetching ??= fetchUntilCurrent(inbox, subscriptions);
    return subscriptions.fetching;
  }

  /** Fetches, and again if `fetchNew` was called meanwhile. After a `failedFetch` the readers wake, and read from storage themselves. */
  async function fetchUntilCurrent(inbox: string, subscriptions: InboxSubscriptions<S>): Promise<void> {
    while (subscriptions.mustFetchAgain) {
      subscriptions.mustFetchAgain = false;
      await fetchOnce(inbox, subscriptions).catch(() => {
        for (const buffer of subscriptions.buffers.values()) buffer.completeSince = failedFetch;
        wakeAll(subscriptions);
      });
    }
    // In the same step as the last check of the flag: otherwise a call in between would join a fetch that has ended.
    subscriptions.fetching = null;
  }

  /** Buffers what was stored since the last fetch. If some is evicted already, buffers are complete only after the newest message. */
  async function fetchOnce(inbox: string, subscriptions: InboxSubscriptions<S>): Promise<void> {
    const lastKnown = subscriptions.lastSequence;
    const index = await loadIndex(inbox);
    const summaries = index.messages.filter(({ id }) => sequenceOf(id) > lastKnown);
    const loaded = await Promise.all(summaries.map((summary) => loadMessage(inbox, summary)));
    const messages = loaded.filter((message) => message !== null);
    const wereSomeEvicted = countMessagesBetween(lastKnown, index.sequence) > messages.length;
    if (wereSomeEvicted)
      for (const buffer of subscriptions.buffers.values())
        buffer.completeSince = Math.max(buffer.completeSince ?? 0, index.sequence); // `null`: not set yet
    subscriptions.lastSequence = Math.max(subscriptions.lastSequence, index.sequence); // a read may have overtaken this fetch
    for (const message of messages) bufferMessage(subscriptions, message);
  }

  /** Returns a listed message with its body; `null` if it was evicted since the list was read. */
  async function loadMessage(inbox: string, summary: S): Promise<FullMessage<S> | null> {
    const body = await loadBody(inbox, summary.id);
    return body && { ...summary, ...body };
  }

  /** Returns the view of a buffer that one reader gets. */
  function toSubscription(subscriptions: InboxSubscriptions<S>, buffer: SubscriptionBuffer<S>): Subscription<S> {
    return {
      buffered: () => buffer.messages,
      completeSince: () => buffer.completeSince,
      /**
       * A reader calls this with the number of the inbox's newest message, read after subscribing: the buffer has every message after that
       * one (`completeSince`). A start from an earlier call stays, unless a fetch has failed since, so that messages may be missing. If
       * this server knows no message of the inbox yet, also sets `lastSequence`, the number of the newest that it knows.
       */
      startAt(sequence) {
        const isFirstRead = subscriptions.lastSequence === nothingRead;
        if (isFirstRead) subscriptions.lastSequence = sequence;
        const hasStart = buffer.completeSince !== null && buffer.completeSince !== failedFetch;
        if (!hasStart) buffer.completeSince = sequence;
      },
      /** Calls the listener at each change of the buffer. Returns the function that stops these calls. */
      onChange(listener) {
        buffer.listeners.add(listener);
        return () => buffer.listeners.delete(listener);
      },
      unsubscribe: (options) => bufferLimits.removeReader(buffer, options),
    };
  }

  /** Adds a reader to the buffer for an email address, or for all messages (`null`). Returns `null` if it does not exist. */
  function joinExisting(inbox: string, address: string | null): Subscription<S> | null {
    const subscriptions = subscriptionsByInbox.get(inbox);
    const buffer = subscriptions?.buffers.get(address);
    if (!subscriptions || !buffer) return null;
    bufferLimits.addReader(buffer);
    return toSubscription(subscriptions, buffer);
  }

  return {
    joinExisting,

    /** Adds a reader to the buffer for an email address, or for all messages (`null`). Creates a missing buffer. */
    subscribe(inbox, address) {
      const existing = joinExisting(inbox, address);
      if (existing) return existing;
      const subscriptions = subscriptionsByInbox.get(inbox) ?? openInbox(inbox);
      const buffer = bufferLimits.createBuffer(inbox, address);
      subscriptions.buffers.set(address, buffer);
      return toSubscription(subscriptions, buffer);
    },

    addMessages,
    amendMessages,
    wake(inbox) {
      const subscriptions = subscriptionsByInbox.get(inbox);
      if (subscriptions) wakeAll(subscriptions);
    },

    close() {
      stopReconnectListener();
      bufferLimits.close();
    },
  };
}

/** Wakes all readers of an inbox. Lists them first, because a reader that wakes may end its subscription. */
function wakeAll<S extends StoredSummary>(subscriptions: InboxSubscriptions<S>) {
  const listeners = [...subscriptions.buffers.values()].flatMap((buffer) => [...buffer.listeners]);
  for (const wake of listeners) wake();
}
