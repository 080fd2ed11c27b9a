import { expect, test } from "vitest";
import { limitLookups } from "../../src/authentication/bounded-resolver.ts";

test("a mail gets forty lookups, and further ones ask no name server", async () => {
  let asked = 0;
  const resolve = limitLookups(async () => [`192.0.2.${++asked}`]);
  for (let number = 1; number <= 40; number++)
    expect(await resolve("shop.example", "A")).toEqual([`192.0.2.${number}`]);
  await expect(resolve("shop.example", "A")).rejects.toThrow("Too many DNS lookups for one mail");
  expect(asked).toBe(40);
});

const fourKilobytes = "ip4:192.0.2.1   ".repeat(256);

test.each<[what: string, strings: string[], isKept: boolean]>([
  ["of several strings", ["v=spf1 ip4:192.0.2.1", " -all"], true],
  ["of four kilobytes", [fourKilobytes], true],
  ["of four kilobytes in two strings", [fourKilobytes.slice(0, 255), fourKilobytes.slice(255)], true],
  ["of more than four kilobytes", [fourKilobytes, "x"], false],
  ["with a word of a kilobyte", [`v=spf1 ${"x".repeat(1024)} -all`], true],
  ["with a longer word", [`v=spf1 ${"x".repeat(1025)} -all`], false],
  ["with a longer word in two strings, which no blank separates", ["x".repeat(1000), "x".repeat(25)], false],
  ["with nineteen macros", [`v=spf1 ${"%{s}".repeat(19)}`], true],
  ["with twenty macros", [`v=spf1 ${"%{s}".repeat(20)}`], false],
])("a TXT record %s is read or left out", async (_what, strings, isKept) => {
  const other = ["v=DMARC1; p=none"];
  const resolve = limitLookups(async () => [strings, other]);
  expect(await resolve("shop.example", "TXT")).toEqual(isKept ? [strings, other] : [other]);
});
