import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { parameters } from "../../src/calls/parameters.ts";

const long = (length: number) => "a".repeat(length);
const name = "expected 1 to 64 of a-z 0-9 . _ - with a letter or digit at both ends";
const reference = "expected a name or id without spaces";
const whole = (max: number) => `expected a whole number from 1 to ${max}`;
const isNoName = ["", "a b", "a/b", long(201)];
const isNoMailboxName = ["", ".a", "a.", "-a", "a_", "A", "a@b", "ä", long(65)];

/** What each parameter accepts, what it rejects, and what it then says. */
const rows: readonly [parameter: keyof typeof parameters, good: unknown[], bad: unknown[], message: string][] = [
  ["mailbox", ["box", "box+a@desk.example", long(200)], isNoName, reference],
  ["smsInbox", ["S1", long(200)], isNoName, reference],
  ["subdomain", ["demo.t.example", long(200)], isNoName, reference],
  ["authenticator", ["anna", long(200)], isNoName, reference],
  ["keyId", ["k1", long(200)], isNoName, reference],
  ["messageId", ["e1", long(200)], isNoName, reference],
  ["mailboxName", ["a", "0", "a.b_c-d", long(64)], isNoMailboxName, name],
  ["authenticatorName", ["a", "0", "a.b_c-d", long(64)], isNoMailboxName, name],
  [
    "otpauthUri",
    ["otpauth://x", `otpauth://${long(2_000)}`],
    ["otpauth://", "otpauth:x", "xotpauth://x", "otpauth://a b", `otpauth://${long(2_001)}`],
    "expected an otpauth:// URI",
  ],
  [
    "label",
    ["a", "0", "a-b", long(63)],
    ["", "-a", "a-", "A", "a.b", "a_b", long(64)],
    "expected a DNS label: 1 to 63 of a-z 0-9 -",
  ],
  [
    "keyName",
    ["a", "Z", "0", "CI key 1._-", long(64)],
    ["", " a", ".a", "_a", "-a", "ä", "a\n", long(65)],
    "expected up to 64 letters, digits, spaces . _ -",
  ],
  [
    "scopes",
    ["mailbox:read", "mailbox:read,sms:read,token:write"],
    ["", "mailbox", "mailbox:", ":read", "a:b,", ",a:b", "a:b, c:d", "A:b"],
    "expected scopes such as mailbox:read,mailbox:create",
  ],
  ["expiresInDays", [1, 365], [0, 366, 1.5, "1", Number.NaN], whole(365)],
  ["newExpiry", [1, 365], [0, 366, 1.5, "1", Number.NaN], whole(365)],
  [
    "phone",
    ["1234567", "123456789012345"],
    ["123456", "1234567890123456", "+1234567", "123 4567"],
    "expected 7 to 15 digits",
  ],
  ["after", ["c", long(1_000)], ["", "a b", long(1_001)], "expected the cursor of an earlier result"],
  ["waitSeconds", [1, 55], [0, 56, 1.5, "1"], whole(55)],
  ["from", ["a", "Ann <a@b.test>", long(120)], ["", "a\nb", long(121)], "expected up to 120 characters"],
  ["authenticated", [true, false], ["true", 1], "expected true or false"],
  ["limit", [1, 20], [0, 21, 1.5, "1"], whole(20)],
  ["part", [1, 1_000], [0, 1_001, 1.5, "1"], whole(1_000)],
  ["requestId", ["r0", "r12"], ["", "r", "12", "r1a", "xr1"], "expected the id of a returned request, such as r3"],
  ["path", ["/", "/a/b"], ["", "a", "/a?b", "/a#b"], "expected a path that begins with / and has no query"],
  ["port", [1, 65_535], [0, 65_536, 80.5, "80"], whole(65_535)],
];

test("the table has each parameter", () => {
  expect(rows.map(([parameter]) => parameter).sort()).toEqual(Object.keys(parameters).sort());
});

describe.each(rows)("the parameter %s", (parameter, good, bad, message) => {
  const messagesOf = (value: unknown) => {
    const { issues = [] } = v.safeParse(parameters[parameter] as v.GenericSchema, value);
    return [...new Set(issues.map((issue) => issue.message))];
  };

  test("accepts these values", () => {
    expect(good.filter((value) => messagesOf(value).length > 0)).toEqual([]);
  });

  test("rejects others, and says what it expects", () => {
    for (const value of bad) expect([value, messagesOf(value)]).toEqual([value, [message]]);
  });

  test("says of a value of another type what it expects", () => {
    const isText = typeof good[0] === "string";
    expect(messagesOf(isText ? 1 : null)).toEqual([isText ? "expected text" : message]);
  });
});
