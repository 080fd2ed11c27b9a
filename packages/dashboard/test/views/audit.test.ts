import { h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { toKeyOptions } from "../../src/views/audit/filters.tsx";
import { describeTarget } from "../../src/views/audit/names.ts";
import { AuditView } from "../../src/views/audit/view.tsx";
import { held, problem, type Server, startServer } from "../page.ts";
import { agentKey, drawView, mailbox, signedInWith } from "../view.ts";

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("agent-tokens/list", { agent_tokens: [agentKey()], next: null });
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1, next: null });
  server.respond("subdomain/list", { subdomains: [], next: null });
});

type Entry = { action: string; target: string; key_id: string | null; ip: string | null };
const entry = (changes: Partial<Entry> = {}) => ({
  at: "2026-01-01T12:00:00.000Z",
  account: "default",
  action: "message.returned",
  target: "mailbox:m1/000000001m1..000000002m1",
  key_id: "m1",
  ip: "192.0.2.7",
  ...changes,
});

/** A log of so many entries, the newest first, which the server returns in pages. */
function serveLog(entries: ReturnType<typeof entry>[]) {
  server.respond("audit", (request: Request) => {
    const query = new URL(request.url).searchParams;
    const start = Number(query.get("cursor") ?? 0);
    const end = start + Number(query.get("limit"));
    return { entries: entries.slice(start, end), next: end < entries.length ? String(end) : null };
  });
}

