import { createFrontdesk, type MailboxRecord } from "@frontdesk/sdk";
import { beforeEach, expect, test } from "vitest";
import { useMailboxList } from "../../src/app/record-list.ts";
import { drawHook, held, problem, type Server, startServer } from "../page.ts";

let server: Server;
beforeEach(() => {
  server = startServer();
});

const record = (name: string) => ({ id: name, name }) as MailboxRecord; // The list reads no more of it.
const client = () =>
  createFrontdesk({
    baseUrl: location.origin,
    key: "svcagt_a",
    fetch: (request) => fetch(request),
    retries: false,
  });
const names = ({ records }: { records: MailboxRecord[] }) => records.map(({ name }) => name);

/** Pages of one mailbox each; a page that is held back comes when it is released. */
function servePages(pages: (string | Promise<string>)[]): void {
  server.respond("mailbox/list", async (request: Request) => {
    const at = Number(new URL(request.url).searchParams.get("cursor") ?? 0);
    const name = await pages[at]!;
    return {
      mailboxes: [record(name)],
      limit: 5,
      used: pages.length,
      next: at + 1 < pages.length ? String(at + 1) : null,
    };
  });
}

test("shows each page as it arrives, and when all are loaded", async () => {
  const last = held<string>();
  servePages(["a", "b", last.promise]);
  const view = drawHook(useMailboxList, client());
  await expect.poll(() => names(view.output.list)).toEqual(["a", "b"]);
  expect(view.output.list).toMatchObject({ isComplete: false, limit: 5, used: 3, error: null });
  last.release("c");
  await expect.poll(() => view.output.list.isComplete).toBe(true);
  expect(names(view.output.list)).toEqual(["a", "b", "c"]);
});

test("keeps the whole list while it is loaded again", async () => {
  servePages(["a", "b"]);
  const view = drawHook(useMailboxList, client());
  await expect.poll(() => view.output.list.isComplete).toBe(true);
  const last = held<string>();
  servePages(["a", last.promise]);
  const reading = view.output.reload();
  await expect.poll(() => server.requests.length).toBe(4);
  expect(names(view.output.list)).toEqual(["a", "b"]);
  last.release("z");
  await reading;
  await expect.poll(() => names(view.output.list)).toEqual(["a", "z"]);
});

test("keeps its content if loading again fails, and says why", async () => {
  servePages(["a"]);
  const view = drawHook(useMailboxList, client());
  await expect.poll(() => view.output.list.isComplete).toBe(true);
  server.respond("mailbox/list", problem(403, "missing_scope"));
  await view.output.reload();
  await expect.poll(() => view.output.list).toMatchObject({ isComplete: true, error: { status: 403 } });
  expect(names(view.output.list)).toEqual(["a"]);
});

test("shows the page's own changes at once, with their count", async () => {
  servePages(["a", "b"]);
  const view = drawHook(useMailboxList, client());
  await expect.poll(() => view.output.list.isComplete).toBe(true);
  view.output.updateRecords((records) => [...records, record("c"), record("d")]);
  await expect.poll(() => view.output.list.used).toBe(4);
  view.output.updateRecords((records) => records.filter(({ name }) => name !== "a"));
  await expect.poll(() => [names(view.output.list), view.output.list.used]).toEqual([["b", "c", "d"], 3]);
});

test("counts its own changes also while pages are missing", async () => {
  servePages(["a", "b", held<string>().promise]);
  const view = drawHook(useMailboxList, client());
  await expect.poll(() => names(view.output.list)).toEqual(["a", "b"]);
  view.output.updateRecords((records) => [...records, record("d")]);
  await expect.poll(() => view.output.list).toMatchObject({ isComplete: false, used: 4 });
});

test("a list that was requested before the page's own changes does not undo them", async () => {
  servePages(["a", "b"]);
  const view = drawHook(useMailboxList, client());
  await expect.poll(() => view.output.list.isComplete).toBe(true);
  const stale = held<string>();
  servePages(["a", stale.promise]);
  const reading = view.output.reload();
  await expect.poll(() => server.requests.length).toBe(4);
  view.output.updateRecords((records) => records.filter(({ name }) => name !== "b"));
  view.output.updateRecords((records) => [...records, record("c")]);
  stale.release("b");
  await reading;
  await expect.poll(() => [names(view.output.list), view.output.list.used]).toEqual([["a", "c"], 2]);
  servePages(["x"]);
  await view.output.reload();
  await expect.poll(() => [names(view.output.list), view.output.list.used]).toEqual([["x"], 1]);
});

test("a newer load, or closing the view, aborts the older one", async () => {
  servePages([held<string>().promise]);
  const view = drawHook(useMailboxList, client());
  await expect.poll(() => server.requests.length).toBe(1);
  void view.output.reload();
  await expect.poll(() => server.requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  view.remove();
  await expect.poll(() => server.requests.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});

test("a load that a newer one has aborted shows no error", async () => {
  servePages([held<string>().promise]);
  const errors = new Set<unknown>();
  const view = drawHook((frontdesk: ReturnType<typeof client>) => {
    const loaded = useMailboxList(frontdesk);
    errors.add(loaded.list.error);
    return loaded;
  }, client());
  await expect.poll(() => server.requests.length).toBe(1);
  servePages(["a"]);
  await view.output.reload();
  await expect.poll(() => names(view.output.list)).toEqual(["a"]);
  expect([...errors]).toEqual([null]);
});

test("the page's own changes during a second load stay, although the first one ended meanwhile", async () => {
  servePages(["a", "b"]);
  const view = drawHook(useMailboxList, client());
  await expect.poll(() => view.output.list.isComplete).toBe(true);
  servePages(["a", held<string>().promise]);
  const first = view.output.reload();
  await expect.poll(() => server.requests.length).toBe(4);
  const stale = held<string>();
  servePages(["a", stale.promise]);
  const second = view.output.reload();
  await first;
  view.output.updateRecords((records) => [...records, record("c")]);
  stale.release("b");
  await second;
  await expect.poll(() => names(view.output.list)).toEqual(["a", "b", "c"]);
});
