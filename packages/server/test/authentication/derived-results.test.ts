import { expect, test } from "vitest";
import type { ResolveDns } from "../../src/authentication/bounded-resolver.ts";
import { createDerivedResults } from "../../src/authentication/derived-results.ts";
import { cacheDns } from "../../src/authentication/dns-cache.ts";
import { checkSpf } from "../../src/authentication/spf.ts";
import { resolverOf, silence, type Zone } from "./mails.ts";

const zone: Zone = {
  "shop.example TXT": "v=spf1 ip4:192.0.2.1 -all",
  "macro.example TXT": "v=spf1 exists:%{l}.macro.example -all",
  "anna.macro.example A": "192.0.2.9",
  "silent.example TXT": silence,
};

/** Derives results from a zone, on a clock that is `time.now`. */
function open() {
  const { resolveDns, lookups } = resolverOf(zone);
  const time = { now: 1_000_000 };
  const dns = cacheDns(resolveDns, () => time.now);
  const deriveOnce = createDerivedResults(dns, () => time.now);
  let derivations = 0;
  const derive = async (key: string, names: string[]) => {
    const { value } = await deriveOnce(key, dns.resolve, async (resolve: ResolveDns) => {
      derivations++;
      for (const name of names) await resolve(name, "TXT").catch(() => {});
      return derivations;
    });
    return value;
  };
  return { derive, deriveOnce, dns, time, lookups };
}

test("a result is derived once a minute", async () => {
  const { derive, time } = open();
  expect(await derive("a", ["shop.example"])).toBe(1);
  time.now += 59_999;
  expect(await derive("a", ["shop.example"])).toBe(1);
  expect(await derive("b", ["shop.example"])).toBe(2);
  time.now += 1;
  expect(await derive("a", ["shop.example"])).toBe(3);
});

test("a result ends with the oldest response behind it, also with one that there is no record", async () => {
  const { derive, time } = open();
  await derive("first", ["none.example"]);
  time.now += 59_990;
  expect(await derive("second", ["shop.example", "none.example"])).toBe(2);
  time.now += 10;
  expect(await derive("second", ["shop.example", "none.example"])).toBe(3);
});

test("a result is not remembered after a failed lookup, for a long key, or with the clock set back", async () => {
  const { derive, time } = open();
  for (const expected of [1, 2]) expect(await derive("a", ["shop.example", "silent.example"])).toBe(expected);
  const long = "x".repeat(1_000);
  for (const expected of [3, 4]) expect(await derive(long, ["shop.example"])).toBe(expected);
  expect(await derive("b", ["shop.example"])).toBe(5);
  time.now -= 1;
  expect(await derive("b", ["shop.example"])).toBe(6);
});

test("a result is not remembered if a record has a macro, which the parts of its text may split", async () => {
  for (const parts of [["v=spf1 exists:%{l}.macro.example"], ["v=spf1 exists:%", "{l}.macro.example"]]) {
    const deriveOnce = createDerivedResults({ expiryOf: () => 2 }, () => 1);
    const resolveDns: ResolveDns = async () => [["other"], parts];
    const derive = async (resolve: ResolveDns) => resolve("macro.example", "TXT");
    expect((await deriveOnce("a", resolveDns, derive)).until).toBe(0);
  }
});

test("SPF of a domain is evaluated once for a client, and for each mail if the record asks for its sender", async () => {
  const { deriveOnce, dns } = open();
  let lookups = 0;
  const resolveDns: ResolveDns = (name, type) => {
    lookups++;
    return dns.resolve(name, type);
  };
  const check = async (sender: string, clientIp: string) =>
    (await checkSpf({ clientIp, helo: "mx.example", sender }, { resolveDns, deriveOnce, receiver: "desk" })).result;
  expect(await check("a@shop.example", "192.0.2.1")).toBe("pass");
  expect(await check("b@shop.example", "192.0.2.1")).toBe("pass");
  expect(lookups).toBe(1);
  expect(await check("a@shop.example", "192.0.2.2")).toBe("fail");
  expect(await check("anna@macro.example", "192.0.2.1")).toBe("pass");
  expect(await check("bert@macro.example", "192.0.2.1")).toBe("fail");
});
