import { expect, test } from "vitest";
import {
  countMessagesBetween,
  cursorAt,
  messageId,
  nextSequence,
  parseInboxCursor,
  sequenceOf,
} from "../../src/inbox/cursor.ts";
import {
  type PageRequest,
  pauseBeforeReread,
  selectFullPage,
  selectPage,
  sequenceBeforeTime,
} from "../../src/inbox/page.ts";
import type { StoredBody, StoredSummary } from "../../src/inbox/record.ts";
import { toSnippet, truncate } from "../../src/inbox/snippet.ts";
import { decodeStoredEvent, encodeStoredEvent } from "../../src/inbox/stored-event.ts";

const inbox = "aninboxofatest00";
const mebibyte = 1024 * 1024;
const summary = (sequence: number) => ({ id: messageId(inbox, sequence), arrived: sequence * 10 });
const index = (...sequences: number[]) => ({ sequence: Math.max(0, ...sequences), messages: sequences.map(summary) });
const noBuffer = { messages: [], completeSince: null };
const request = (change: Partial<PageRequest<StoredSummary>> = {}): PageRequest<StoredSummary> => ({
  count: 10,
  afterSequence: null,
  countsMissed: true,
  matches: () => true,
  ...change,
});
const sequencesOf = ({ messages }: { messages: StoredSummary[] }) => messages.map(({ id }) => sequenceOf(id));
/** The page without its messages, and with its cursor as a number. */
const rest = ({ messages: _, cursor, ...others }: ReturnType<typeof selectPage>) => ({
  at: sequenceOf(cursor),
  ...others,
});

test.each([
  ["all of them", 3, [3, 2, 1], { at: 3 }],
  ["fewer: the oldest", 2, [2, 1], { at: 2, more: true }],
])("after a sequence number, %s", (_what, count, numbers, others) => {
  const page = selectPage(inbox, index(1, 2, 3), noBuffer, request({ count, afterSequence: 0 }));
  expect([sequencesOf(page), rest(page)]).toEqual([numbers, others]);
});

test("excludes the given sequence number and includes the newest", () => {
  const page = selectPage(inbox, index(1, 2, 3), noBuffer, request({ afterSequence: 1 }));
  expect([sequencesOf(page), rest(page)]).toEqual([[3, 2], { at: 3 }]);
});

test("without a sequence number, returns the newest, newest first, with the cursor after all messages", () => {
  const page = selectPage(inbox, index(1, 2, 3), noBuffer, request({ count: 2 }));
  expect([sequencesOf(page), rest(page)]).toEqual([[3, 2], { at: 3 }]);
});

test("counts evicted messages if a cursor was given, but not cleared ones", () => {
  const missed = (change: Partial<PageRequest<StoredSummary>>, cleared?: number) =>
    rest(selectPage(inbox, { ...index(5, 6), ...(cleared ? { cleared } : {}) }, noBuffer, request(change))).missed;
  expect(missed({ afterSequence: 1 })).toBe(3);
  expect(missed({ afterSequence: 4 })).toBeUndefined();
  expect(missed({ afterSequence: 1, countsMissed: false })).toBeUndefined();
  expect(missed({ afterSequence: 1 }, 3)).toBe(1);
  expect(missed({ afterSequence: 1 }, 4)).toBeUndefined();
  // A restored backup has set the numbers back.
  expect(missed({ afterSequence: 9 })).toBeUndefined();
  // Up to the returned cursor, not beyond.
  expect(missed({ afterSequence: 1, count: 1 })).toBe(3);
});

test("a message that only does not match the request is not missed", () => {
  const matches = ({ id }: StoredSummary) => sequenceOf(id) === 6;
  const page = (...sequences: number[]) =>
    selectPage(inbox, index(...sequences), noBuffer, request({ afterSequence: 3, matches }));
  expect(rest(page(4, 5, 6))).toEqual({ at: 6 });
  expect([sequencesOf(page(5, 6)), rest(page(5, 6))]).toEqual([[6], { at: 6, missed: 1 }]);
});

