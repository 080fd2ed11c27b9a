import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createAccessRules, createIpMatcher, createProxyMatcher } from "../../../src/edge/access/access-rules.ts";

const hash = createHash("sha256").update("me:let me in").digest("hex");
const pair = (text: string) => Buffer.from(text).toString("base64");

test("without rules everyone may visit, and search engines are kept out", () => {
  const gate = createAccessRules({});
  expect(gate).toMatchObject({ hostHeader: undefined, appScheme: "http", isIndexable: false, requiresPassword: false });
  expect([gate.allowsIp("192.0.2.1"), gate.allowsCredentials(undefined)]).toEqual([true, true]);
});

test("the owner's rules apply", () => {
  const rules = { hostHeader: "app.local", https: true, indexable: true, basicAuth: hash };
  expect(createAccessRules(rules)).toMatchObject({
    hostHeader: "app.local",
    appScheme: "https",
    isIndexable: true,
    requiresPassword: true,
  });
});

test.each([
  [`Basic ${pair("me:let me in")}`, true],
  [`bAsIc   ${pair("me:let me in")}`, true],
  [`Basic ${pair("me:wrong")}`, false],
  [`Basic ${pair("me:let me in")} more`, false],
  [`X Basic ${pair("me:let me in")}`, false],
  [`Basic${pair("me:let me in")}`, false],
  [`Bearer ${pair("me:let me in")}`, false],
  ["Basic", false],
  ["", false],
  [undefined, false],
])("the credentials %j: %s", (authorization, expected) => {
  expect(createAccessRules({ basicAuth: hash }).allowsCredentials(authorization)).toBe(expected);
});

test.each([
  ["192.0.2.1", true],
  ["192.0.2.2", false],
  ["10.255.255.255", true],
  ["11.0.0.0", false],
  ["2001:db8::ffff", true],
  ["2001:db9::1", false],
  ["::2", true],
  ["::3", false],
])("in the list of addresses and blocks, %s is found: %s", (address, expected) => {
  const allowIp = ["192.0.2.1", "10.0.0.0/8", "2001:db8::/32", "::2"];
  expect(createAccessRules({ allowIp }).allowsIp(address)).toBe(expected);
});

// `10.0.0.0/` would be the block /0, which allows every address.
test.each(["10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/33", "::/129", "10.0.0.0/+8", "office", ""])(
  "a list of addresses with the entry %j is rejected",
  (entry) => {
    expect(() => createAccessRules({ allowIp: ["192.0.2.1", entry] })).toThrow(
      "neither an IP address nor a CIDR block",
    );
  },
);

test.each([
  ["127.0.0.1", true],
  ["127.255.0.1", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["192.0.2.7", true],
  ["::ffff:192.0.2.7", true],
  ["192.0.2.8", false],
  ["::2", false],
])("loopback and listed proxies are trusted; %s: %s", (address, expected) => {
  expect(createProxyMatcher(["192.0.2.7"])(address)).toBe(expected);
});

test.each(["office", "10.0.0.0/33", "::/129", "10.0.0.0/x", ""])("%j is neither an address nor a block", (entry) => {
  expect(() => createIpMatcher([entry])).toThrow();
});
