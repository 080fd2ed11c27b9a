import { expect, test } from "vitest";
import { createAccountLimits } from "../../src/limits/account-limits.ts";

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
