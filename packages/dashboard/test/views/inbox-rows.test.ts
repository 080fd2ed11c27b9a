import type { MailboxRecord } from "@frontdesk/sdk";
import { h } from "preact";
import { describe, expect, test } from "vitest";
import { InboxRows } from "../../src/views/inbox-rows.tsx";
import { mailboxKind } from "../../src/views/mailboxes.tsx";
import { drawView, mailbox } from "../view.ts";

const listOf = (count: number) => ({
  records: Array.from({ length: count }, (_, at): MailboxRecord => mailbox(at + 1)),
  isComplete: true,
  limit: null,
  used: count,
  error: null,
});
type View = ReturnType<typeof drawView>;
const names = (view: View) => view.all("li b").map(({ textContent }) => textContent);
const range = (view: View) => view.all(".pager .number")[0]?.textContent;

describe("the list of mailboxes", () => {
  test.each([0, 1, 49, 50, 51, 99, 100, 101, 130])("shows each of %i once, fifty at a time", async (count) => {
    const view = drawView(
      h(InboxRows<MailboxRecord>, { kind: mailboxKind, list: listOf(count), selectedId: undefined }),
    );
    const pages = Math.max(1, Math.ceil(count / 50));
    const seen: unknown[] = [];
    for (let page = 1; page <= pages; page++) {
      const first = (page - 1) * 50 + 1;
      const last = Math.min(page * 50, count);
      await expect
        .poll(() => names(view))
        .toEqual(Array.from({ length: last - first + 1 }, (_, at) => `box${first + at}`));
      seen.push(...names(view));
      if (pages === 1) break;
      expect(range(view)).toBe(`${first}–${last}`);
      expect(view.button("Previous")?.disabled).toBe(page === 1);
      expect(view.button("Next")?.disabled).toBe(page === pages);
      if (page < pages) view.click("Next");
    }
    expect(view.all(".pager")).toHaveLength(pages === 1 ? 0 : 1);
    expect(new Set(seen).size).toBe(count);
  });

  test("opens the page of the selected one", async () => {
    const view = drawView(h(InboxRows<MailboxRecord>, { kind: mailboxKind, list: listOf(130), selectedId: "m101" }));
    await expect
      .poll(() => view.all("[aria-current=true] b").map(({ textContent }) => textContent))
      .toEqual(["box101"]);
    expect(range(view)).toBe("101–130");
  });

  test("searches any part of an address in any letter case, and returns to the first page", async () => {
    const view = drawView(h(InboxRows<MailboxRecord>, { kind: mailboxKind, list: listOf(130), selectedId: undefined }));
    view.click("Next");
    await expect.poll(() => names(view)[0]).toBe("box51");
    view.type("input[type=search]", "  BOX12 ");
    const found = ["box12", ...Array.from({ length: 10 }, (_, at) => `box${120 + at}`)];
    await expect.poll(() => names(view)).toEqual(found);
    expect(view.all("[role=status]")[0]?.textContent).toBe("11 found");
    view.type("input[type=search]", "");
    await expect.poll(() => names(view)[0]).toBe("box1");
  });

  test("stays on an existing page when mailboxes are deleted", async () => {
    const view = drawView(h(InboxRows<MailboxRecord>, { kind: mailboxKind, list: listOf(101), selectedId: undefined }));
    view.click("Next");
    await expect.poll(() => range(view)).toBe("51–100");
    view.click("Next");
    await expect.poll(() => names(view)).toEqual(["box101"]);
    view.redraw(h(InboxRows<MailboxRecord>, { kind: mailboxKind, list: listOf(100), selectedId: undefined }));
    await expect.poll(() => names(view).at(-1)).toBe("box100");
    expect(view.button("Next")?.disabled).toBe(true);
  });

  test("marks the selected one only, also after another is selected", async () => {
    const list = listOf(3);
    const view = drawView(h(InboxRows<MailboxRecord>, { kind: mailboxKind, list, selectedId: "m1" }));
    const marked = () => view.all("[aria-current=true] b").map(({ textContent }) => textContent);
    await expect.poll(marked).toEqual(["box1"]);
    view.redraw(h(InboxRows<MailboxRecord>, { kind: mailboxKind, list, selectedId: "m3" }));
    await expect.poll(marked).toEqual(["box3"]);
    view.redraw(h(InboxRows<MailboxRecord>, { kind: mailboxKind, list, selectedId: undefined }));
    await expect.poll(marked).toEqual([]);
  });
});

describe("the page of the selected mailbox", () => {
  const rows = (count: number, selectedId: string) =>
    h(InboxRows<MailboxRecord>, { kind: mailboxKind, list: listOf(count), selectedId });
  /** Effects run in the next frame, and render again in a microtask. */
  const nextFrame = () => new Promise((resolve) => setTimeout(resolve));

  test("opens when the mailbox is loaded later than the first ones", async () => {
    const view = drawView(rows(130, "m201"));
    await nextFrame();
    expect(range(view)).toBe("1–50");
    view.redraw(rows(230, "m201"));
    await expect.poll(() => range(view)).toBe("201–230");
  });

  test("does not open again when the same mailboxes are loaded again", async () => {
    const view = drawView(rows(230, "m101"));
    await expect.poll(() => range(view)).toBe("101–150");
    view.click("Next");
    await expect.poll(() => names(view)[0]).toBe("box151");
    view.redraw(rows(230, "m101"));
    await nextFrame();
    expect(range(view)).toBe("151–200");
  });

  test("does not open when a mailbox is registered while others are searched", async () => {
    const view = drawView(rows(280, "m201"));
    await expect.poll(() => range(view)).toBe("201–250");
    view.type("input", "box");
    await expect.poll(() => view.all("[role=status]")[0]?.textContent).toBe("280 found");
    view.click("Next");
    await expect.poll(() => names(view)[0]).toBe("box51");
    view.redraw(rows(281, "m201"));
    await nextFrame();
    expect(range(view)).toBe("51–100");
  });
});

test("a filter that leaves several pages shows the first of them", async () => {
  const view = drawView(h(InboxRows<MailboxRecord>, { kind: mailboxKind, list: listOf(230), selectedId: undefined }));
  view.click("Next");
  await expect.poll(() => names(view)[0]).toBe("box51");
  // Those from 100 to 199 have it, and ten others.
  view.type("input", "box1");
  await expect.poll(() => names(view)[0]).toBe("box1");
});

test.each([
  [listOf(0), "0 mailboxes"],
  [listOf(1), "1 mailbox"],
  [listOf(2), "2 mailboxes"],
  [{ ...listOf(3), limit: 10 }, "3 of 10 mailboxes"],
  [{ ...listOf(2), isComplete: false, used: 1_200 }, "1,200 mailboxes, 2 loaded"],
  [{ ...listOf(1_000), isComplete: false, limit: 9_000, used: 1_200 }, "1,200 of 9,000 mailboxes, 1,000 loaded"],
])("how many mailboxes there are is said, and how many are loaded while some are missing: %#", (list, text) => {
  const view = drawView(h(InboxRows<MailboxRecord>, { kind: mailboxKind, list, selectedId: undefined }));
  expect(view.all("[role=status]")[0]?.textContent).toBe(text);
});
