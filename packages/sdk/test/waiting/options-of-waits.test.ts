import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openMailbox, openSmsInbox, UnexpectedMessageError } from "../../src/index.ts";
import type { WaitCall } from "../../src/waiting/wait-options.ts";

type Options = Record<string, unknown>;
/** A handle whose methods take any options. */
type Handle = Record<string, (...args: unknown[]) => unknown>;

const trigger = () => {};
const now = Date.UTC(2026, 0, 1);

/** Every call that waits. Each returns the ids of the messages that it found, or `null`. */
const calls: Record<WaitCall, (handle: Handle, options: Options) => Promise<unknown>> = {
  async "messages()"(handle, options) {
    for await (const { id } of handle.messages!(options) as AsyncIterable<{ id: string }>) return id;
    return null;
  },
  "waitForMessage()": async (handle, options) => idOf(await handle.waitForMessage!(options)),
  async "waitForMessages()"(handle, options) {
    const messages = (await handle.waitForMessages!({ count: 1, ...options })) as object[];
    return messages.map(idOf).join() || null;
  },
  "waitForCode()": async (handle, options) => idOf(await handle.waitForCode!(options)),
  "waitForLink()": async (handle, options) => idOf(await handle.waitForLink!(options)),
  "expectMessage()": async (handle, options) => idOf(await handle.expectMessage!(trigger, options)),
  "expectCode()": async (handle, options) => idOf(await handle.expectCode!(trigger, options)),
  "expectLink()": async (handle, options) => idOf(await handle.expectLink!(trigger, options)),
  async "expectNothing()"(handle, options) {
    try {
      return await handle.expectNothing!(trigger, { for: 7_000, ...options });
    } catch (error) {
      if (error instanceof UnexpectedMessageError) return idOf(error.received);
      throw error;
    }
  },
};

/** Returns the id of a message, or of the message in which something was found. */
function idOf(result: unknown): unknown {
  const { id = null, message }: { id?: unknown; message?: unknown } = Object(result);
  return message === undefined ? id : idOf(message);
}

const names = Object.keys(calls) as WaitCall[];
const waits = names.filter((name) => !name.startsWith("expect"));
const timed = names.filter((name) => name !== "messages()" && name !== "expectNothing()");
const codes: WaitCall[] = ["waitForCode()", "expectCode()"];
const links: WaitCall[] = ["waitForLink()", "expectLink()"];
/** What a call finds of three messages: a code or link is that of the newest, other messages come in their order. */
const byDefault = (name: WaitCall) => ([...codes, ...links].includes(name) ? "m3" : "m1");

interface Row {
  value: unknown;
  /** The calls that have the option. @default all */
  of?: WaitCall[];
  /** What the second of the three messages has, so that only this one is found, and what the others have. */
  second?: object;
  others?: object;
  /** What is found if it is not the second message. */
  found?: string | null;
  /** What the request of the wait says. */
  query?: Record<string, string>;
}

const code = (value: string, confidence = 0.9) => ({
  body: `Your code is ${value}.`,
  codes: [{ value, shown: value, kind: "one_time", confidence }],
});
const link = (path: string) => ({ links: [{ url: `https://b.test/${path}`, text: "Sign in" }] });
const verifyLink = "verify?token=abcdefgh12345678";

/** Every option that the waits of all handles have, with a value that selects a message or arrives in the request. */
const common: [string, Row][] = [
  ["from", { value: "@shop.test", second: { sender: "Shop <a@shop.test>" } }],
  ["subject", { value: /^welcome/i, second: { subject: "Welcome" } }],
  ["match", { value: ({ snippet }: { snippet: string }) => snippet === "this", second: { snippet: "this" } }],
  ["maxAge", { value: 60_000, others: { received_at: new Date(now - 61_000).toISOString() } }],
  ["signal", { value: new AbortController().signal }],
  ["after", { value: "c5", of: waits, query: { after: "c5" } }],
  ["lookback", { value: 1_500, of: waits, query: { lookback: "1.5" } }],
  ["timeout", { value: 7_000, of: timed, query: { wait: "7" } }],
  ["errorOnTimeout", { value: false, of: timed, second: { sender: "" }, others: { sender: "" }, found: null }],
  ["count", { value: 2, of: ["waitForMessages()"], found: "m1,m2" }],
  ["pick", { value: "first", of: [...codes, ...links], found: "m1" }],
  ["length", { value: 4, of: codes, second: code("4829"), others: code("771204") }],
  ["alphabet", { value: "WXYZ", of: codes, second: code("WXYZXW"), others: code("771204") }],
  ["pattern", { value: /\b77\d{4}\b/, of: codes, second: code("771204"), others: code("482913") }],
  ["minConfidence", { value: 0.75, of: codes, second: code("771204", 0.75), others: code("482913", 0.74) }],
  ["minConfidence", { value: 0.75, of: links, second: link(verifyLink), others: link("x") }],
];
const to: [string, Row] = [
  "to",
  { value: "A@desk.test", second: { recipient: "a@desk.test" }, query: { to: "A@desk.test" } },
];
const authenticated: [string, Row] = [
  "authenticated",
  { value: true, second: { authenticated: "pass" }, query: { authenticated: "true" } },
];
const phone: [string, Row] = ["phone", { value: "+1 555-010-0199", second: { phone: "5550100199" } }];

