import { countBetween, cursorAt, sequenceOf } from "./cursor.ts";
import type { InboxIndex, StoredBody, Summary, Whole } from "./record.ts";

/** What one answer gives of an inbox. */
export interface Page<S extends Summary> {
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
export interface Wanted<S extends Summary> {
  count: number;
  /** The number behind which it stands; `null` for the newest messages, whatever came before. */
  position: number | null;
  /** Whether what is lacking behind `position` is to be counted. */
  counts: boolean;
  isWanted: (summary: S) => boolean;
}

/** What was kept for a reader beside the index, and from which number on nothing is lacking there. */
export interface KeptAside<S extends Summary> {
  kept: readonly Whole<S>[];
  complete: number | null;
}

/** Text that one answer holds at most, in bytes; the first message always goes in. */
const mostText = 4 * 1024 * 1024;
/** Times that a reader looks again for a message that rolled out under its eyes. */
const mostLooks = 50;

/** The messages to answer and the cursor behind them: the oldest behind a position, or else the newest. */
export function choosePage<S extends Summary>(
  inbox: string,
  index: InboxIndex<S>,
  { kept, complete }: KeptAside<S>,
  { count, position, counts, isWanted }: Wanted<S>,
): Page<S> {
  const from = Math.max(position ?? 0, index.cleared ?? 0);
  const there = joinById(index.messages, kept).filter(({ id }) => isBetween(id, from, index.sequence));
  const matching = there.filter(isWanted);
  if (position === null) return { messages: matching.slice(-count).reverse(), cursor: cursorAt(inbox, index.sequence) };
  const given = matching.slice(0, count);
  const last = matching.length > count ? given.at(-1) : undefined;
  const page = { messages: given.toReversed(), cursor: last?.id ?? cursorAt(inbox, index.sequence) };
  const missed = counts ? countMissing(from, Math.min(sequenceOf(page.cursor), complete ?? index.sequence)) : 0;
  return { ...page, ...(last ? { more: true } : {}), ...(missed > 0 ? { missed } : {}) };

  function countMissing(after: number, upTo: number): number {
    return Math.max(0, countBetween(after, upTo) - there.filter(({ id }) => isBetween(id, after, upTo)).length);
  }
}

/**
 * The page with texts, shorter where they are too much for one answer; `null` when a message rolled out while its text
 * was read.
 */
export async function withTexts<S extends Summary>(
  inbox: string,
  index: InboxIndex<S>,
  aside: KeptAside<S>,
  wanted: Wanted<S>,
  load: (id: string) => Promise<StoredBody | null>,
): Promise<Page<S> | null> {
  const whole = choosePage(inbox, index, aside, wanted);
  // A reader with a place goes on behind what it was given, so the oldest go first; any other wants the newest.
  const order = wanted.position === null ? whole.messages : whole.messages.toReversed();
  const messages: Whole<S>[] = [];
  let size = 0;
  for (const message of order) {
    const stored = message.body === undefined ? await load(message.id) : { ...message, body: message.body };
    if (stored === null) return null;
    size += Buffer.byteLength(stored.body);
    if (messages.length > 0 && size > mostText) break;
    messages.push({ ...message, ...stored });
  }
  if (messages.length === order.length) return { ...whole, messages: inOrder(messages) };
  const page =
    wanted.position === null ? whole : choosePage(inbox, index, aside, { ...wanted, count: messages.length });
  return { ...page, messages: inOrder(messages), more: true };
}

/**
 * Comes before a reader looks again because a text was gone: in a later turn of the event loop, for what is to bring the list up
 * to date may wait for one. @throws Error when that never happens
 */
export async function lookAgain(inbox: string, times: number): Promise<void> {
  if (times > mostLooks) throw new Error(`The inbox ${inbox} lists a message whose text is not stored`);
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** The number behind which only messages stand that arrived at `time` or later. */
export function positionAt<S extends Summary>(index: InboxIndex<S>, time: number): number {
  const first = index.messages.find(({ arrived }) => arrived >= time);
  return first ? sequenceOf(first.id) - 1 : index.sequence;
}

/** Oldest first, each once; with its text where it was kept. */
function joinById<S extends Summary>(stored: readonly S[], kept: readonly Whole<S>[]): (S & Partial<StoredBody>)[] {
  if (kept.length === 0) return [...stored];
  const byId = new Map<string, S & Partial<StoredBody>>(stored.map((message) => [message.id, message]));
  for (const message of kept) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const isBetween = (id: string, after: number, upTo: number) => sequenceOf(id) > after && sequenceOf(id) <= upTo;
const inOrder = <M extends { id: string }>(messages: M[]) => messages.toSorted((a, b) => (a.id < b.id ? 1 : -1));
