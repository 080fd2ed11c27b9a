import { expect, test } from "vitest";
import { readFromDomain } from "../../src/authentication/from-domain.ts";
import { splitHeader } from "../../src/authentication/header-fields.ts";

test.each([
  ["From: Ann <ann@Shop.example>", "shop.example"],
  ["From: Team: ann@shop.example;", "shop.example"],
  ["From: Team: ann@shop.example, bob@shop.example;", null],
  ["From: Team:;", null],
  ["From: ann", null],
  ["From: ann@", null],
  ["From: Lee, Ann <ann@shop.example>", "shop.example"],
  ["From: ann@shop.example\r\nFrom: ann@shop.example", null],
])("the header %j has the From domain %s", (header, domain) => {
  expect(readFromDomain(splitHeader(`${header}\r\n`))).toBe(domain);
});