const openOptions = { baseUrl: "http://desk.test", fetch: respond, retries: false };
const openDeskMailbox = () => openMailbox({ ...openOptions, key: "svcm_1", address: "anna@desk.test" });
/** Opens an alias of a mailbox whose own first read is over. */
async function openAlias() {
  const mailbox = openDeskMailbox();
  await mailbox.currentCursor();
  return mailbox.alias("a");
}
const handles: [string, () => unknown, [string, Row][]][] = [
  ["a mailbox", openDeskMailbox, [...common, to, authenticated]],
  ["an alias", openAlias, [...common, authenticated]],
  ["an SMS inbox", () => openSmsInbox({ ...openOptions, key: "svcsms_1" }), [...common, phone]],
];

/** The three messages, oldest first; what the waits have sent; and what happens at a request. */
let messages: object[];
let queries: Record<string, string>[];
let onRequest: (number: number) => unknown;

beforeEach(() => {
  setMessages({});
  queries = [];
  onRequest = () => {};
  // Time stands still, so that the time of a wait is that of its request.
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  onTestFinished(() => void vi.restoreAllMocks());
});

function setMessages({ second, others = {} }: Partial<Row>): void {
  messages = [1, 2, 3].map((number) => ({
    ...{ id: `m${number}`, sender: "b@b.test", subject: "Hello", snippet: "", received_at: new Date(now) },
    ...{ recipient: "anna+a@desk.test", authenticated: "none", phone: "5550100100", ...link(verifyLink) },
    ...code("482913"),
    ...(number === 2 ? second : others),
  }));
}

/** Responds with all messages to a wait, and with none to a read of the cursor. */
async function respond(request: Request): Promise<Response> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  queries.push(query);
  onRequest(queries.length);
  request.signal.throwIfAborted();
  // The clock stands still, so this ends a wait that finds nothing.
  if (queries.filter(({ full }) => full).length > 2) return new Response(null, { status: 400 });
  const newestFirst = query.full && !query.after?.startsWith("m3") ? messages.toReversed() : [];
  const body = { success: true, emails: newestFirst, messages: newestFirst, cursor: query.full ? "m3" : "c1" };
  return Response.json(body, { headers: { date: new Date(now).toUTCString() } });
}

describe.each(handles)("a wait of %s", (_kind, open, options) => {
  const rows = options.flatMap(([option, row]) => (row.of ?? names).map((name) => [name, option, row] as const));

  /** Opens a handle that has read its first cursor. */
  async function openReady(): Promise<Handle> {
    const handle = (await open()) as Handle;
    await handle.currentCursor!();
    queries = [];
    return handle;
  }

  test.each(names)("%s has the options of the table, and no other", async (name) => {
    const error = await calls[name](await openReady(), { unknown: 1 }).catch((reason: unknown) => reason);
    const [, list = ""] = String(error).split("It has ");
    const inTable = rows.flatMap(([call, option]) => (call === name ? [option] : []));
    expect(list.match(/\w+/g)?.sort()).toEqual(inTable.sort());
  });

  test.each(rows)("%s heeds its option `%s`", async (name, option, row) => {
    setMessages(row);
    const isOfSecond = row.second !== undefined || row.others !== undefined;
    const found = row.found === undefined ? (isOfSecond ? "m2" : byDefault(name)) : row.found;
    const noTime = option === "errorOnTimeout" ? { from: "nobody@desk.test", timeout: 0 } : {};
    expect(await calls[name](await openReady(), { [option]: row.value, ...noTime })).toBe(found);
    expect(queries.at(-1)).toMatchObject(row.query ?? {});
  });

  const withoutNeeds = names.filter((name) => name !== "waitForMessages()" && name !== "expectNothing()");
  test.each(withoutNeeds)("%s needs no options", async (name) => {
    const handle = await openReady();
    const given = name.startsWith("expect") ? [trigger] : [];
    const result = handle[name.slice(0, -"()".length)]!(...given);
    const found = name === "messages()" ? (await (result as AsyncGenerator).next()).value : await result;
    expect(idOf(found)).toBe(byDefault(name));
  });

  test.each(names)("%s sends its reads with its signal", async (name) => {
    const requestCount = waits.includes(name) ? 1 : 2;
    for (let number = 1; number <= requestCount; number++) {
      const handle = await openReady();
      const reason = new Error("no longer needed");
      const controller = new AbortController();
      onRequest = (current) => current === number && controller.abort(reason);
      const result = calls[name](handle, { signal: controller.signal });
      // A loop over messages just ends.
      if (name === "messages()") expect(await result).toBe(null);
      else await expect(result).rejects.toBe(reason);
      expect(queries.length).toBe(number);
      onRequest = () => {};
    }
  });

  test("a loop over messages ends with the error of its request, also if it has a signal", async () => {
    const { signal } = new AbortController();
    const loop = calls["messages()"](await openReady(), { from: "nobody@desk.test", signal });
    await expect(loop).rejects.toMatchObject({ status: 400 });
  });
});

test.each([
  ["which is 10 minutes old", 600_000, "m1"],
  ["which is older", 601_000, "m2"],
])("a wait for an SMS begins with one %s: %i ms", async (_which, age, found) => {
  setMessages({ second: {}, others: { received_at: new Date(now - age).toISOString() } });
  const inbox = openSmsInbox({ ...openOptions, key: "svcsms_1" });
  expect((await inbox.waitForMessage()).id).toBe(found);
  expect((await inbox.waitForMessage({ after: "c1", maxAge: Number.POSITIVE_INFINITY })).id).toBe(
    found === "m2" ? "m1" : "m2",
  );
});

test.each([
  [undefined, "25"],
  [60_000, "25"],
  [25_000, "25"],
  [24_999, "24.999"],
])("a wait of %s ms asks the server to wait %s s, which no proxy cuts off", async (timeout, wait) => {
  const mailbox = openDeskMailbox();
  await mailbox.waitForMessage(timeout === undefined ? {} : { timeout });
  expect(queries.at(-1)).toMatchObject({ wait });
});