function draw(scopes: string | null = null) {
  const view = drawView(h(AuditView, { signedIn: signedInWith(scopes) }));
  const rows = () => view.all("li.line").map(({ textContent }) => textContent ?? "");
  const select = (index: number, value: string) => {
    const element = view.all<HTMLSelectElement>("select")[index]!;
    element.value = value;
    element.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const options = (index: number) =>
    [...view.all<HTMLSelectElement>("select")[index]!.options].map(({ textContent }) => textContent);
  return { view, rows, select, options };
}

const pagesRead = () => server.requests.filter(({ path }) => path === "audit").map(({ query }) => query);

test("names the action, what it was done to, the key and the IP address", async () => {
  serveLog([
    entry(),
    entry({ action: "key.revoked", target: "key:gone", key_id: "k2", ip: null }),
    entry({ action: "secret.rotated", target: "storage", key_id: null, ip: null }),
  ]);
  const { rows } = draw();
  await expect
    .poll(() => rows()[0])
    .toMatch(/^Message returnedmailbox box1, several messagesby mailbox box1 from 192\.0\.2\.7/);
  expect(rows()[1]).toMatch(/^Key revokedkey goneby key ci/);
  expect(rows()[2]).toMatch(/^Secret rotatedthe storage's secretwithout a key/);
});

test("a key that may read nothing else sees ids, and sends no other request", async () => {
  serveLog([entry()]);
  const { rows } = draw("audit:read");
  await expect.poll(() => rows()[0]).toMatch(/^Message returnedmailbox m1, several messagesby m1 /);
  expect(server.requests.map(({ path }) => path)).toEqual(["audit"]);
});

test("entries that were read wait for the names, with the placeholder of a list that is loading", async () => {
  const names = held<object>();
  server.respond("mailbox/list", names.promise);
  serveLog([entry()]);
  const { view, rows, options } = draw();
  await expect.poll(() => options(1)).toEqual(["All keys", "Without a key", "m1"]);
  expect([rows(), view.all("[role=status]").length]).toEqual([[], 1]);
  names.release({ mailboxes: [mailbox()], limit: null, used: 1, next: null });
  await expect.poll(() => rows().length).toBe(1);
  expect(view.all("[role=status]")).toEqual([]);
});

test("shows ids where the names cannot be read", async () => {
  server.respond("mailbox/list", problem(403, "missing_scope"));
  serveLog([entry()]);
  const { rows } = draw();
  await expect.poll(() => rows()[0]).toMatch(/^Message returnedmailbox m1, several messagesby m1 /);
});

test("shows fifty entries, and older ones on request", async () => {
  serveLog(Array.from({ length: 120 }, (_, at) => entry({ target: `sms:s${at}/a` })));
  const { view, rows } = draw();
  await expect.poll(() => rows().length).toBe(50);
  view.click("Older entries");
  await expect.poll(() => rows().length).toBe(100);
  view.click("Older entries");
  await expect.poll(() => rows().length).toBe(120);
  expect(rows().map((row) => /inbox s(\d+),/.exec(row)?.[1])).toEqual(
    Array.from({ length: 120 }, (_, at) => String(at)),
  );
  expect(view.button("Older entries")).toBeUndefined();
  view.click("Refresh");
  await expect.poll(() => rows().length).toBe(50);
});

test("says that it could not be read again, beside the entries that were read before", async () => {
  serveLog([entry()]);
  const { view, rows } = draw();
  await expect.poll(() => rows().length).toBe(1);
  server.respond("audit", problem(403, "missing_scope"));
  view.click("Refresh");
  await expect.poll(() => view.text()).toContain("The server says missing_scope.");
  expect(rows().length).toBe(1);
  serveLog([entry(), entry()]);
  view.click("Try again");
  await expect.poll(() => rows().length).toBe(2);
  expect(view.text()).not.toContain("The server says");
});

test("filters by action and by key, and reads on until there are enough", async () => {
  const rare = (at: number) =>
    entry({ action: "key.created", key_id: at % 1_000 === 0 ? null : "k2", target: `key:${at}` });
  serveLog(Array.from({ length: 2_500 }, (_, at) => (at % 500 === 0 ? rare(at) : entry())));
  const { rows, select } = draw();
  await expect.poll(() => rows().length).toBe(50);
  select(0, "key.created");
  await expect.poll(() => rows().length).toBe(5);
  expect(pagesRead().slice(1)).toEqual([
    { limit: "1000" },
    { limit: "1000", cursor: "1000" },
    { limit: "1000", cursor: "2000" },
  ]);
  select(1, "none");
  await expect.poll(() => rows().length).toBe(3);
  select(0, "");
  select(1, "m1");
  await expect.poll(() => rows().length).toBe(998);
});

test("another filter ends the search for the last one, and without a filter all are shown again", async () => {
  serveLog([entry(), entry({ key_id: "k2" })]);
  const { rows, select } = draw();
  await expect.poll(() => rows().length).toBe(2);
  const { promise, release } = held<object>();
  server.respond("audit", promise);
  select(1, "k2");
  await expect.poll(() => pagesRead().length).toBe(2);
  const search = server.requests.at(-1);
  serveLog([entry(), entry({ key_id: "k2" })]);
  select(1, "");
  await expect.poll(() => rows().length).toBe(2);
  expect(search?.signal.aborted).toBe(true);
  release({ entries: [], next: null });
});

test("offers the keys that have a name, and those of the entries", async () => {
  serveLog([entry({ key_id: "revoked1" }), entry({ key_id: "k2" }), entry({ key_id: null })]);
  const { options } = draw();
  const keys = ["All keys", "Without a key", "key first (this one)", "key ci", "mailbox box1", "revoked1"];
  await expect.poll(() => options(1)).toEqual(keys);
  expect(options(0)).toEqual([
    ...["All actions", "Key created", "Key changed", "Key revoked", "Connection approved", "Secret rotated"],
    ...["Message returned", "Code returned", "Tunnel opened", "Signed in"],
  ]);
});

test.each([
  [null, []],
  ["none", []],
  ["k2", []],
  ["gone", ["gone"]],
])("the selected key %o is offered once, even if no entry has it", (selected, unnamed) => {
  const options = toKeyOptions(selected, [], new Map([["k2", "key ci"]]));
  expect(options.map(({ value }) => value)).toEqual(["", "none", "k2", ...unnamed]);
});

test("an older filter's late response is not shown", async () => {
  const late = held<object>();
  server.respond("audit", (request: Request) =>
    request.url.includes("limit=50") ? late.promise : { entries: [entry({ action: "key.created" })], next: null },
  );
  const { rows, select } = draw();
  await expect.poll(() => server.requests.length).toBeGreaterThan(0);
  select(0, "key.created");
  await expect.poll(() => rows().length).toBe(1);
  late.release({ entries: [entry(), entry()], next: null });
  await new Promise((resolve) => setTimeout(resolve));
  expect(rows()).toHaveLength(1);
});

test.each([
  ["key:k2", "key ci"],
  ["key:k9", "key k9"],
  ["sms:s1/a", "SMS inbox s1, 1 message"],
  ["mailbox:m1", "mailbox box1"],
  ["storage", "the storage's secret"],
  ["something new", "something new"],
])("the target %s is called %j", (target, name) => {
  const names = new Map([
    ["k2", "key ci"],
    ["m1", "mailbox box1"],
  ]);
  expect(describeTarget(target, names)).toBe(name);
});

test("a name tells its id in the tooltip, so that two of one name can be told apart", async () => {
  serveLog([entry({ key_id: "k2", target: "mailbox:m1" }), entry({ key_id: "gone", target: "key:k9" })]);
  const { view, rows } = draw();
  await expect.poll(() => rows().length).toBe(2);
  expect(view.all("li span[title]").map(({ textContent, title }) => [textContent, title])).toEqual([
    ["mailbox box1", "mailbox:m1"],
    ["key ci", "k2"],
    ["key k9", "key:k9"],
    ["gone", "gone"],
  ]);
});

test("older entries cannot be requested again while they are loaded, and each page follows the one before", async () => {
  const fifty = (target: string) => Array.from({ length: 50 }, () => entry({ target }));
  const pages = new Map([
    [null, { entries: fifty("key:a"), next: "c1" }],
    ["c2", { entries: fifty("key:c"), next: null }],
  ]);
  const second = held<object>();
  server.respond("audit", ({ url }: Request) => {
    const cursor = new URL(url).searchParams.get("cursor");
    return cursor === "c1" ? second.promise : pages.get(cursor);
  });
  const { view } = draw();
  const targets = () => [...new Set(view.all("li .row span").map(({ title }) => title))];
  const isDisabled = () => view.button("Older entries")?.disabled;
  await expect.poll(targets).toEqual(["key:a"]);
  view.click("Older entries");
  await expect.poll(isDisabled).toBe(true);
  second.release({ entries: fifty("key:b"), next: "c2" });
  await expect.poll(targets).toEqual(["key:a", "key:b"]);
  await expect.poll(isDisabled).toBe(false);
  view.click("Older entries");
  await expect.poll(targets).toEqual(["key:a", "key:b", "key:c"]);
  expect(isDisabled()).toBeUndefined();
});
