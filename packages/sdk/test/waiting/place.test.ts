import { describe, expect, test } from "vitest";
import { type Cursor, formatCursor, parseCursor } from "../../src/waiting/cursor.ts";
import { advance, type CursorState, cursorAfterPage, startOf } from "../../src/waiting/cursor-state.ts";
import type { InboxPage, InboxQuery, InboxSource, MessageSummary } from "../../src/waiting/inbox-source.ts";
import { readAll } from "../../src/waiting/read-all.ts";

const message = (id: string): MessageSummary => ({
  id,
  sender: "a@b.example",
  snippet: "",
  received_at: "2026-01-01T00:00:00Z",
});
const page = (ids: string, changes: Partial<InboxPage<MessageSummary>> = {}): InboxPage<MessageSummary> => ({
  messages: [...ids].map(message),
  cursor: ids[0],
  more: false,
  missed: 0,
  now: 0,
  ...changes,
});
const at = (cursor: string): Cursor => ({ type: "cursor", cursor });
const seen = (ids: string): Cursor => ({ type: "seen", ids: new Set(ids) });

describe("the cursor of a handle", () => {
  test.each([
    ["moves on to a newer message", at("c"), "d", "d", at("d")],
    ["is not moved back by a wait that started earlier", at("c"), "b", "b", at("c")],
    ["stays at its own message", at("c"), "c", "c", at("c")],
    ["begins at the first message", seen(""), "a", "a", at("a")],
  ] as const)("%s", (_title, before, id, mark, after) => {
    const place: CursorState = { cursor: before, returned: new Set() };
    expect(advance(place, id, page("dcba"))).toBe(mark);
    expect(place.cursor).toEqual(after);
  });

  test.each([
    ["c", seen("ab"), "seen:a,b,c"],
    ["a", seen(""), "seen:a"],
    ["a", seen("xc"), "seen:x,c,a"],
  ] as const)("is behind message %s and all older ones where the server gives no cursor", (id, before, mark) => {
    const place: CursorState = { cursor: before, returned: new Set() };
    const marked = advance(place, id, page("dcba", { cursor: undefined }));
    const ids = new Set([...mark.slice("seen:".length).split(","), ..."dcba".slice("dcba".indexOf(id))]);
    expect(new Set(marked.slice("seen:".length).split(","))).toEqual(ids);
    expect(place.cursor).toEqual({ type: "seen", ids });
  });

  test.each([
    [undefined, undefined, undefined],
    ["c", undefined, { after: "c" }],
    [undefined, 5, { lookback: 5 }],
    [undefined, 0, { lookback: 0 }],
  ])("gives way to the start that a wait names: after %s, lookback %s", (after, lookback, start) => {
    expect(startOf({ after, lookback })).toEqual(start);
  });

  test("keeps what was seen when a page is read without a cursor", () => {
    expect(cursorAfterPage(page("dc", { cursor: undefined }), seen("ab"))).toEqual(seen("abdc"));
    expect(cursorAfterPage(page("dc", { cursor: "d" }), seen("ab"))).toEqual(at("d"));
  });
});

describe("reading after a cursor", () => {
  /** A source of these pages, by what they are behind. */
  function sourceOf(pages: Record<string, InboxPage<MessageSummary>>) {
    const asked: InboxQuery[] = [];
    const source: InboxSource<MessageSummary> = {
      address: "x@desk.example.com",
      channel: "email",
      async recent(query) {
        asked.push(query);
        const found = pages[query.after ?? ""];
        if (!found) throw new Error(`Nothing is behind ${query.after}.`);
        return found;
      },
      body: async () => "",
    };
    return { source, asked };
  }
  const pages = {
    0: page("ba", { more: true, missed: 1 }),
    b: page("dc", { more: true, missed: 2 }),
    d: page("e", { missed: 4, now: 9 }),
  };
  const reading = { wait: 25, to: "x+a@desk.example.com", signal: undefined };

  test("returns all pages as one, newest first, with all that was missed", async () => {
    const { source } = sourceOf(pages);
    const whole = await readAll(source, at("0"), { ...reading, all: true });
    expect(whole).toEqual(page("edcba", { missed: 7, now: 9 }));
  });

  test("long-polls only with its first request, and filters each by the same address", async () => {
    const { source, asked } = sourceOf(pages);
    await readAll(source, at("0"), { ...reading, all: true });
    expect(asked.map(({ after, wait = 0, to, full }) => [after, wait, to, full])).toEqual([
      ["0", 25, reading.to, true],
      ["b", 0, reading.to, true],
      ["d", 0, reading.to, true],
    ]);
  });

  test("stops at its first page if only the first message is needed", async () => {
    const { source, asked } = sourceOf(pages);
    expect(await readAll(source, at("0"), { ...reading, all: false })).toEqual(pages[0]);
    expect(asked).toHaveLength(1);
  });

  test.each([
    [at("0"), { after: "0" }],
    [seen("abc"), {}],
    [{ lookback: 5_000 }, { lookback: 5_000 }],
  ])("begins at %o", async (position, start) => {
    const { source, asked } = sourceOf({ "": page("a"), 0: page("a") });
    await readAll(source, position, { ...reading, all: true });
    const { after, lookback } = asked[0] ?? {};
    expect({ ...(after === undefined ? {} : { after }), ...(lookback === undefined ? {} : { lookback }) }).toEqual(
      start,
    );
  });
});

test.each([at("c"), seen(""), seen("a"), seen("ab"), seen("abc")])(
  "a cursor is the same when its text is read: %o",
  (cursor) => {
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
  },
);
