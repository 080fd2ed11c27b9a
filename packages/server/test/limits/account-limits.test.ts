import { expect, test } from "vitest";
import { createAccountLimits } from "../../src/limits/account-limits.ts";
import { toRequestsPerMinute } from "../../src/limits/requests-per-minute.ts";
import { parseOptions } from "../../src/options/options.ts";
import type { StoredAccount } from "../../src/store/accounts.ts";

const options = {
  freeMailboxes: 5,
  freeSmsInboxes: 1,
  subdomainsPerAccount: 7,
  agentKeysPerAccount: 0,
  webhooksPerAccount: 0,
  authenticatorsPerAccount: 9,
};

test.each([
  ["later", 2, [7, 3]],
  ["later", "unlimited", [null, null]],
  // Mailboxes by the account's tier, and no SMS inboxes, however many extra ones the account has.
  ["earlier", 2, [10, 0]],
  ["earlier", "unlimited", [10, 0]],
] as const)("in the %s edition an account with %s extra inboxes may have %j", (edition, extra, expected) => {
  const limits = createAccountLimits({ ...options, edition });
  const account = {
    id: "one",
    name: "one",
    tier: "vip" as const,
    extra_mailboxes: extra,
    extra_sms_tokens: extra,
    created_at: "2026-01-01T00:00:00Z",
    bucket: 0,
  };
  expect([limits.mailboxes(account), limits.smsInboxes(account)]).toEqual(expected);
  const others = [limits.subdomains(), limits.agentKeys(), limits.webhooks(), limits.authenticators()];
  expect(others).toEqual([7, null, null, 9]);
});

const accountOf = (more: Partial<StoredAccount>): StoredAccount => ({
  id: "one",
  name: "one",
  tier: "normal",
  extra_mailboxes: 0,
  extra_sms_tokens: 0,
  created_at: "2026-01-01T00:00:00Z",
  bucket: 0,
  ...more,
});

test("the extra inboxes of each kind are added to the free ones of that kind", () => {
  const limits = createAccountLimits({ ...options, edition: "later" });
  const account = accountOf({ extra_mailboxes: 20, extra_sms_tokens: 30 });
  expect([limits.mailboxes(account), limits.smsInboxes(account)]).toEqual([25, 31]);
  const none = createAccountLimits({ ...options, freeMailboxes: 0, freeSmsInboxes: 0, edition: "later" });
  expect([none.mailboxes(accountOf({})), none.smsInboxes(accountOf({}))]).toEqual([0, 0]);
});

test.each([
  ["normal", 5],
  ["vip", 10],
  ["svip", 50],
  ["ssvip", null],
] as const)("in the earlier edition an account of the tier %s may have %s mailboxes", (tier, most) => {
  const limits = createAccountLimits({ ...options, edition: "earlier" });
  expect(limits.mailboxes(accountOf({ tier }))).toBe(most);
});

test("each limit of a minute has its own setting", () => {
  const settings = {
    authFailuresPerIp: 1,
    requestsPerKey: 2,
    requestsPerAccount: 3,
    passwordFailuresPerVisitor: 4,
    abortsPerVisitor: 5,
    oauthRegistrationsPerIp: 6,
    oauthAuthorizationsPerIp: 7,
  };
  expect(toRequestsPerMinute(parseOptions(settings))).toEqual({
    failures: 1,
    requestsOfKey: 2,
    requestsOfAccount: 3,
    guesses: 4,
    aborts: 5,
    registrations: 6,
    authorizations: 7,
  });
});
