import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Mailbox, SmsInbox } from "../../src/index.ts";
import { type Account, type Call, openAccount, response } from "./account.ts";
import { accountCalls } from "./account-calls.ts";
import { inboxCalls } from "./inbox-calls.ts";

const calls: Record<string, Call> = { ...accountCalls, ...inboxCalls };
const rows = Object.entries(calls);

let account: Account;
/** The requests since the account was opened, as the table writes them. */
let sent: Call["sends"];
/** Called with the number of each request, before it is responded to. */
let onRequest: (number: number) => unknown;
/** Further fields of the response to the first request. */
let firstPage: object;

beforeEach(async () => {
  sent = [];
  firstPage = {};
  onRequest = () => {};
  account = await openAccount(respond);
  sent = [];
});

/** Responds like `fetch`, which rejects if the signal of the request has aborted. */
async function respond(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const line = `${request.method} ${pathname}${search}`;
  // A handle reads its first cursor by itself.
  const isOfHandle = /^GET \S+\/recent$/.test(line);
  if (isOfHandle) return Response.json(response);
  const body = await request.text();
  sent.push(body === "" ? line : [line, JSON.parse(body)]);
  const fields = sent.length === 1 ? firstPage : {};
  onRequest(sent.length);
  request.signal.throwIfAborted();
  return Response.json({ ...response, ...fields });
}

/** Lists methods that send requests, such as `account` and `mailboxes.register`. */
function methodsOf({ client: _, Mailbox: _mailbox, SmsInbox: _sms, Authenticator: _code, ...frontdesk }: Account) {
  const ofHandles = { Mailbox: Mailbox.prototype, SmsInbox: SmsInbox.prototype };
  const local = ["Mailbox.constructor", "Mailbox.key", "Mailbox.alias", "SmsInbox.constructor", "SmsInbox.key"];
  return [
    ...Object.entries(frontdesk).flatMap(([name, member]) =>
      typeof member === "function" ? [name] : Object.keys(member).map((method) => `${name}.${method}`),
    ),
    ...Object.entries(ofHandles).flatMap(([name, prototype]) =>
      Object.getOwnPropertyNames(prototype).map((method) => `${name}.${method}`),
    ),
    "Authenticator.code",
  ].filter((name) => ![...local, "SmsInbox.prepare"].includes(name));
}

test("every method that sends requests is in the table", () => {
  expect(Object.keys(calls).sort()).toEqual(methodsOf(account).sort());
});

/** Makes the clock stand still, and returns the function that lists the time limits of all requests from now on. */
function noteTimes(): () => number[] {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const { mock } = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => void vi.restoreAllMocks());
  const ofFirstCursor = 15_000;
  return () => mock.calls.flat().filter((time) => time !== ofFirstCursor);
}

describe.each(rows)("%s", (name, { run, sends, returns }) => {
  test("sends its arguments, and returns its part of the response", async () => {
    const result = await run(account, {});
    expect(sent).toEqual(sends);
    if (returns === undefined) return expect(result).toBeUndefined();
    expect(result).toMatchObject(returns);
    expect(Object.keys(Object(result))).not.toContain("success");
  });

  // A wait for an authenticator's code: two periods of 30 s, and half a minute.
  const defaultMs = name === "Authenticator.code" ? 90_000 : 30_000;
  test.each([
    ["its time", { timeout: 12_345 }, 12_345],
    ["the default time", {}, defaultMs],
  ])("gives all of its requests together %s", async (_which, options, limit) => {
    const times = noteTimes();
    await run(account, options);
    expect(times().length).toBeGreaterThanOrEqual(sends.length);
    expect([...new Set(times())]).toEqual([limit]);
  });

  test("sends nothing for a caller who has aborted, and rejects with the reason", async () => {
    const reason = new Error("no longer needed");
    await expect(run(account, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(sent).toEqual([]);
  });

  test.each(sends.map((_, index) => index + 1))("is aborted during its request %i", async (number) => {
    const reason = new Error("no longer needed");
    const controller = new AbortController();
    onRequest = (current) => current === number && controller.abort(reason);
    await expect(run(account, { signal: controller.signal })).rejects.toBe(reason);
    expect(sent.length).toBe(number);
  });

  test.each([-1, Number.NaN, "5"])("rejects the time %s, and sends nothing", async (timeout) => {
    await expect(async () => run(account, { timeout } as object)).rejects.toThrow(RangeError);
    expect(sent).toEqual([]);
  });

  test("rejects an option that it does not have, and sends nothing", async () => {
    const options: object = { timeOut: 1 };
    await expect(async () => run(account, options)).rejects.toThrow(
      `${name.split(".").at(-1)}() has no option \`timeOut\``,
    );
    expect(sent).toEqual([]);
  });
});

const lists = rows.filter(([, { sends }]) => String(sends[0]).endsWith("limit=1000"));

test.each(lists)("%s reads the second page of the list in the same time", async (_name, { run, sends }) => {
  // The totals of the last page count.
  firstPage = { next: "c2", limit: 1, used: 2 };
  const times = noteTimes();
  const result = await run(account, { timeout: 12_345 });
  const [first, ...rest] = sends;
  expect(sent).toEqual([first, `${first}&cursor=c2`, ...rest]);
  // An opened inbox also reads its cursor, in the same time.
  expect(times().length).toBeGreaterThanOrEqual(sent.length);
  expect(new Set(times())).toEqual(new Set([12_345]));
  if (Object(result).used !== undefined) expect(result).toMatchObject({ limit: 6, used: 7 });
  if (Array.isArray(result)) expect(result.length).toBe(rest.length === 0 ? 2 : 1);
});
