import { afterAll, beforeAll, expect, test } from "vitest";
import { respondToAdmin } from "../../src/admin/admin.ts";
import { type Desk, openDesk } from "../api/harness.ts";

const now = "2026-01-02T03:04:05.000Z";
const unused = { subdomains: 0, mailboxes: 0, sms_tokens: 0 };
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk({ freeMailboxes: 5, freeSmsInboxes: 2, clock: { now: () => Date.parse(now) } });
});
afterAll(() => desk.server.close());

/** Sends requests one after the other; returns the answer to the last. */
async function ask(...requests: object[]) {
  let answer: unknown;
  for (const request of requests) answer = await respondToAdmin(desk.server.services, request);
  return answer;
}

test("an account is shown with its settings, its limits and what it has", async () => {
  expect(await ask({ do: "account add", name: "plain" })).toEqual({
    result: {
      account: {
        name: "plain",
        tier: "normal",
        extra_mailboxes: 0,
        extra_sms_tokens: 0,
        created_at: now,
        limits: { mailboxes: 5, sms_tokens: 2 },
        usage: unused,
      },
    },
  });
  const raised = { tier: "svip", extra_mailboxes: "unlimited", extra_sms_tokens: "3" };
  const shown = {
    name: "raised",
    tier: "svip",
    extra_mailboxes: "unlimited",
    extra_sms_tokens: 3,
    created_at: now,
    limits: { mailboxes: null, sms_tokens: 5 },
    usage: unused,
  };
  expect(await ask({ do: "account add", name: "raised", ...raised })).toEqual({ result: { account: shown } });
  // What a change does not name stays.
  const changed = { ...shown, extra_sms_tokens: 0, limits: { mailboxes: null, sms_tokens: 2 } };
  expect(await ask({ do: "account set", name: "raised", extra_sms_tokens: 0 })).toEqual({
    result: { account: changed },
  });
  expect(await ask({ do: "account remove", name: "raised" })).toEqual({ result: { removed: "raised" } });
  expect(await ask({ do: "account list" })).toMatchObject({
    result: { accounts: [{ name: "default" }, { name: "plain" }] },
  });
});

test("a key is shown once with its token, then listed without it, until it is revoked", async () => {
  await ask({ do: "account add", name: "keys" });
  const request = { do: "key create", account: "keys", name: " ci ", scopes: "sms:read, mailbox:read" };
  const created = (await ask({ ...request, expiry: "2026-02-01T01:00:00+01:00" })) as {
    result: { agent_token: { id: string } };
  };
  const { id } = created.result.agent_token;
  const shown = {
    id,
    name: "ci",
    scopes: "mailbox:read,sms:read",
    expiry: "2026-02-01T00:00:00.000Z",
    created_at: now,
    last_used_at: null,
  };
  expect(created).toEqual({ result: { agent_token: { ...shown, token: expect.stringMatching(/^svcagt_/) } } });
  expect(await ask({ do: "key list", account: "keys" })).toEqual({ result: { agent_tokens: [shown] } });
  expect(await ask({ do: "key revoke", account: "keys", id })).toEqual({ result: { revoked: id } });
  expect(await ask({ do: "key list", account: "keys" })).toEqual({ result: { agent_tokens: [] } });
  const full = { result: { agent_token: { name: "full", scopes: null, expiry: null } } };
  expect(await ask({ do: "key create", account: "keys", name: "full" })).toMatchObject(full);
});

const noAccount = "There is no account named none. `frontdesk account list` shows all.";
const accountName = "An account's name is 1 to 64 letters, digits, dots, dashes or _";

test.each([
  [
    { do: "account add", name: "default" },
    "already_taken",
    "An account named default exists already. Choose another name.",
  ],
  [{ do: "account add", name: "a b" }, "invalid_request", accountName],
  [{ do: "account set", name: "none" }, "not_found", noAccount],
  [{ do: "account remove", name: "none" }, "not_found", noAccount],
  [{ do: "key list", account: "none" }, "not_found", noAccount],
  [{ do: "sign-in link", account: "none" }, "not_found", noAccount],
  [
    { do: "account set", name: "default", tier: "gold", extra_mailboxes: "many", extra_sms_tokens: -1 },
    "invalid_request",
    [
      "--tier must be one of normal, vip, svip, ssvip",
      "--extra-mailboxes must be unlimited or a whole number up to 1000000",
      "--extra-sms-inboxes must be unlimited or a whole number up to 1000000",
    ].join("\n"),
  ],
  [{ do: "key create", account: "default", name: " " }, "invalid_request", "A key's name must not be empty"],
  [
    { do: "key create", account: "default", name: "x".repeat(101) },
    "invalid_request",
    "A key's name has at most 100 characters",
  ],
  [
    { do: "key create", account: "default", name: "a", expiry: "2026-01-02T03:04:05Z" },
    "invalid_request",
    "`expiry` is in the past. Give a later time, or null.",
  ],
  [
    { do: "key revoke", account: "default", id: "none" },
    "not_found",
    "There is no agent key with this id in this account.",
  ],
  [
    { do: "secret rotate" },
    "invalid_request",
    "The storage is clear text. Set FRONTDESK_SECRET, and restart its servers.",
  ],
])("the request %j is refused: %s, %s", async (request, code, message) => {
  expect(await ask(request)).toEqual({ problem: { code, message } });
});

test("a failure that is no problem of the request is not sent as one", async () => {
  const services = { ...desk.server.services, accounts: { list: () => Promise.reject(new Error("disk gone")) } };
  await expect(respondToAdmin(services as never, { do: "account list" })).rejects.toThrow("disk gone");
});
