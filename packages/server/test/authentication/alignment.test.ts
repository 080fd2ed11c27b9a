import { expect, test } from "vitest";
import { isAligned } from "../../src/authentication/alignment.ts";
import { shownDomain } from "../../src/authentication/from-domain.ts";

test.each([
  ["shop.example", "shop.example", "strict", true],
  ["mail.shop.example", "shop.example", "strict", false],
  ["mail.shop.example", "shop.example", "relaxed", true],
  ["shop.example", "mail.shop.example", "relaxed", true],
  ["one.shop.example", "two.shop.example", "relaxed", true],
  ["other.example", "shop.example", "relaxed", false],
  // Two customers of one registry have different organizations.
  ["one.co.uk", "two.co.uk", "relaxed", false],
  ["one.github.io", "two.github.io", "relaxed", false],
  ["mail.one.github.io", "one.github.io", "relaxed", true],
  ["github.io", "one.github.io", "relaxed", false],
  // Names without a public suffix belong to nobody else.
  ["localhost", "localhost", "relaxed", true],
  ["localhost", "intranet", "relaxed", false],
  // A missing domain speaks for nobody, not for another missing one either.
  ["", "", "strict", false],
  ["", "", "relaxed", false],
  ["", "shop.example", "relaxed", false],
  ["shop.example", "", "relaxed", false],
] as const)("%j for a mail from %j, %s: %s", (domain, fromDomain, mode, expected) => {
  expect(isAligned(domain, fromDomain, mode)).toBe(expected);
});

test.each([
  ["a@shop.example", "shop.example"],
  ["Shop <a@shop.example>", "shop.example"],
  // The address is the last one: anybody can write another into the name.
  ["<a@bank.example> <a@shop.example>", "shop.example"],
  ["Shop", ""],
])("readers who are shown %j see the domain %j", (sender, domain) => expect(shownDomain(sender)).toBe(domain));
