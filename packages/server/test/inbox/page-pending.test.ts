import { expect, test } from "vitest";
import { messageId, sequenceOf } from "../../src/inbox/cursor.ts";
import { type PageRequest, selectFullPage, selectPage } from "../../src/inbox/page.ts";
import type { StoredSummary } from "../../src/inbox/record.ts";

const inbox = "aninboxofatest00";
const summary = (sequence: number) => ({ id: messageId(inbox, sequence), arrived: sequence });
const noBuffer = { messages: [], completeSince: null };

/** A page of the messages 2 to 6, of which these wait for a verdict. */
function read(pending: number[], change: Partial<PageRequest<StoredSummary>>) {
  const index = { sequence: 6, messages: [2, 3, 4, 5, 6].map(summary) };
  const { messages, cursor, ...others } = selectPage(inbox, index, noBuffer, {
    count: 10,
    afterSequence: 0,
    countsMissed: true,
    matches: ({ id }) => !pending.includes(sequenceOf(id)),
    isPending: ({ id }) => pending.includes(sequenceOf(id)),
    ...change,
  });
  return { messages: messages.map(({ id }) => sequenceOf(id)), at: sequenceOf(cursor), ...others };
}

test.each([
  ["none waits", [], {}, { messages: [6, 5, 4, 3, 2], at: 6, missed: 1 }],
  ["one waits", [4], {}, { messages: [3, 2], at: 3, missed: 1, pending: true }],
  ["several wait", [5, 3], {}, { messages: [2], at: 2, missed: 1, pending: true }],
  ["the oldest waits", [2], { afterSequence: 1 }, { messages: [], at: 1, pending: true }],
  ["there are more before it", [5], { count: 2 }, { messages: [3, 2], at: 3, more: true, missed: 1, pending: true }],
  ["as many as asked for are before it", [4], { count: 2 }, { messages: [3, 2], at: 3, missed: 1, pending: true }],
  ["it waits before the cursor", [2], { afterSequence: 2 }, { messages: [6, 5, 4, 3], at: 6 }],
  ["the newest are asked for", [5], { afterSequence: null }, { messages: [4, 3, 2], at: 4, pending: true }],
  ["two of the newest", [6], { afterSequence: null, count: 2 }, { messages: [5, 4], at: 5, pending: true }],
  ["the newest, and none waits", [], { afterSequence: null, count: 2 }, { messages: [6, 5], at: 6 }],
])("a page ends before the first message that waits for a verdict: %s", (_what, pending, change, page) =>
  expect(read(pending, change)).toEqual(page),
);

test("a page that is cut because of its texts counts what was missed up to there, and says no more of what waits", async () => {
  const index = { sequence: 9, messages: [3, 4, 9].map(summary) };
  const body = "a".repeat(3 * 1024 * 1024);
  const page = await selectFullPage(
    inbox,
    index,
    noBuffer,
    { count: 10, afterSequence: 1, countsMissed: true, matches: () => true },
    async () => ({ body }),
  );
  expect({ ...page, messages: page?.messages.map(({ id }) => sequenceOf(id)) }).toEqual({
    messages: [3],
    cursor: messageId(inbox, 3),
    more: true,
    missed: 1,
  });
});
