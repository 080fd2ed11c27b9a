import { describe, expect, test, vi } from "vitest";
import { now, responses } from "./account-responses.ts";
import { type RecordOptions, type Responses, recordCall } from "./record-call.ts";

/** Calls a tool at the account, whose server gives some other responses. Time stands still. */
function call(name: string, args: object, other: Responses, options: RecordOptions = {}) {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now });
  return recordCall(name, args, { ...responses, ...other }, options);
}

const overloaded = () => new Response(null, { status: 503, headers: { "retry-after": "0" } });

describe("an overloaded server gets a request once, because a retry could outlast the time of the call,", () => {
  test.each([
    ["account_whoami", {}, "GET account", "agent key"],
    ["mail_read", { mailbox: "box", messageId: "e3" }, "GET mail/message/e3", "svcm_1"],
    ["sms_read", { smsInbox: "S1", messageId: "t1" }, "GET sms/message/t1", "svcsms_1"],
  ])("from %s", async (name, args, path, key) => {
    const { facts, requests } = await call(name, args, { [path]: overloaded() });
    expect(facts).toMatchObject({ code: "service_down", retryAfterSeconds: 0 });
    expect(requests).toEqual([`${path} | ${key}`]);
  });
});

test("a cancelled call does not wait for the next code of an authenticator", async () => {
  const controller = new AbortController();
  const ending = () => {
    // Cancelled while the call waits for the next code.
    setImmediate(() => controller.abort());
    return { code: "123456", valid_for: 1 };
  };
  const options = { signal: controller.signal };
  const onDone = vi.fn();
  const done = call("authenticator_code", { authenticator: "anna" }, { "GET authenticators/a1/code": ending }, options);
  void done.then(onDone);
  await new Promise((resolve) => controller.signal.addEventListener("abort", resolve));
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(onDone).toHaveBeenCalled();
  expect(await done).toMatchObject({ facts: { code: "cancelled" } });
});

