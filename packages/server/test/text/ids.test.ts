import { createHash } from "node:crypto";
import { tokenPrefixes } from "@frontdesk/basics";
import { expect, test } from "vitest";
import { generateId, generateToken, hashToken } from "../../src/text/ids.ts";
import { checkMailboxName, checkSubdomainName, toLowerAscii } from "../../src/text/names.ts";

test("tokens have 28 random characters after their prefix, and ids 16 lower-case ones", () => {
  for (const [owner, prefix] of Object.entries(tokenPrefixes)) {
    const token = generateToken(owner as keyof typeof tokenPrefixes);
    expect(token).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{28}$`));
    expect(generateToken(owner as keyof typeof tokenPrefixes)).not.toBe(token);
  }
  const ids = Array.from({ length: 200 }, generateId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]{16}$/);
  expect(new Set(ids).size).toBe(200);
  // Every character is drawn.
  expect(new Set(ids.join("")).size).toBe(36);
  expect(new Set(Array.from({ length: 200 }, () => generateToken("subdomain").slice(4)).join("")).size).toBe(62);
});

test("no character of a token is likelier than another", () => {
  const tokens = Array.from({ length: 2_000 }, () => generateToken("subdomain").slice("svc_".length));
  // Bytes have 256 values, so the first eight of the 62 characters would get a fifth more if all bytes counted.
  const firstEight = tokens.join("").match(/[0-7]/g)?.length ?? 0;
  const share = firstEight / tokens.join("").length;
  // Ten standard deviations on each side.
  expect(Math.abs(share - 8 / 62)).toBeLessThan(0.0137);
});

test("a token is looked up by its SHA-256", () => {
  expect(hashToken("svc_token")).toBe(createHash("sha256").update("svc_token").digest("hex"));
});

test("names are lower-cased by ASCII only", () => {
  expect(toLowerAscii("Ann-\u212A.Lee")).toBe("ann-\u212A.lee");
});

test.each([
  ["a", null, null],
  ["a".repeat(63), null, null],
  ["a".repeat(64), null, "invalid"],
  ["a".repeat(65), "invalid", "invalid"],
  ["a.b", null, "invalid"],
  ["a..b", "invalid", "invalid"],
  ["a_b", null, "invalid"],
  ["a-b", null, null],
  ["-a", "invalid", "invalid"],
  ["a-", "invalid", "invalid"],
  ["xn--a", null, "invalid"],
  ["a-xn--a", null, null],
  ["A", "invalid", "invalid"],
  ["", "invalid", "invalid"],
  ["root", "reserved", "reserved"],
])("the name %j: as a mailbox %s, as a subdomain %s", (name, mailbox, subdomain) => {
  const reserved = new Set(["root"]);
  expect([checkMailboxName(name, reserved), checkSubdomainName(name, reserved)]).toEqual([mailbox, subdomain]);
});
