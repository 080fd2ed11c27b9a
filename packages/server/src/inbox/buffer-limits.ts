import { sequenceOf } from "./cursor.ts";
import type { FullMessage, StoredSummary } from "./record.ts";

/** Messages buffered for the readers of one inbox and address. */
export interface SubscriptionBuffer<S extends StoredSummary> {
  inbox: string;
  /** `null` for all messages of the inbox. */
  address: string | null;
  /** Oldest first. */
  messages: FullMessage<S>[];
  /** Sequence number after which no message is missing; `null` before the first read, `Infinity` after a failed one. */
  completeSince: number | null;
  listeners: Set<() => void>;
  /** Number of current readers. */
  readers: number;
  /** Time until which it is kept without a reader, as of `performance.now()`; 0 if no reader has asked for that. */
  keepUntil: number;
  /** Removes the buffer at `keepUntil`; `null` while it has a reader. */
  timer: NodeJS.Timeout | null;
}

/** How long a buffer for one address is kept for its reader's next request. */
const keepForAddressMs = 300_000;
/** The same for a buffer for all messages. Less, because it takes up memory for each message of the inbox. */
const keepForAllMs = 10_000;
const maxMessagesPerBuffer = 100;
/** Limits in characters of text: of one buffer, and of all buffers of this server together. */
const maxTextPerBuffer = 4 * 1024 * 1024;
const maxTextTotal = 64 * 1024 * 1024;
/** Maximum number of buffers without a reader on this server. */
const maxIdleBuffers = 10_000;

/**
 * Limits the memory of all buffers, which keep new messages for readers between their requests. Calls `onRemoved` with each buffer
 * that it removes.
 */
export function createBufferLimits<S extends StoredSummary>(onRemoved: (buffer: SubscriptionBuffer<S>) => void) {
  /** Buffers without a reader, the longest unused first. */
  const idleBuffers = new Set<SubscriptionBuffer<S>>();
  let textTotal = 0;
  let isClosed = false;

  /**
   * Removes a buffer of messages that wait for readers, and no longer counts their text. Empties `buffer.messages`, so that nothing is
   * subtracted twice if the buffer is removed again.
   */
  function remove(buffer: SubscriptionBuffer<S>) {
    if (buffer.timer) clearTimeout(buffer.timer);
    idleBuffers.delete(buffer);
    const removedMessages = buffer.messages.splice(0);
    for (const { body } of removedMessages) textTotal -= body.length;
    onRemoved(buffer);
  }

  /** Drops the oldest message to free memory, and records that the buffer has every message only after the dropped one. */
  function dropOldestMessage(buffer: SubscriptionBuffer<S>) {
    const dropped = buffer.messages.shift();
    if (!dropped) return;
    textTotal -= dropped.body.length;
    // `null`: no reader has loaded the stored messages yet, and nothing was dropped. Now the buffer has only what comes after this one.
    buffer.completeSince = Math.max(buffer.completeSince ?? 0, sequenceOf(dropped.id));
  }

  /** Returns whether this buffer alone has too many messages or too much text. */
  function isOverLimit({ messages }: SubscriptionBuffer<S>): boolean {
    if (messages.length > maxMessagesPerBuffer) return true;
    const textLength = messages.reduce((sum, { body }) => sum + body.length, 0);
    // One message of any length is kept, or a long one could never reach its reader.
    return messages.length > 1 && textLength > maxTextPerBuffer;
  }

  return {
    /**
     * Creates an empty buffer for one email address, or for all messages if `address` is `null`. Its one reader has not read the
     * inbox yet (`completeSince`), and has not asked to keep the buffer for its next request (`keepUntil`).
     */
    createBuffer(inbox: string, address: string | null): SubscriptionBuffer<S> {
      return {
        inbox,
        address,
        messages: [],
        completeSince: null,
        listeners: new Set(),
        readers: 1,
        keepUntil: 0,
        timer: null,
      };
    },

    /** Adds a reader to a buffer, and stops the timer that would remove it because it has no reader. */
    addReader(buffer: SubscriptionBuffer<S>) {
      buffer.readers++;
      idleBuffers.delete(buffer);
      if (buffer.timer) clearTimeout(buffer.timer);
      buffer.timer = null;
    },

    /**
     * Adds a message in the order of ids. Returns whether it is new to the buffer. Above the limits of one buffer, drops its
     * oldest messages. Above the limit of all buffers, first removes buffers without a reader, the longest unused first, then
     * drops messages of this buffer.
     */
    add(buffer: SubscriptionBuffer<S>, message: FullMessage<S>): boolean {
      const previousIndex = buffer.messages.findLastIndex(({ id }) => id <= message.id);
      if (buffer.messages[previousIndex]?.id === message.id) return false;
      buffer.messages.splice(previousIndex + 1, 0, message);
      textTotal += message.body.length;
      while (isOverLimit(buffer)) dropOldestMessage(buffer);
      for (const idleBuffer of idleBuffers) {
        if (textTotal <= maxTextTotal) break;
        remove(idleBuffer);
      }
      // Without a reader, this buffer may have been removed above: it is then empty.
      while (buffer.messages.length > 0 && textTotal > maxTextTotal) dropOldestMessage(buffer);
      return true;
    },

    /**
     * Takes one reader off a buffer. After its last reader, the buffer is removed at once. If one of its readers left with `keepBuffer`,
     * it is removed some time after that, so that this reader's next request can join it again: sooner if it is for all messages
     * (`address` is `null`), as it takes more memory.
     */
    removeReader(buffer: SubscriptionBuffer<S>, { keepBuffer }: { keepBuffer: boolean }) {
      buffer.readers--;
      const now = performance.now();
      const keepMs = buffer.address === null ? keepForAllMs : keepForAddressMs;
      if (keepBuffer) buffer.keepUntil = now + keepMs;
      if (buffer.readers > 0) return;
      if (isClosed || buffer.keepUntil <= now) return remove(buffer);
      idleBuffers.add(buffer);
      buffer.timer = setTimeout(remove, buffer.keepUntil - now, buffer).unref();
      // Readers that never return must not fill the memory.
      const [longestUnused] = idleBuffers;
      if (longestUnused && idleBuffers.size > maxIdleBuffers) remove(longestUnused);
    },

    /** Removes every buffer without a reader. The others are removed with their last reader. */
    close() {
      isClosed = true;
      for (const buffer of [...idleBuffers]) remove(buffer);
    },
  };
}