describe("a wait whose long poll is rejected with", () => {
  /** A server that rejects long polls, and serves all else. */
  const reject = (status: number) => (query: URLSearchParams) =>
    query.has("wait")
      ? Response.json({ error: "No.", code: null }, { status })
      : { emails: [], messages: [], cursor: "c" };
  const badCursor = "The argument `after` is not a cursor of";

  test.each([
    [
      "mail",
      401,
      { mailbox: "box" },
      "expired",
      "While waiting, box@desk.example was deleted, or its key was rotated.",
    ],
    ["mail", 401, { mailbox: "box+a@desk.example" }, "expired", "While waiting, box+a@desk.example was deleted,"],
    [
      "mail",
      400,
      { mailbox: "box", after: "x" },
      "bad_argument",
      `${badCursor} box@desk.example; each inbox has its own.`,
    ],
    ["mail", 400, { mailbox: "box" }, "bad_argument", "The server refused the arguments."],
    ["mail", 403, { mailbox: "box", after: "x" }, "scope_missing", "The key may not do this"],
    ["sms", 401, { smsInbox: "S1" }, "expired", "While waiting, this SMS inbox was deleted, or its key was rotated."],
    [
      "sms",
      400,
      { smsInbox: "S1", after: "x" },
      "bad_argument",
      `${badCursor} this SMS inbox; each inbox has its own.`,
    ],
  ])("(%s) %i, called with %j, fails with %s: %s", async (channel, status, args, code, message) => {
    const { facts } = await call(`${channel}_wait_code`, args, { [`GET ${channel}/recent`]: reject(status) });
    expect(facts).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test.each([
    ["401 suggests to list the inboxes", 401, {}, "mailbox_list"],
    [
      "400 suggests to leave out the cursor",
      400,
      { after: "x" },
      "mail_wait_code (without after, or with the cursor of an earlier result)",
    ],
  ])("%s", async (_what, status, args, next) => {
    const { facts } = await call("mail_wait_code", { mailbox: "box", ...args }, { "GET mail/recent": reject(status) });
    expect(facts.next).toBe(next);
  });
});

describe("a cursor that cannot be read", () => {
  const failing = () => Response.json({ error: "No.", code: "missing_scope" }, { status: 403 });

  test.each([
    ["mailbox_register", {}, "GET mail/recent", { mailbox: "box", address: "box@desk.example", id: "M1" }],
    ["sms_inbox_register", {}, "GET sms/recent", { smsInbox: "S1", keyFile: "folder/sms-S1.key" }],
  ])("does not fail %s: the inbox is registered", async (name, args, path, facts) => {
    expect((await call(name, args, { [path]: failing })).facts).toEqual(facts);
  });
});

test("an SMS inbox whose key cannot be written is deleted again, because nobody could use it", async () => {
  // The file of the first one has the same name, and no secret is overwritten.
  const register: [string, object] = ["sms_inbox_register", {}];
  const { facts, requests } = await call(...register, {}, { before: [register] });
  expect(facts.code).toBe("not_writable");
  expect(requests).toEqual(["POST sms/register | agent key | {}", "DELETE sms/S1 | agent key"]);
});

describe("a wait for a request of a tunnel", () => {
  const wait: [string, object] = ["tunnel_wait_request", { subdomain: "demo" }];

  test("ends with the call", async () => {
    const { facts } = await call(...wait, {}, { signal: AbortSignal.abort() });
    expect(facts).toMatchObject({ code: "cancelled" });
  });

  test.each([
    ["found", {}],
    ["cancelled", { signal: AbortSignal.abort() }],
  ])("that is %s reports no further progress", async (_how, options) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await recordCall(...wait, responses, options);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("settings of a key that the server rejects with", () => {
  const reject = (status: number, code: string) => () => Response.json({ error: "No.", code }, { status });
  const accountWith = (scopes: string | null, expiry: string | null = null) => ({
    account: { name: "acme", tier: "normal", limits: {}, usage: {} },
    agent_token: { id: "k1", name: "ci", expiry, scopes },
  });
  const unknown = { code: "bad_argument", message: expect.stringContaining("may not have. There are ") };
  const notHeld = {
    code: "scope_missing",
    message: "A key can grant only scopes that it holds itself: token:write,sms:read.",
  };
  const mayNot = { code: "scope_missing", message: expect.stringContaining("it lacks the scope token:write") };

  describe.each([
    ["key_create", { name: "ci", scopes: "a:b" }, "POST agent-tokens/create"],
    ["key_update", { keyId: "k1", scopes: "a:b" }, "PUT agent-tokens/k1"],
  ])("(%s)", (tool, args, path) => {
    test.each([
      ["400", 400, "invalid_request", "token:write,sms:read", { ...unknown, next: `${tool} (with scopes of these)` }],
      [
        "a missing scope",
        403,
        "missing_scope",
        "token:write,sms:read",
        { ...notHeld, next: `${tool} (with scopes of these)` },
      ],
      [
        "a missing scope of a key that expires",
        403,
        "missing_scope",
        "token:write,sms:read until 2026-12-01T00:00:00Z",
        {
          code: "scope_missing",
          message: "A key can grant only what it holds itself: token:write,sms:read, until 2026-12-01T00:00:00Z.",
          next: `${tool} (with scopes of these, and no later end)`,
        },
      ],
      [
        "a missing scope of a key with all that expires",
        403,
        "missing_scope",
        "all until 2026-12-01T00:00:00Z",
        {
          code: "scope_missing",
          message: "A key can grant only what it holds itself: all scopes, until 2026-12-01T00:00:00Z.",
          next: `${tool} (with scopes of these, and no later end)`,
        },
      ],
      [
        "a missing scope of a key that may create none and expires",
        403,
        "missing_scope",
        "sms:read until 2026-12-01",
        mayNot,
      ],
      ["a missing scope of a key that may create none", 403, "missing_scope", "sms:read", mayNot],
      ["a missing scope of a key with all", 403, "missing_scope", null, mayNot],
      ["a reached limit", 403, "limit_reached", "token:write", { code: "quota_reached" }],
      ["404", 404, "not_found", "token:write", { code: "not_found" }],
    ])("%s fail so that the agent knows why", async (_what, status, code, scopes, facts) => {
      const [list = null, expiry = null] = scopes?.split(" until ") ?? [];
      const other = { [path]: reject(status, code), "GET account": accountWith(list === "all" ? null : list, expiry) };
      expect((await call(tool, args, other)).facts).toMatchObject(facts);
    });
  });
});
