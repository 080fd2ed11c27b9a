import { countMessagesBetween, cursorAt, sequenceOf } from "./cursor.ts";
import type { FullMessage, InboxIndex, StoredBody, StoredSummary } from "./record.ts";

/** The part of an inbox that one response contains. */
export interface MessagePage<S extends StoredSummary> {
  /** Newest first; with their texts if the request was for full messages. */
  messages: (S & Partial<StoredBody>)[];
  /** Cursor after the last returned message; without `more`, after all messages received so far. */
  cursor: string;
  /** Set if there are more messages after the cursor. */
  more?: true;
  /** How many messages after the reader's cursor were evicted before they could be returned. */
  missed?: number;
  /** Set if a message whose verdict is pending ends the page. The cursor is before it. */
  pending?: true;
}

export interface PageRequest<S extends StoredSummary> {
  /** Maximum number of messages. */
  count: number;
  /** Only messages after this sequence number; `null` for the newest messages. */
  afterSequence: number | null;
  /**
   * Whether to count evicted messages in `missed`. Not for a reader that gives a time (`lookback`): it does not rely on every
   * message.
   */
  countsMissed: boolean;
  matches: (summary: S) => boolean;
  /** Returns whether it is not known yet if a message matches. The page ends before the first such message. */
  isPending?: (summary: S) => boolean;
}

/** Messages buffered for a reader, and the sequence number after which none is missing among them; `null` if any may be missing. */
export interface BufferedMessages<S extends StoredSummary> {
  messages: readonly FullMessage<S>[];
  completeSince: number | null;
}

/** Maximum bytes of text in one response. The first message is always included: a reader could never get past one that is too long. */
const maxTextBytes = 4 * 1024 * 1024;
/** How often a read starts again because a message was evicted during it. */
const maxRereads = 50;

/**
 * Selects the messages of one response: the oldest ones after `afterSequence`, or the newest if that is `null`. Returns them with
 * the cursor after them. The page ends before the first message for which `isPending` is true: whether that message matches is not
 * known yet. `missed` is how many messages after the reader's cursor, up to the returned one, were evicted; those that were deleted
 * (`cleared`) do not count. The count ends at `bufferedSince`: after that, the buffer has every message for the reader's address, and
 * an evicted message that is not in the buffer was for another address. A buffer that may lack any message (`null`) does not limit the
 * count.
 */
export function selectPage<S extends StoredSummary>(
  inbox: string,
  index: InboxIndex<S>,
  buffer: BufferedMessages<S>,
  { count, afterSequence, countsMissed, matches, isPending = () => false }: PageRequest<S>,
): MessagePage<S> {
  const start = Math.max(afterSequence ?? 0, index.cleared ?? 0);
  // A buffered message may be newer than this index. It is left out, because the cursor is that of the index.
  const all = mergeById(index.messages, buffer.messages).filter(({ id }) => isBetween(id, start, index.sequence));
  const firstPending = all.find(isPending);
  const newestSequence = firstPending ? sequenceOf(firstPending.id) - 1 : index.sequence;
  const available = firstPending ? all.slice(0, all.indexOf(firstPending)) : all;
  const matching = available.filter(matches);
  const newestCursor = cursorAt(inbox, newestSequence);
  const pending = firstPending ? ({ pending: true } as const) : {};
  if (afterSequence === null) return { messages: matching.slice(-count).reverse(), cursor: newestCursor, ...pending };
  const selected = matching.slice(0, count);
  const hasMore = matching.length > count;
  const lastBeforeMore = hasMore ? selected.at(-1) : undefined;
  const cursor = lastBeforeMore?.id ?? newestCursor;
  const bufferedSince = buffer.completeSince ?? index.sequence;
  const missed = countsMissed ? countEvicted(start, Math.min(sequenceOf(cursor), bufferedSince)) : 0;
  return {
    messages: selected.toReversed(),
    cursor,
    ...(lastBeforeMore ? { more: true } : {}),
    ...(missed > 0 ? { missed } : {}),
    ...pending,
  };

  /**
   * Returns how many messages of this range of sequence numbers are no longer available, in the index or in the buffer. Never less
   * than 0, even if a restored backup has set the numbers back.
   */
  function countEvicted(after: number, upTo: number): number {
    const availableCount = available.filter(({ id }) => isBetween(id, after, upTo)).length;
    return Math.max(0, countMessagesBetween(after, upTo) - availableCount);
  }
}

