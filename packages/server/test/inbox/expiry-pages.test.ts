import { expect, test } from "vitest";
import { createExpiryCalendar } from "../../src/inbox/expiry-calendar.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";

const hour = 3_600_000;
const now = Date.UTC(2026, 0, 1);

function open() {
  const kv = createMemoryKv();
  const calendar = createExpiryCalendar({ kv, locks: createLocalLocks(), clock: { now: () => now }, name: "mail" });
  const pagesOf = async (at: number) => (await kv.get<{ pages: number }>(`expiry:mail:${at}`))?.pages;
  return { kv, calendar, pagesOf };
}

test("a page that could not be opened is opened by the next entry that needs it", async () => {
  const { kv, calendar, pagesOf } = open();
  const { commit } = kv;
  kv.commit = () => Promise.reject(new Error("full"));
  const entries = [calendar.enter("one", now + 5 * hour), calendar.enter("two", now + 5 * hour)];
  for (const { status } of await Promise.allSettled(entries)) expect(status).toBe("rejected");
  kv.commit = commit;
  const { hour: due, write } = await calendar.enter("three", now + 5 * hour);
  expect([due, write[1], await pagesOf(due)]).toEqual([now / hour + 6, { inbox: "three" }, 1]);
});

test("a page has 256 entries, each under its own key; then another page is opened", async () => {
  const { calendar, pagesOf } = open();
  const places = new Set<string>();
  let due = 0;
  for (const [more, pages] of [
    [256, 1],
    [1, 2],
    [512, 4],
  ] as const) {
    const entries = Array.from({ length: more }, () => calendar.enter("inbox", now + 5 * hour));
    for (const { hour: at, write } of await Promise.all(entries)) {
      due = at;
      places.add(write[0]);
    }
    expect(await pagesOf(due)).toBe(pages);
  }
  expect(places.size).toBe(769);
});
