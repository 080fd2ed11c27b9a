import { expect, test } from "vitest";
import { normalizeArguments, splitAlias } from "../../src/calls/normalize-arguments.ts";

const types = {
  limit: { type: "integer" },
  share: { type: "number" },
  name: { type: "string" },
  subdomain: { type: "string" },
  mailbox: { type: "string" },
  force: { type: "boolean" },
};

test.each([
  ["null and empty text", { name: null, mailbox: " ", limit: "" }, {}],
  ["text with spaces around it", { name: "  ci  " }, { name: "ci" }],
  ["numbers in quotes", { limit: "10", share: "-0.5" }, { limit: 10, share: -0.5 }],
  ["what is no number", { limit: "ten", share: "1e3" }, { limit: "ten", share: "1e3" }],
  ["a number for a text", { name: 481220 }, { name: "481220" }],
  ["other kinds", { force: false, limit: 0 }, { force: false, limit: 0 }],
  ["a URL for a domain", { subdomain: "https://demo.t.example:8443/a" }, { subdomain: "demo.t.example" }],
  ["a URL in capitals for a domain", { subdomain: "HTTPS://demo.t.example/a" }, { subdomain: "demo.t.example" }],
  ["a URL without encryption for a domain", { subdomain: "http://demo.t.example/a" }, { subdomain: "demo.t.example" }],
  ["what is no URL", { subdomain: "my demo: one" }, { subdomain: "my demo: one" }],
  ["a host with a port", { subdomain: "demo.t.example:8443" }, { subdomain: "demo.t.example" }],
  ["a domain", { subdomain: "demo.t.example" }, { subdomain: "demo.t.example" }],
  ["a name and address", { mailbox: "Ann <ann@desk.example>" }, { mailbox: "ann@desk.example" }],
  ["brackets before other text", { mailbox: "<ann> of sales" }, { mailbox: "<ann> of sales" }],
  ["an address with blanks in its brackets", { mailbox: "Ann < ann@desk.example >" }, { mailbox: "ann@desk.example" }],
  ["a mailto link", { mailbox: "MAILTO:ann@desk.example" }, { mailbox: "ann@desk.example" }],
  ["an unknown argument", { constructor: 5, other: " 5 " }, { constructor: 5, other: "5" }],
])("%s: %j", (_what, given, expected) => {
  expect(normalizeArguments(given, types)).toEqual(expected);
});

test("what is no object of arguments stays for the check to reject, and nothing means none", () => {
  expect([undefined, null].map((given) => normalizeArguments(given, types))).toEqual([{}, {}]);
  expect(["text", ["list"]].map((given) => normalizeArguments(given, types))).toEqual(["text", ["list"]]);
});

test.each([
  ["ann+shop@desk.example", { mailbox: "ann@desk.example", to: "ann+shop@desk.example" }],
  ["ann+@desk.example", { mailbox: "ann@desk.example", to: "ann+@desk.example" }],
  ["ann+shop+2@desk.example", { mailbox: "ann@desk.example", to: "ann+shop+2@desk.example" }],
  ["ann+shop", { mailbox: "ann" }],
  ["ann@desk.example", { mailbox: "ann@desk.example" }],
  ["ann", { mailbox: "ann" }],
])("of the alias %s the mailbox and the recipient are %j", (text, expected) => {
  expect(splitAlias(text)).toEqual(expected);
});
