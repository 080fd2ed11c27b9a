import { expect, test } from "vitest";
import { limitToApprover } from "../../src/store/connection-facts.ts";

type Rights = Parameters<typeof limitToApprover>[1];

const early = "2026-01-01T00:00:00.000Z";
// Later, although its text sorts before the other.
const late = "2025-12-31T23:30:00.000-05:00";

test.each<[string, Rights, Rights, Rights]>([
  [
    "a connection of all rights has those of its key",
    { scopes: null, expiry: null },
    { scopes: ["mailbox:read"], expiry: early },
    { scopes: ["mailbox:read"], expiry: early },
  ],
  [
    "a connection keeps its own rights if its key has all",
    { scopes: ["sms:read"], expiry: late },
    { scopes: null, expiry: null },
    { scopes: ["sms:read"], expiry: late },
  ],
  [
    "a connection has the scopes that its key has too, until the earlier end",
    { scopes: ["mailbox:read", "sms:read"], expiry: late },
    { scopes: ["sms:read", "mailbox:create"], expiry: early },
    { scopes: ["sms:read"], expiry: early },
  ],
  [
    "a connection ends before its key",
    { scopes: null, expiry: early },
    { scopes: null, expiry: late },
    { scopes: null, expiry: early },
  ],
  [
    "a connection without a common scope may do nothing",
    { scopes: ["mailbox:read"], expiry: null },
    { scopes: ["sms:read"], expiry: null },
    { scopes: [], expiry: null },
  ],
])("%s", (_what, connection, approver, rights) => {
  expect(limitToApprover({ id: "c", ...connection }, approver)).toEqual({ id: "c", ...rights });
});
