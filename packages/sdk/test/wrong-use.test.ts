import { beforeEach, expect, test, vi } from "vitest";
import { toFrontdeskError } from "../src/errors.ts";
import { createFrontdesk, FrontdeskError, openMailbox, openSmsInbox, UnreachableError } from "../src/index.ts";
import { openAccount, response } from "./resources/account.ts";

// A developer reads these sentences: each says what is wrong, with the value, and most say what to do instead.

beforeEach(() => {
  for (const name of ["URL", "KEY"]) vi.stubEnv(`FRONTDESK_${name}`, "");
  return () => vi.unstubAllEnvs();
});

const baseUrl = "http://desk.test";
const fetch = async () => Response.json(response);
const mailbox = (options: object = {}) => openMailbox({ baseUrl, key: "svcm_1", fetch, ...options });
const addressed = () => mailbox({ address: "a_b@desk.test" });
const sms = (options: object = {}) => openSmsInbox({ baseUrl, key: "svcsms_1", fetch, ...options });
const account = () => openAccount(fetch);
const key = "svcagt_1";
const aKeyOf = "contains a character that no key has. Copy the whole key, and nothing else.";

test.each<[string, () => unknown, string]>([
  [
    "no server",
    () => createFrontdesk({ key }),
    "TypeError: No server: give `baseUrl`, or set FRONTDESK_URL, such as http://localhost:8787.",
  ],
  [
    "a server without its scheme",
    () => createFrontdesk({ key, baseUrl: "desk.test" }),
    'TypeError: "desk.test" is not an http(s) URL. Give one such as http://localhost:8787.',
  ],
  [
    "a server with a password",
    () => createFrontdesk({ key, baseUrl: "http://ana:secret@desk.test/a" }),
    "TypeError: Give the server's URL without credentials, query and fragment, such as http://desk.test.",
  ],
  [
    "no agent key",
    () => createFrontdesk({ baseUrl }),
    "TypeError: No key: give `key`, or set FRONTDESK_KEY to an agent key, svcagt_….",
  ],
  [
    "half an agent key",
    () => createFrontdesk({ baseUrl, key: "svcagt_…" }),
    `TypeError: \`key\` (or FRONTDESK_KEY) ${aKeyOf}`,
  ],
  ["no key of a mailbox", () => mailbox({ key: "" }), "TypeError: No key: give `key`, the inbox's own key, svcm_…."],
  ["no key of an SMS inbox", () => sms({ key: " " }), "TypeError: No key: give `key`, the inbox's own key, svcsms_…."],
  ["half a key of a mailbox", () => mailbox({ key: "svcm_…" }), `TypeError: \`key\` ${aKeyOf}`],
  [
    "another fetch",
    () => mailbox({ fetch: "node-fetch" }),
    "TypeError: `fetch` must be a function that returns a Promise<Response>.",
  ],
  [
    "a bare name as address",
    () => mailbox({ address: "signup" }),
    "TypeError: `address` must be a full email address, such as signup@desk.example.com, not signup.",
  ],
  [
    "an alias of an unknown address",
    () => mailbox().alias(),
    "TypeError: An alias needs the mailbox's address. Give `address` to `openMailbox`.",
  ],
  [
    "a tag with a blank",
    () => addressed().alias("a b"),
    'TypeError: An alias\'s tag is 1 to 64 letters, digits, ".", "_" or "-", not "a b".',
  ],
  [
    "another style of alias",
    () => addressed().alias({ style: "dash" as "plus" }),
    'TypeError: An alias\'s style is "plus" or "subdomain", not dash.',
  ],
  [
    "a subdomain of a name that is none",
    () => addressed().alias({ style: "subdomain" }),
    'TypeError: The mailbox name a_b is no host name, so it has no aliases of the style "subdomain".',
  ],
  [
    "an unknown option of an alias",
    () => addressed().alias({ tags: "a" } as object),
    "TypeError: alias() has no option `tags`. It has `tag`, `style`.",
  ],
  [
    "a text in place of options",
    () => mailbox().waitForCode("5 s" as never),
    "TypeError: waitForCode() takes its options as an object.",
  ],
  [
    "no function that causes the message",
    () => mailbox().expectCode("click" as never),
    "TypeError: expectCode() takes a function that causes the message, such as () => signUp(address).",
  ],
  [
    "no time without a message",
    () => mailbox().expectNothing(() => {}, {} as never),
    "RangeError: `for` must be a number of milliseconds from 0, not undefined.",
  ],
  [
    "a time-out before now",
    () => mailbox().waitForCode({ timeout: -1 }),
    "RangeError: `timeout` must be a number of milliseconds from 0, not -1.",
  ],
  [
    "half a message",
    () => mailbox().waitForMessages({ count: 1.5 }),
    "RangeError: `count` must be a whole number from 1, not 1.5.",
  ],
  [
    "no message at all",
    () => mailbox().waitForMessages({ count: 0 }),
    "RangeError: `count` must be a whole number from 1, not 0.",
  ],
  [
    "two starts",
    () => mailbox().waitForCode({ after: "c1", lookback: 1 }),
    "TypeError: Give `after` or `lookback`, not both.",
  ],
  [
    "a look back beyond an hour",
    () => mailbox().waitForCode({ lookback: 3_600_001 }),
    "RangeError: `lookback` must be a number of milliseconds from 0 to 3600000, not 3600001.",
  ],
  [
    "a negative age",
    () => mailbox().waitForCode({ maxAge: -1 }),
    "RangeError: `maxAge` must be a number of milliseconds from 0, not -1.",
  ],
  [
    "a number as sender",
    () => mailbox().waitForCode({ from: 7 as never }),
    "RangeError: `from` must be a text or a pattern, not 7.",
  ],
  [
    "a verdict as text",
    () => mailbox().waitForCode({ authenticated: "pass" as never }),
    'TypeError: `authenticated` must be true or false, not "pass".',
  ],
  [
    "a phone number without digits",
    () => sms().waitForCode({ phone: "+" }),
    'TypeError: `phone` must be a text with digits, not "+".',
  ],
  [
    "a pattern as match",
    () => mailbox().waitForCode({ match: /a/ as never }),
    "TypeError: `match` must be a function, not /a/.",
  ],
  [
    "more than certainty",
    () => mailbox().waitForCode({ minConfidence: 1.1 }),
    "RangeError: `minConfidence` must be a number from 0 to 1, not 1.1.",
  ],
  [
    "another pick",
    () => mailbox().waitForCode({ pick: "last" as never }),
    'TypeError: `pick` must be newest or first, not "last".',
  ],
  [
    "a code without characters",
    () => mailbox().waitForCode({ length: 0 }),
    "RangeError: `length` must be a number from 1, or { min, max }, not 0.",
  ],
  [
    "a text as pattern",
    () => mailbox().waitForCode({ pattern: "a" as never }),
    'TypeError: `pattern` must be a pattern, not "a".',
  ],
  [
    "a mailbox that the account has not",
    async () => (await account()).mailboxes.open("bob"),
    "FrontdeskError: This account has no mailbox bob. The list shows those it has.",
  ],
  [
    "no mailbox",
    async () => (await account()).mailboxes.open("" as never),
    'TypeError: Give a mailbox\'s id, name or address, not "".',
  ],
  [
    "an SMS inbox that the account has not",
    async () => (await account()).smsInboxes.open("s9"),
    "FrontdeskError: This account has no SMS inbox s9. The list shows those it has.",
  ],
  [
    "the deletion of a mailbox that only its key opened",
    async () => (await account()).mailboxes.delete(mailbox() as never),
    "TypeError: A mailbox opened with its key alone has no id. Use `mailboxes.open(name)`.",
  ],
  [
    "the deletion of an SMS inbox that only its key opened",
    async () => (await account()).smsInboxes.delete(sms() as never),
    "TypeError: An SMS inbox opened with its key alone has no id. Use `smsInboxes.open(id)`.",
  ],
])("%s is an error that says what to give", async (_what, use, told) => {
  const error = await Promise.resolve()
    .then(use)
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toBe(told);
});

