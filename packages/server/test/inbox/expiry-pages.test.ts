import { expect, test } from "vitest";
import { createExpiryCalendar } from "../../src/inbox/expiry-calendar.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createLateKv } from "../storage/late-commits.ts";

const hour = 3_600_000;
const now = Date.UTC(2026, 0, 1);

function open() {
  const kv = createLateKv();
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

/** Two servers on one storage, of which the first has entered so many inboxes. `pass` moves both clocks past their hour. */
async function openTwo(inboxes: number) {
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  let time = now;
  const server = () => createExpiryCalendar({ kv, locks, clock: { now: () => time }, name: "mail" });
  const [first, second] = [server(), server()];
  const entries = await Promise.all(Array.from({ length: inboxes }, (_, at) => first.enter(`inbox${at}`, now)));
  await kv.commit(entries.map(({ write }) => write));
  const [{ hour: due }] = entries as [(typeof entries)[0]];
  const record = () => kv.get<{ pages: number; done: number }>(`expiry:mail:${due}`);
  const left = async () => (await Promise.all(entries.map(({ write: [key] }) => kv.get(key)))).filter(Boolean).length;
  const pass = () => {
    time = (due + 1) * hour;
  };
  return { kv, first, second, record, left, pass };
}

test("a slow server sets back nothing that another has swept meanwhile", async () => {
  const { kv, first, second, record, pass } = await openTwo(3 * 256);
  pass();
  const done: (number | undefined)[] = [];
  const { commit } = kv;
  kv.commit = async (writes) => {
    await commit(writes);
    done.push((await record())?.done);
  };
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slowly = first.sweep((inbox) => (inbox === "inbox0" ? isReleased : Promise.resolve()));
  await second.sweep(async (inbox) => {
    // The quick one is on the last page.
    if (inbox !== "inbox512") return;
    release();
    await slowly;
  });
  const pages = done.filter((page) => page !== undefined);
  expect([pages, done.at(-1)]).toEqual([[1, 2], undefined]);
});

test("an inbox is visited although another server's clock is hours ahead and has swept the page that is being filled", async () => {
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  let time = now;
  const server = (leadMs: number) =>
    createExpiryCalendar({ kv, locks, clock: { now: () => time + leadMs }, name: "mail" });
  const [slow, fast] = [server(0), server(5 * hour)];
  const visited: string[] = [];
  const visit = async (inbox: string) => void visited.push(inbox);
  for (const inbox of ["one", "two"]) {
    const { write } = await slow.enter(inbox, time);
    await kv.commit([write]);
    await fast.sweep(visit);
  }
  time += 10 * hour;
  for (const calendar of [fast, slow]) await calendar.sweep(visit);
  expect(visited.sort()).toEqual(["one", "two"]);
});

test("an inbox whose visit failed keeps its entry if it cannot be entered again", async () => {
  const { kv, first, left, pass } = await openTwo(1);
  pass();
  const { commit } = kv;
  kv.commit = async () => {
    kv.commit = commit;
    throw new Error("full");
  };
  await expect(first.sweep(() => Promise.reject(new Error("unreadable")))).rejects.toThrow("full");
  expect(await left()).toBe(1);
  const visited: string[] = [];
  await first.sweep(async (inbox) => void visited.push(inbox));
  expect([visited, await left()]).toEqual([["inbox0"], 0]);
});

test("a server that is closed during a sweep leaves the inboxes that it did not visit to the next one", async () => {
  const { first, second, left, pass } = await openTwo(300);
  pass();
  const visited = new Set<string>();
  let closing: Promise<void> | null = null;
  await first.sweep(async (inbox) => {
    visited.add(inbox);
    closing ??= first.close();
  });
  await closing;
  expect(visited.size).toBe(32);
  await second.sweep(async (inbox) => void visited.add(inbox));
  expect([visited.size, await left()]).toEqual([300, 0]);
});

test("a server that is closed after a page of an hour leaves the next page to the next one", async () => {
  const { first, second, pass } = await openTwo(257);
  pass();
  const visited: string[] = [];
  let closing: Promise<void> | null = null;
  await first.sweep(async (inbox) => {
    visited.push(inbox);
    if (visited.length === 256) closing = first.close();
  });
  await closing;
  expect(visited).not.toContain("inbox256");
  await second.sweep(async (inbox) => void visited.push(inbox));
  expect(visited.slice(256)).toEqual(["inbox256"]);
});
