import { expect, test } from "vitest";
import {
  countMessagesBetween,
  cursorAt,
  messageId,
  nextSequence,
  parseCursor,
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
const nothing = { messages: [], completeSince: null };
const wanted = (change: Partial<PageRequest<StoredSummary>> = {}): PageRequest<StoredSummary> => ({
  count: 10,
  afterSequence: null,
  countsMissed: true,
  matches: () => true,
  ...change,
});
const numbersOf = ({ messages }: { messages: StoredSummary[] }) => messages.map(({ id }) => sequenceOf(id));
/** What the page says beside its messages, its cursor as a number. */
const rest = ({ messages: _, cursor, ...others }: ReturnType<typeof selectPage>) => ({
  at: sequenceOf(cursor),
  ...others,
});

test.each([
  ["as many as there are", 3, [3, 2, 1], { at: 3 }],
  ["fewer: the oldest", 2, [2, 1], { at: 2, more: true }],
])("behind a position, %s", (_what, count, numbers, others) => {
  const page = selectPage(inbox, index(1, 2, 3), nothing, wanted({ count, afterSequence: 0 }));
  expect([numbersOf(page), rest(page)]).toEqual([numbers, others]);
});

test("a position is itself not given, and the newest number is", () => {
  const page = selectPage(inbox, index(1, 2, 3), nothing, wanted({ afterSequence: 1 }));
  expect([numbersOf(page), rest(page)]).toEqual([[3, 2], { at: 3 }]);
});

test("without a position the newest are given, newest first, with the cursor behind everything", () => {
  const page = selectPage(inbox, index(1, 2, 3), nothing, wanted({ count: 2 }));
  expect([numbersOf(page), rest(page)]).toEqual([[3, 2], { at: 3 }]);
});

test("what rolled out is counted where a cursor was given, and what was emptied is not", () => {
  const missed = (change: Partial<PageRequest<StoredSummary>>, cleared?: number) =>
    rest(selectPage(inbox, { ...index(5, 6), ...(cleared ? { cleared } : {}) }, nothing, wanted(change))).missed;
  expect(missed({ afterSequence: 1 })).toBe(3);
  expect(missed({ afterSequence: 4 })).toBeUndefined();
  expect(missed({ afterSequence: 1, countsMissed: false })).toBeUndefined();
  expect(missed({ afterSequence: 1 }, 3)).toBe(1);
  expect(missed({ afterSequence: 1 }, 4)).toBeUndefined();
  // Up to the cursor that is given, not beyond.
  expect(missed({ afterSequence: 1, count: 1 })).toBe(3);
});

test("what was kept is given in its order, each once, and nothing is missing from where it is complete", () => {
  const kept = [4, 3].map((sequence) => ({ ...summary(sequence), body: `text ${sequence}` }));
  const page = selectPage(inbox, index(4, 5), { messages: kept, completeSince: 2 }, wanted({ afterSequence: 1 }));
  expect([numbersOf(page), rest(page)]).toEqual([[5, 4, 3], { at: 5, missed: 1 }]);
  // A later message than the index knows waits for the next reading.
  const later = [{ ...summary(9), body: "later" }];
  expect(
    numbersOf(selectPage(inbox, index(5), { messages: later, completeSince: 2 }, wanted({ afterSequence: 2 }))),
  ).toEqual([5]);
});

/** Texts of so many bytes each, asked for whole. */
async function whole(position: number | null, ...texts: string[]) {
  const load = async (id: string): Promise<StoredBody> => ({ body: texts[sequenceOf(id) - 1]! });
  const messages = index(...texts.map((_, at) => at + 1));
  return (await selectFullPage(inbox, messages, nothing, wanted({ afterSequence: position }), load))!;
}

test("an answer has 4 MiB of text, counted in bytes, and one message of any length", async () => {
  const half = "a".repeat(2 * mebibyte);
  expect(rest(await whole(0, half, half))).toEqual({ at: 2 });
  expect(rest(await whole(0, half, `${half}a`))).toEqual({ at: 1, more: true });
  const wide = "ü".repeat(mebibyte);
  expect(rest(await whole(0, wide, wide))).toEqual({ at: 2 });
  expect(rest(await whole(0, wide, `${wide}a`))).toEqual({ at: 1, more: true });
  expect(rest(await whole(0, "a".repeat(5 * mebibyte), "b"))).toEqual({ at: 1, more: true });
});

test("where texts are too much, who goes on gets the oldest, and who asks for the newest those", async () => {
  const texts = ["a".repeat(3 * mebibyte), "b".repeat(3 * mebibyte)];
  expect(numbersOf(await whole(0, ...texts))).toEqual([1]);
  const newest = await whole(null, ...texts);
  expect([numbersOf(newest), rest(newest)]).toEqual([[2], { at: 2, more: true }]);
});

test("a text that went meanwhile gives no page", async () => {
  expect(await selectFullPage(inbox, index(1, 2), nothing, wanted(), async () => null)).toBeNull();
});

test("a reader looks again fifty times", async () => {
  await expect(pauseBeforeReread(inbox, 50)).resolves.toBeUndefined();
  await expect(pauseBeforeReread(inbox, 51)).rejects.toThrow("lists a message whose text is not stored");
});

test("a time stands before the first message that came then or later", () => {
  expect(sequenceBeforeTime(index(5, 6, 7), 60)).toBe(5);
  expect(sequenceBeforeTime(index(5, 6, 7), 61)).toBe(6);
  expect(sequenceBeforeTime(index(5, 6, 7), 71)).toBe(7);
  expect(sequenceBeforeTime(index(5, 6, 7), 0)).toBe(4);
});

const second = 36 ** 3;
test("numbers rise whatever the clock says, and take its second in", () => {
  const start = Date.UTC(2020, 0, 1);
  expect(nextSequence(0, 0)).toBe(1);
  expect(nextSequence(7, start - 5_000)).toBe(8);
  expect(nextSequence(7, start + 1_999)).toBe(second + 8);
  expect(nextSequence(second * 9 + 3, start + 1_000)).toBe(second * 9 + 4);
  expect(nextSequence(second - 1, start + 2_000)).toBe(2 * second);
});

test("messages between two numbers are counted across seconds, and none backwards or across a backup", () => {
  expect(countMessagesBetween(3, 5)).toBe(2);
  expect(countMessagesBetween(5, 5)).toBe(0);
  expect(countMessagesBetween(5, 3)).toBe(0);
  expect(countMessagesBetween(second + 3, 9 * second + 5)).toBe(2);
  expect(countMessagesBetween(second - 1, 2 * second + 1)).toBe(2);
  expect(countMessagesBetween(0, second / 2)).toBe(second / 2);
  expect(countMessagesBetween(0, second / 2 + 1)).toBe(0);
});

test("a cursor is one of this inbox, whole", () => {
  const cursor = cursorAt(inbox, 42);
  expect(parseCursor(inbox, cursor)).toBe(42);
  for (const wrong of [
    "",
    cursor.slice(1),
    `${cursor}0`,
    cursor.toUpperCase(),
    cursorAt("otherinbox", 42),
    ` ${cursor}`,
  ])
    expect(() => parseCursor(inbox, wrong)).toThrow("`after` must be the cursor");
});

test("news carry short messages, and of long ones the newest number alone", () => {
  const message = (sequence: number, body: string) => ({ ...summary(sequence), body });
  const read = (...bodies: string[]) =>
    decodeStoredEvent(encodeStoredEvent(bodies.map((body, at) => message(at + 1, body))));
  expect(read("a".repeat(16_384))?.messages).toHaveLength(1);
  expect(read("a".repeat(16_385))).toEqual({ sequence: 1 });
  expect(read("a".repeat(8_192), "a".repeat(8_193))).toEqual({ sequence: 2 });
  expect(read("a", "b")).toMatchObject({ sequence: 2, messages: [{ body: "a" }, { body: "b" }] });
  // Six characters each once they are written.
  expect(read("\u0001".repeat(6_000))).toEqual({ sequence: 1 });
  expect(decodeStoredEvent("")).toBeNull();
});

test("a snippet has 140 characters, whole ones, without the white space between", () => {
  expect(toSnippet(` a \n\t b `)).toBe("a b");
  expect(toSnippet("a".repeat(140))).toHaveLength(140);
  expect(toSnippet("a".repeat(141))).toHaveLength(140);
  expect(toSnippet("🔐".repeat(200))).toBe("🔐".repeat(140));
  expect(toSnippet(`${" ".repeat(19_999)}ab`)).toBe("a");
});

test("a header that is too long is cut before half a character", () => {
  expect(truncate("abc", 3)).toBe("abc");
  expect(truncate("abcd", 3)).toBe("abc");
  expect(truncate("ab🔐", 3)).toBe("ab");
  expect(truncate("ab🔐", 4)).toBe("ab🔐");
  expect(truncate("a🔐b", 3)).toBe("a🔐");
});