/**
 * Selects the messages of one response as `selectPage` does, and loads their texts, at most 4 MiB: if not all fit, those of the newest
 * messages for a reader without a cursor, and those of the next ones for a reader that continues after a cursor. Returns `null` if a
 * message was evicted while its text was read; the caller then reads the index again.
 */
export async function selectFullPage<S extends StoredSummary>(
  inbox: string,
  index: InboxIndex<S>,
  buffer: BufferedMessages<S>,
  request: PageRequest<S>,
  loadBody: (id: string) => Promise<StoredBody | null>,
): Promise<MessagePage<S> | null> {
  const page = selectPage(inbox, index, buffer, request);
  const wantsNewest = request.afterSequence === null;
  const inOrderWanted = wantsNewest ? page.messages : page.messages.toReversed();
  const messages: FullMessage<S>[] = [];
  let size = 0;
  for (const message of inOrderWanted) {
    const { body: bufferedBody } = message;
    const storedBody = bufferedBody === undefined ? await loadBody(message.id) : { ...message, body: bufferedBody };
    if (storedBody === null) return null;
    size += Buffer.byteLength(storedBody.body);
    if (messages.length > 0 && size > maxTextBytes) break;
    messages.push({ ...message, ...storedBody });
  }
  if (messages.length === inOrderWanted.length) return { ...page, messages: newestFirst(messages) };
  // Not all fit. A reader with a cursor continues after the last one that does, for which the page is selected again. A reader of the
  // newest messages continues after the newest one, as its page says already.
  const shorterPage = wantsNewest ? page : selectPage(inbox, index, buffer, { ...request, count: messages.length });
  return { ...shorterPage, messages: newestFirst(messages), more: true };
}

/**
 * Waits for a later turn of the event loop. Called when a listed message had no stored text: it was evicted after the index was read.
 * One commit deletes the text and the index's entry, but a read beside it may see the text go first, so the next read must not follow
 * at once.
 *
 * @throws Error if the listed text is still not stored after 50 attempts.
 */
export async function pauseBeforeReread(inbox: string, attempts: number): Promise<void> {
  if (attempts > maxRereads) throw new Error(`The inbox ${inbox} lists a message whose text is not stored`);
  // Other callbacks run first, such as those of a storage read.
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Returns the sequence number just before the first message that arrived at `time` or later; the newest number if none did. */
export function sequenceBeforeTime<S extends StoredSummary>(index: InboxIndex<S>, time: number): number {
  const first = index.messages.find(({ arrived }) => arrived >= time);
  return first ? sequenceOf(first.id) - 1 : index.sequence;
}

/**
 * Merges listed and buffered messages, oldest first, each once. A message in both gets its text from the buffer and all other
 * fields from the list, which has the newer ones: the verdict on a mail's sender comes after the mail.
 */
function mergeById<S extends StoredSummary>(
  listed: readonly S[],
  buffered: readonly FullMessage<S>[],
): (S & Partial<StoredBody>)[] {
  if (buffered.length === 0) return [...listed];
  const byId = new Map<string, S & Partial<StoredBody>>(listed.map((message) => [message.id, message]));
  for (const message of buffered) byId.set(message.id, { ...message, ...byId.get(message.id) });
  // A later message has a higher id.
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns whether a message comes after one sequence number and not after another. */
const isBetween = (id: string, after: number, upTo: number) => sequenceOf(id) > after && sequenceOf(id) <= upTo;
/** Returns the messages by descending id: ids sort by arrival. */
const newestFirst = <M extends { id: string }>(messages: M[]) => messages.toSorted((a, b) => (a.id < b.id ? 1 : -1));