test("returns buffered messages in order, each once, and counts none as missed after the buffer is complete", () => {
  const buffered = [4, 3].map((sequence) => ({ ...summary(sequence), body: `text ${sequence}` }));
  const page = selectPage(inbox, index(4, 5), { messages: buffered, completeSince: 2 }, request({ afterSequence: 1 }));
  expect([sequencesOf(page), rest(page)]).toEqual([[5, 4, 3], { at: 5, missed: 1 }]);
  // What came since and is not in the buffer was for another address.
  const ofAddress = { messages: buffered.slice(1), completeSince: 1 };
  expect(rest(selectPage(inbox, index(6), ofAddress, request({ afterSequence: 1 })))).toEqual({ at: 6 });
  // A message newer than the index waits for the next read.
  const later = [{ ...summary(9), body: "later" }];
  expect(
    sequencesOf(selectPage(inbox, index(5), { messages: later, completeSince: 2 }, request({ afterSequence: 2 }))),
  ).toEqual([5]);
});

/** Returns a page of full messages with these texts. */
async function fullPage(position: number | null, ...texts: string[]) {
  const load = async (id: string): Promise<StoredBody> => ({ body: texts[sequenceOf(id) - 1]! });
  const messages = index(...texts.map((_, at) => at + 1));
  return (await selectFullPage(inbox, messages, noBuffer, request({ afterSequence: position }), load))!;
}

test("a response has 4 MiB of text, counted in bytes, or one message of any length", async () => {
  const half = "a".repeat(2 * mebibyte);
  expect(rest(await fullPage(0, half, half))).toEqual({ at: 2 });
  expect(rest(await fullPage(0, half, `${half}a`))).toEqual({ at: 1, more: true });
  const wide = "ü".repeat(mebibyte);
  expect(rest(await fullPage(0, wide, wide))).toEqual({ at: 2 });
  expect(rest(await fullPage(0, wide, `${wide}a`))).toEqual({ at: 1, more: true });
  expect(rest(await fullPage(0, "a".repeat(5 * mebibyte), "b"))).toEqual({ at: 1, more: true });
});

test("if the texts are too long, a reader with a cursor gets the oldest, and any other the newest", async () => {
  const texts = ["a".repeat(3 * mebibyte), "b".repeat(3 * mebibyte)];
  expect(sequencesOf(await fullPage(0, ...texts))).toEqual([1]);
  const newest = await fullPage(null, ...texts);
  expect([sequencesOf(newest), rest(newest)]).toEqual([[2], { at: 2, more: true }]);
});

test("returns no page if a text was evicted meanwhile", async () => {
  expect(await selectFullPage(inbox, index(1, 2), noBuffer, request(), async () => null)).toBeNull();
});

test("a message of both list and buffer has the newer fields of the list and the text of the buffer", () => {
  const listed = { ...summary(1), authenticated: "pass" };
  const buffered = { ...summary(1), authenticated: "pending", body: "text" };
  const buffer = { messages: [buffered], completeSince: 0 };
  const { messages } = selectPage(inbox, { sequence: 1, messages: [listed] }, buffer, request({ afterSequence: 0 }));
  expect(messages).toEqual([{ ...listed, body: "text" }]);
});

test("returns a buffered message whose text was evicted meanwhile", async () => {
  const buffer = { messages: [{ ...summary(1), body: "buffered" }], completeSince: 0 };
  const page = await selectFullPage(inbox, index(2), buffer, request({ afterSequence: 0 }), async (id) =>
    id === messageId(inbox, 2) ? { body: "stored" } : null,
  );
  expect(page?.messages.map(({ body }) => body)).toEqual(["stored", "buffered"]);
});

test("a read starts again at most fifty times", async () => {
  await expect(pauseBeforeReread(inbox, 50)).resolves.toBeUndefined();
  await expect(pauseBeforeReread(inbox, 51)).rejects.toThrow("lists a message whose text is not stored");
});

