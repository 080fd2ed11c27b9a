import { expect, test } from "vitest";
import { toSpfIdentity } from "../../src/authentication/spf-identity.ts";

const longDomain = `${"x".repeat(63)}.${"x".repeat(63)}.${"x".repeat(63)}.${"x".repeat(55)}.example`;

test.each([
  ["ann@Shop.example", { domain: "shop.example", localPart: "ann", isValid: true }],
  ["", { domain: "mx.shop.example", localPart: "postmaster", isValid: true }],
  ["@shop.example", { domain: "shop.example", localPart: "postmaster", isValid: true }],
  ["ann", { domain: "", localPart: "postmaster", isValid: false }],
  ["a@b@shop.example", { domain: "shop.example", localPart: "a@b", isValid: true }],
])("SPF of the sender %j is checked for %j", (sender, identity) =>
  expect(toSpfIdentity({ helo: "MX.shop.example", sender })).toEqual(identity),
);

test("a local part has 64 characters at most, and a domain 255", () => {
  const isValid = (sender: string) => toSpfIdentity({ helo: "", sender }).isValid;
  expect([64, 65].map((length) => isValid(`${"x".repeat(length)}@shop.example`))).toEqual([true, false]);
  expect(longDomain).toHaveLength(255);
  expect([longDomain, `x${longDomain}`, `xx.${longDomain}`].map((domain) => isValid(`ann@${domain}`))).toEqual([
    true,
    false,
    false,
  ]);
});
