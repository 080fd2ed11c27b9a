import * as sdk from "@frontdesk/sdk";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { baseUrl, type Desk, openDesk } from "./harness.ts";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  for (const name of ["FRONTDESK_URL", "FRONTDESK_KEY", "FRONTDESK_MAILBOX_KEY", "FRONTDESK_SMS_TOKEN"])
    vi.stubEnv(name, undefined);
});

type Thrown = keyof typeof sdk | "TypeError" | "RangeError";
const classes: Partial<Record<Thrown, unknown>> = { ...sdk, TypeError, RangeError };
type Row = [what: string, thrown: Thrown, message: RegExp, act: () => unknown];

const frontdesk = () => desk.frontdesk;
const limited = async (scopes: sdk.Scope[]) => {
  const { token } = await frontdesk().agentKeys.create("limited", { scopes });
  return sdk.createFrontdesk({ baseUrl, key: token, fetch: desk.fetch });
};
const open = (name = "signup") => frontdesk().mailboxes.register(name);
const stillborn = { baseUrl: "http://127.0.0.1:9", retries: false };

/** What each call says that it throws, and what it throws by the server's word. */
const rows: Row[] = [
  ["createFrontdesk() without a server", "TypeError", /FRONTDESK_URL/, () => sdk.createFrontdesk({ key: "svcagt_a" })],
  ["createFrontdesk() without a key", "TypeError", /FRONTDESK_KEY/, () => sdk.createFrontdesk({ baseUrl })],
  ["openMailbox() without a key", "TypeError", /No key: give `key`/, () => sdk.openMailbox({ baseUrl } as never)],
  ["openSmsInbox() without a key", "TypeError", /No key: give `key`/, () => sdk.openSmsInbox({ baseUrl } as never)],
  [
    "an address that is no URL",
    "TypeError",
    /localhost/,
    () => sdk.createFrontdesk({ baseUrl: "localhost", key: "svcagt_a" }),
  ],
  [
    "a key that no header can carry",
    "TypeError",
    /^(?!.*svcagt_a)/s,
    () => sdk.createFrontdesk({ baseUrl, key: "svcagt_a\nb" }),
  ],
  [
    "an option that there is not",
    "TypeError",
    /`timeot`/,
    async () => (await open()).waitForCode({ timeot: 1 } as never),
  ],
  ["a time-out that is no time", "RangeError", /-1/, async () => (await open()).waitForCode({ timeout: -1 })],
  ["a trigger that is no function", "TypeError", /function/, async () => (await open()).expectCode("now" as never)],
  [
    "a `match` that answers later",
    "TypeError",
    /promise/,
    async () => {
      const mailbox = await open();
      await desk.mail("signup", { body: "Your code is 481220." });
      return mailbox.waitForMessage({ match: (async () => true) as never });
    },
  ],
  [
    "a wait in which nothing comes",
    "WaitTimeoutError",
    /signup@/,
    async () => (await open()).waitForCode({ timeout: 1 }),
  ],
  [
    "a wait for a link in which nothing comes",
    "WaitTimeoutError",
    /link/,
    async () => (await open()).waitForLink({ timeout: 1 }),
  ],
  [
    "a wait for several of which too few come",
    "WaitTimeoutError",
    /2 messages/,
    async () => (await open()).waitForMessages({ count: 2, timeout: 1 }),
  ],
  [
    "expectMessage() in which nothing comes",
    "WaitTimeoutError",
    /message/,
    async () => (await open()).expectMessage(() => {}, { timeout: 1 }),
  ],
  [
    "expectNothing() in which something comes",
    "UnexpectedMessageError",
    /Newsletter/,
    async () => (await open()).expectNothing(() => desk.mail("signup", { subject: "Newsletter" }), { for: 1 }),
  ],
  ["a name that is taken", "AlreadyTakenError", /signup/, async () => [await open(), await open()]],
  [
    "a subdomain that is taken",
    "AlreadyTakenError",
    /demo/,
    async () => [await frontdesk().subdomains.register("demo"), await frontdesk().subdomains.register("demo")],
  ],
  [
    "a two-level name without the tier",
    "VipRequiredError",
    /vip/,
    () => frontdesk().subdomains.register("demo", { domainBase: "vip.localhost" }),
  ],
  [
    "a sixth mailbox",
    "LimitReachedError",
    /5/,
    () => Promise.all(["a", "b", "c", "d", "e", "f"].map((name) => open(name))),
  ],
  [
    "a sixth SMS inbox",
    "LimitReachedError",
    /5/,
    () => Promise.all([1, 2, 3, 4, 5, 6].map(() => frontdesk().smsInboxes.register())),
  ],
  [
    "a webhook that the key may not read for",
    "MissingScopeError",
    /mailbox:read/,
    async () => (await limited(["sms:read"])).webhooks.register("http://127.0.0.1:9/", { events: ["mail"] }),
  ],
  [
    "a webhook too many",
    "LimitReachedError",
    /20/,
    async () => {
      for (let count = 0; count < 21; count++) await frontdesk().webhooks.register("http://127.0.0.1:9/");
    },
  ],
  ["a mail that is not there", "NotFoundError", /no mail/, async () => (await open()).message("000000001nosuchid")],
  [
    "an SMS that is not there",
    "NotFoundError",
    /with this id/,
    async () => (await frontdesk().smsInboxes.register()).message("000000001nosuchid"),
  ],
  [
    "a third number",
    "TokenFullError",
    /third|numbers/,
    async () => {
      const inbox = await frontdesk().smsInboxes.register();
      for (const phone of ["5550100001", "5550100002", "5550100003"])
        await inbox.push({ phone, sender: "Bank", body: "Code 1" } as never);
    },
  ],
  [
    "a scope that the key lacks",
    "MissingScopeError",
    /mailbox:create/,
    async () => (await limited(["mailbox:read"])).mailboxes.register("x"),
  ],
  [
    "a key that there is not",
    "UnauthenticatedError",
    /key/,
    () => sdk.createFrontdesk({ baseUrl, key: "svcagt_no", fetch: desk.fetch }).account(),
  ],
  [
    "a key that revokes itself",
    "OwnKeyError",
    /own|itself/,
    async () => frontdesk().agentKeys.delete((await frontdesk().account()).agent_token.id),
  ],
  ["a name that can be none", "InvalidRequestError", /name/, () => open("a..b")],
  [
    "a server that is not there",
    "UnreachableError",
    /127\.0\.0\.1:9/,
    () => sdk.createFrontdesk({ ...stillborn, key: "svcagt_a" }).account(),
  ],
  ["a server that never responds", "UnreachableError", /in time/, () => silent().account({ timeout: 1 })],
  ...(
    [
      [405, "method_not_allowed", "MethodNotAllowedError"],
      [413, "payload_too_large", "PayloadTooLargeError"],
      [415, "unsupported_media_type", "UnsupportedMediaTypeError"],
      [429, "rate_limited", "RateLimitedError"],
      [500, "internal", "InternalError"],
      [503, "unavailable", "UnavailableError"],
      [418, "a_later_code", "FrontdeskError"],
    ] as const
  ).map(
    ([status, code, thrown]): Row => [
      `a response with the code ${code}`,
      thrown,
      /the server's sentence/,
      () => saying(status, code).account(),
    ],
  ),
];

const silent = () => sdk.createFrontdesk({ baseUrl, key: "svcagt_a", fetch: () => new Promise(() => {}) });
const saying = (status: number, code: string) =>
  sdk.createFrontdesk({
    baseUrl,
    key: "svcagt_a",
    retries: false,
    fetch: async () => Response.json({ error: "This is the server's sentence.", code }, { status }),
  });

test.each(rows)("%s: %s", async (_what, thrown, message, act) => {
  const error = await (async () => act())().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(classes[thrown]);
  // An error of a class that extends another's is not taken for it.
  expect(Object(error).constructor).toBe(classes[thrown]);
  expect(String(error)).toMatch(message);
});

describe("the table above", () => {
  test("contains every error that the package exports", () => {
    const exported = Object.keys(sdk).filter((name) => name.endsWith("Error"));
    expect(exported.filter((name) => !rows.some(([, thrown]) => thrown === name))).toEqual([]);
  });
});