const answer = (status: number) =>
  Object.defineProperty(new Response(null, { status }), "url", { value: `${baseUrl}/x` });

test.each([
  ["its sentence", { error: "The name is taken.", code: "already_taken" }, 409, "The name is taken."],
  ["its status, without one", undefined, 502, "desk.test answered 502"],
  ["its status, with a page", "<html>", 404, "desk.test answered 404"],
  [
    "what it is not, if it succeeds without JSON",
    "<html>",
    200,
    "desk.test answered 200, but not with JSON, so it is not a Frontdesk server. Check the server's URL.",
  ],
])("the error of a response is %s", (_what, body, status, message) => {
  const error = toFrontdeskError(body, answer(status));
  expect([error instanceof FrontdeskError, error.status, error.message]).toEqual([true, status, message]);
});

test.each([
  [
    "does not listen",
    new TypeError("fetch failed"),
    "No server answers at http://desk.test. Is it running, and is the address right?",
  ],
  [
    "is slow",
    new DOMException("", "TimeoutError"),
    "The server at http://desk.test did not answer in time. Is it busy or away, or is `timeout` too short?",
  ],
  [
    "is overloaded",
    answer(503),
    "The server at http://desk.test answered 503 until the time ran out. Try again later.",
  ],
])("the error for a server that %s says what to look at", (_what, cause, message) => {
  expect(new UnreachableError(baseUrl, cause)).toMatchObject({ message, cause, address: baseUrl });
});
