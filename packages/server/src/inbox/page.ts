import { countMessagesBetween, cursorAt, sequenceOf } from "./cursor.ts";
import type { FullMessage, InboxIndex, StoredBody, StoredSummary } from "./record.ts";

/** What one answer gives of an inbox. */
export interface InboxPage<S extends StoredSummary> {
  /** Newest first; with their texts where they were asked for. */
  messages: (S & Partial<StoredBody>)[];
  /** Behind what was given; behind everything without `more`. */
  cursor: string;
  /** That there are others behind the cursor. */
  more?: true;
  /** How many rolled out between the reader's cursor and this one before they were given. */
  missed?: number;
}

/** What a reader asks for. */
export interface PageRequest<S extends StoredSummary> {
  count: number;
  /** The number behind which it stands; `null` for the newest messages, whatever came before. */
  afterSequence: number | null;
  /** Whether what is lacking behind `position` is to be counted. */
  countsMissed: boolean;
  matches: (summary: S) => boolean;
}

/** What was kept for a reader beside the index, and from which number on nothing is lacking there. */
export interface BufferedMessages<S extends StoredSummary> {
  messages: readonly FullMessage<S>[];
  completeSince: number | null;
}

/** Text that one answer holds at most, in bytes; the first message always goes in. */
const maxTextBytes = 4 * 1024 * 1024;
/** Times that a reader looks again for a message that rolled out under its eyes. */
const maxRereads = 50;

/** The messages to answer and the cursor behind them: the oldest behind a position, or else the newest. */
export function selectPage<S extends StoredSummary>(
  inbox: string,
  index: InboxIndex<S>,
  { messages: kept, completeSince: complete }: BufferedMessages<S>,
  { count, afterSequence: position, countsMissed: counts, matches: isWanted }: PageRequest<S>,
): InboxPage<S> {
  const from = Math.max(position ?? 0, index.cleared ?? 0);
  const there = mergeById(index.messages, kept).filter(({ id }) => isBetween(id, from, index.sequence));
  const matching = there.filter(isWanted);
  if (position === null) return { messages: matching.slice(-count).reverse(), cursor: cursorAt(inbox, index.sequence) };
  const given = matching.slice(0, count);
  const last = matching.length > count ? given.at(-1) : undefined;
  const page = { messages: given.toReversed(), cursor: last?.id ?? cursorAt(inbox, index.sequence) };
  const missed = counts ? countMissing(from, Math.min(sequenceOf(page.cursor), complete ?? index.sequence)) : 0;
  return { ...page, ...(last ? { more: true } : {}), ...(missed > 0 ? { missed } : {}) };

  function countMissing(after: number, upTo: number): number {
    return Math.max(0, countMessagesBetween(after, upTo) - there.filter(({ id }) => isBetween(id, after, upTo)).length);
  }
}

/**
 * The page with texts, shorter where they are too much for one answer; `null` when a message rolled out while its text
 * was read.
 */
export async function selectFullPage<S extends StoredSummary>(
  inbox: string,
  index: InboxIndex<S>,
  aside: BufferedMessages<S>,
  wanted: PageRequest<S>,
  load: (id: string) => Promise<StoredBody | null>,
): Promise<InboxPage<S> | null> {
  const whole = selectPage(inbox, index, aside, wanted);
  // A reader with a place goes on behind what it was given, so the oldest go first; any other wants the newest.
  const order = wanted.afterSequence === null ? whole.messages : whole.messages.toReversed();
  const messages: FullMessage<S>[] = [];
  let size = 0;
  for (const message of order) {
    const stored = message.body === undefined ? await load(message.id) : { ...message, body: message.body };
    if (stored === null) return null;
    size += Buffer.byteLength(stored.body);
    if (messages.length > 0 && size > maxTextBytes) break;
    messages.push({ ...message, ...stored });
  }
  if (messages.length === order.length) return { ...whole, messages: newestFirst(messages) };
  const page =
    wanted.afterSequence === null ? whole : selectPage(inbox, index, aside, { ...wanted, count: messages.length });
  return { ...page, messages: newestFirst(messages), more: true };
}

/**
 * Comes before a reader looks again because a text was gone: in a later turn of the event loop, for what is to bring the list up
 * to date may wait for one. @throws Error when that never happens
 */
export async function pauseBeforeReread(inbox: string, times: number): Promise<void> {
  if (times > maxRereads) throw new Error(`The inbox ${inbox} lists a message whose text is not stored`);
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** The number behind which only messages stand that arrived at `time` or later. */
export function sequenceBeforeTime<S extends StoredSummary>(index: InboxIndex<S>, time: number): number {
  const first = index.messages.find(({ arrived }) => arrived >= time);
  return first ? sequenceOf(first.id) - 1 : index.sequence;
}

/** Oldest first, each once; with its text where it was kept. */
function mergeById<S extends StoredSummary>(
  stored: readonly S[],
  kept: readonly FullMessage<S>[],
): (S & Partial<StoredBody>)[] {
  if (kept.length === 0) return [...stored];
  const byId = new Map<string, S & Partial<StoredBody>>(stored.map((message) => [message.id, message]));
  for (const message of kept) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const isBetween = (id: string, after: number, upTo: number) => sequenceOf(id) > after && sequenceOf(id) <= upTo;
const newestFirst = <M extends { id: string }>(messages: M[]) => messages.toSorted((a, b) => (a.id < b.id ? 1 : -1));
