import { describe, expect, it } from "vitest";
import { normalizeMessage } from "../src/text/normalize.ts";

/** The text in which codes are searched, with `_` for each character of an address. */
const masked = (text: string) => normalizeMessage(text, {}).textWithoutLinks.replaceAll("\x7f", "_");

describe("the punctuation after an address belongs to its sentence", () => {
  it.each([".", ",", ";", ":", "!", "?", "*", "_", "]", ")", "}", ").", "?!"])("%s", (punctuation) => {
    expect(masked(`Mail ben@mill.io${punctuation}`)).toBe(`Mail ___________${punctuation}`);
    expect(masked(`Open git://mill.io/a${punctuation}`).endsWith(punctuation)).toBe(true);
  });

  it("also in the middle of a line, where the next sentence begins", () => {
    expect(masked("Ask ben@mill.io. Code 4821, or mill.io/a; then")).toBe(
      "Ask ___________. Code 4821, or _________; then",
    );
  });

  it("up to its last eight marks", () => {
    expect(masked(`mill.io/a${"!".repeat(9)}`)).toBe(`__________${"!".repeat(8)}`);
  });
});

describe("an address has no code", () => {
  it.each([
    "abcdefghi://x/4821",
    "ab://x/4821",
    "a.b.c.d.e.example",
    "mill.co/4821",
    "mill.abcdefghijkl/4821",
    "mill.com:80",
    "mill.com:12345",
    "localhost:4821",
    "mill.zz:4821",
    "mill.abcdefghijklmnopqrstuvwx:4821",
    "1.2.3.4:4821",
    "[::1]:4821",
    "[2001:db8:1:2:3:4:5:6]:4821",
    "[abcd::1]:48",
    "[::]:48213",
    "fe80::1",
    "2001:db8::8a2e:370:7334",
    "1.2.3.4:48",
    "192.168.100.200:4821",
    "1:2:3:4:5:6:7:8",
    "a@b",
    "a@b.c.d.e.f.g.h",
    `${"a".repeat(64)}@${"b".repeat(64)}.${"c".repeat(64)}`,
    "mill.io/",
    `${"a".repeat(40)}.io/${"b".repeat(2_000)}`,
    "a.internal:4821",
    "a.b.c.d.e.internal:4821",
    `${"a".repeat(31)}.internal:4821`,
  ])("%s", (address) => {
    expect(masked(`see ${address} now`)).toBe(`see ${"_".repeat(address.length)} now`);
  });

  it.each([
    "abcdefghij://x/4821",
    "a://x/4821",
    "mill.c/4821",
    "mill.abcdefghijklm/4821",
    "mill.com-4821",
    "xlocalhost:4821",
    "mill.abcdefghijklmnopqrstuvwxy:4821",
    "login.code:4821",
    "mill.otp:4821",
    "mill.pin:4821",
    "1234.2.3.4:4821",
    "a.b.c.d.e.f.internal:4821",
    `${"a".repeat(32)}.internal:4821`,
    "1:2:3:4:5:6:7",
    "12:34:56",
    "code::4821",
  ])("but this is none: %s", (text) => {
    expect(masked(`see ${text} now`)).toBe(`see ${text} now`);
  });

  it("nor is a port one of a single digit or of six", () => {
    expect(masked("mill.com:8 mill.com:482913 1.2.3.4:482913")).toBe("________:8 ________:482913 _______:482913");
  });
});

describe("the hash that tells Android the app", () => {
  it.each(["abCDEfGHijk", "4821390715a", "abCDE+/Hijk"])("is eleven characters at the end: %s", (hash) => {
    expect(masked(`Code 4821\n${hash}`)).toBe(`Code 4821\n${"_".repeat(11)}`);
    expect(masked(`Code 4821 ${hash}\n\n`)).toBe(`Code 4821 ${"_".repeat(11)}\n\n`);
  });

  it.each([
    ["ten characters", "Code 4821\nabCDEfGHij"],
    ["twelve characters", "Code 4821\nabCDEfGHijkl"],
    ["capitals alone", "Code 4821\nABCDEFGHIJK"],
    ["digits alone", "Code 4821\n48213907156"],
    ["what text follows", "Code 4821\nabCDEfGHijk\nThanks"],
    ["a whole message", "abCDEfGHijk"],
  ])("is not %s", (_what, text) => {
    expect(masked(text)).toBe(text);
  });
});
