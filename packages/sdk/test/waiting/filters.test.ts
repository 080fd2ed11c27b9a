import { describe, expect, test } from "vitest";
import { whyFilteredOut, whyNoMatch } from "../../src/waiting/filters.ts";

const now = Date.UTC(2026, 0, 1);
const mail = (sender: string) => ({
  id: "1",
  sender,
  subject: "Your code",
  snippet: "",
  received_at: new Date(now).toISOString(),
});

describe("the filter `from`", () => {
  test.each<[from: string | RegExp, sender: string, passes: boolean]>([
    ["@shop.example", "Shop <no-reply@shop.example>", true],
    ["@SHOP.example", "no-reply@Shop.Example", true],
    ["@shop.example", "x@shop.example.evil.net", false],
    ["@shop.example", "x@evilshop.example", false],
    ["@shop.example", '"@shop.example" <x@evil.net>', false],
    ["no-reply@shop.example", "Shop <no-reply@shop.example>", true],
    ["no-reply@shop.example", "not-no-reply@shop.example", false],
    ["no-reply@shop.example", "no-reply@shop.example.evil.net", false],
    ["shop.example", "a@shop.example", true],
    ["Shop", "Shop <a@evil.net>", false],
    [/^no-reply@/g, "Shop <no-reply@shop.example>", true],
    [/Shop/, "Shop <a@evil.net>", false],
  ])("%s: whether a mail of %s passes is %s", (from, sender, passes) => {
    // Twice, because a global pattern keeps the index of its last match.
    for (let time = 0; time < 2; time++)
      expect(whyFilteredOut(mail(sender), now, { from })).toBe(passes ? null : `the sender is not ${from}`);
  });
});

test.each([
  [0, 0, true],
  [1, 0, false],
  [1_000, 1_000, true],
  [1_001, 1_000, false],
])("a message of %i ms is within a maximum age of %i ms: %s", (age, maxAge, passes) => {
  const why = whyFilteredOut(mail("a@b.example"), now + age, { maxAge });
  expect(why === null).toBe(passes);
});

test.each([
  ["code", "the subject is not code"],
  [/^undefined$/, "the subject is not /^undefined$/"],
  [/^$/, null],
])("a message without a subject, such as an SMS, is to the filter %s one with an empty subject", (subject, why) => {
  const { subject: _none, ...sms } = mail("SHOP");
  expect(whyFilteredOut(sms, now, { subject })).toBe(why);
});

test("a filter that returns a promise is an error, and its rejection ends no process", () => {
  const match = () => Promise.reject(new Error("later")) as unknown as boolean;
  expect(() => whyNoMatch({}, { match })).toThrow(new TypeError("`match` must return true or false, not a promise."));
});