test("a time is before the first message that arrived then or later", () => {
  expect(sequenceBeforeTime(index(5, 6, 7), 60)).toBe(5);
  expect(sequenceBeforeTime(index(5, 6, 7), 61)).toBe(6);
  expect(sequenceBeforeTime(index(5, 6, 7), 71)).toBe(7);
  expect(sequenceBeforeTime(index(5, 6, 7), 0)).toBe(4);
});

const second = 36 ** 3;
test("sequence numbers rise whatever the clock says, and include its second", () => {
  const start = Date.UTC(2020, 0, 1);
  expect(nextSequence(0, 0)).toBe(1);
  expect(nextSequence(7, start - 5_000)).toBe(8);
  expect(nextSequence(7, start + 1_999)).toBe(second + 8);
  expect(nextSequence(second * 9 + 3, start + 1_000)).toBe(second * 9 + 4);
  expect(nextSequence(second - 1, start + 2_000)).toBe(2 * second);
});

test("counts messages between two sequence numbers across seconds, and none backwards or across a restore", () => {
  expect(countMessagesBetween(3, 5)).toBe(2);
  expect(countMessagesBetween(5, 5)).toBe(0);
  expect(countMessagesBetween(5, 3)).toBe(0);
  expect(countMessagesBetween(second + 3, 9 * second + 5)).toBe(2);
  expect(countMessagesBetween(second - 1, 2 * second + 1)).toBe(2);
  expect(countMessagesBetween(0, second / 2)).toBe(second / 2);
  expect(countMessagesBetween(0, second / 2 + 1)).toBe(0);
});

test("accepts only complete cursors of this inbox", () => {
  const cursor = cursorAt(inbox, 42);
  expect(parseInboxCursor(inbox, cursor)).toBe(42);
  for (const wrong of [
    "",
    cursor.slice(1),
    `${cursor}0`,
    cursor.toUpperCase(),
    cursorAt("otherinbox", 42),
    ` ${cursor}`,
  ])
    expect(() => parseInboxCursor(inbox, wrong)).toThrow("`after` must be the cursor");
});

test("an event includes short messages; for long ones, only the newest sequence number", () => {
  const message = (sequence: number, body: string) => ({ ...summary(sequence), body });
  const read = (...bodies: string[]) =>
    decodeStoredEvent(encodeStoredEvent(bodies.map((body, at) => message(at + 1, body))));
  expect(read("a".repeat(16_384))?.messages).toHaveLength(1);
  expect(read("a".repeat(16_385))).toEqual({ sequence: 1 });
  expect(read("a".repeat(8_192), "a".repeat(8_193))).toEqual({ sequence: 2 });
  expect(read("a", "b")).toMatchObject({ sequence: 2, messages: [{ body: "a" }, { body: "b" }] });
  // Six characters each in JSON.
  expect(read("\u0001".repeat(6_000))).toEqual({ sequence: 1 });
  expect(decodeStoredEvent("")).toBeNull();
});

test("a snippet has 140 whole characters with white space collapsed", () => {
  expect(toSnippet(` a \n\t b `)).toBe("a b");
  expect(toSnippet("a".repeat(140))).toHaveLength(140);
  expect(toSnippet("a".repeat(141))).toHaveLength(140);
  expect(toSnippet("🔐".repeat(200))).toBe("🔐".repeat(140));
  expect(toSnippet(`${" ".repeat(19_999)}ab`)).toBe("a");
});

test("truncates without splitting a character", () => {
  expect(truncate("abc", 3)).toBe("abc");
  expect(truncate("abcd", 3)).toBe("abc");
  expect(truncate("ab🔐", 3)).toBe("ab");
  expect(truncate("ab🔐", 4)).toBe("ab🔐");
  expect(truncate("a🔐b", 3)).toBe("a🔐");
});
