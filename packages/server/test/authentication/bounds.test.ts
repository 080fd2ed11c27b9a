import { expect, onTestFinished, test } from "vitest";
import { createDerivedResults } from "../../src/authentication/derived-results.ts";
import { cacheDns } from "../../src/authentication/dns-cache.ts";
import { readFromDomain } from "../../src/authentication/from-domain.ts";
import { createMailAuthentication } from "../../src/authentication/mail-authentication.ts";
import { rememberVerdicts } from "../../src/authentication/sender-verdicts.ts";
import { collect, resolverOf } from "./mails.ts";

const now = () => 1_000_000;

test.each([
  [2_048, "shop.example"],
  [2_049, null],
])("a From of %i characters has the domain %s", (length, domain) => {
  const value = " <ann@shop.example>".padStart(length, "x");
  expect(readFromDomain([{ name: "from", value, text: `From:${value}` }])).toBe(domain);
});

test.each([1_000, 1_000_000])("a header has 64 KiB at most, however it arrives (chunks of %i bytes)", (chunkLength) => {
  const toHeader = (length: number) => `${"X: ".padEnd(length - 4, "x")}\r\n\r\n`;
  const [longest, tooLong] = [toHeader(64 * 1024), toHeader(64 * 1024 + 1)];
  expect(collect(`${longest}body`, { chunkLength })?.header).toBe(longest);
  expect(collect(`${tooLong}body`, { chunkLength })).toBeNull();
});

test.each([
  [600, 1],
  [601, 2],
])("a result whose key has %i characters is derived %i times for two mails", async (length, times) => {
  const deriveOnce = createDerivedResults({ expiryOf: () => now() + 1 }, now);
  let derivations = 0;
  for (let mail = 0; mail < 2; mail++)
    await deriveOnce(
      "k".repeat(length),
      async () => [],
      async () => ++derivations,
    );
  expect(derivations).toBe(times);
});

test("the last 2,000 results are remembered", async () => {
  const deriveOnce = createDerivedResults({ expiryOf: () => now() + 1 }, now);
  const derived: string[] = [];
  const derive = (key: string) =>
    deriveOnce(
      key,
      async () => [],
      async () => void derived.push(key),
    );
  for (let number = 0; number <= 2_000; number++) await derive(`${number}`);
  derived.length = 0;
  for (const number of [1, 2_000, 0]) await derive(`${number}`);
  expect(derived).toEqual(["0"]);
});

test.each<[string, unknown, number]>([
  ["a text of 7,885 characters", [["x".repeat(7_885)]], 1],
  ["a text of one more", [["x".repeat(7_886)]], 2],
  ["79 mail servers", Array(79).fill({ exchange: "", priority: 10 }), 1],
  ["80 mail servers", Array(80).fill({ exchange: "", priority: 10 }), 2],
])("a response with %s is looked up once or for each mail", async (_what, records, times) => {
  let lookups = 0;
  const { resolve } = cacheDns(async () => {
    lookups++;
    return records;
  }, now);
  for (let mail = 0; mail < 2; mail++) await resolve("ab.example", "TXT");
  expect(lookups).toBe(times);
});

test("the last 5,000 responses are remembered", async () => {
  const asked: string[] = [];
  const { resolve } = cacheDns(async (name) => void asked.push(name), now);
  for (let number = 0; number <= 5_000; number++) await resolve(`${number}`, "A");
  asked.length = 0;
  for (const number of [1, 5_000, 0]) await resolve(`${number}`, "A");
  expect(asked).toEqual(["0"]);
});

test("8 MiB of responses are remembered, the last ones", async () => {
  const asked: string[] = [];
  // Takes 8 KiB with its key and its arrays.
  const records = [["x".repeat(3_788)]];
  const { resolve } = cacheDns(async (name) => {
    asked.push(name);
    return records;
  }, now);
  const toName = (number: number) => `${String(number).padStart(4, "0")}.example`;
  for (let number = 0; number <= 1_024; number++) await resolve(toName(number), "TXT");
  asked.length = 0;
  for (const number of [1, 1_024, 0]) await resolve(toName(number), "TXT");
  expect(asked).toEqual(["0000.example"]);
});

test.each([
  [577, "fail"],
  [578, undefined],
])("the verdict on a mail from a domain of %i characters is known for the next: %s", async (length, recalled) => {
  const { resolveDns } = resolverOf({ "shop.example TXT": "v=spf1 ip4:192.0.2.1 -all" });
  const verdicts = rememberVerdicts(createMailAuthentication({ receiver: "desk.example", resolveDns, now }), now);
  onTestFinished(() => verdicts.close());
  const shownSender = `ann@${"long.".repeat(200).slice(8 - length)}.example`;
  const mail = {
    evidence: { helo: "", header: `From: ${shownSender}\r\n\r\n`, bodyHashes: {} },
    clientIp: "192.0.2.1",
    envelopeSender: "ann@shop.example",
    shownSender,
  };
  expect([await verdicts.check(mail), verdicts.recall(mail)]).toEqual(["fail", recalled]);
});

test("2,000 mails that were judged leave room for later ones", async () => {
  const { check, close } = createMailAuthentication({ receiver: "desk.example", resolveDns: async () => [], now });
  onTestFinished(close);
  // Fails without any lookup, because From has no address.
  const evidence = { helo: "", header: "Subject: a\r\n\r\n", bodyHashes: {} };
  const judge = (network: number) =>
    check({ evidence, clientIp: `192.0.${network}.1`, envelopeSender: "", shownSender: "" });
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 400 }, (_, network) => judge(network % 100)));
  expect(await judge(1)).toEqual({ verdict: "fail", until: 0 });
});

test.each([
  [8 * 1024, "pass"],
  [8 * 1024 + 1, undefined],
])("the verdict on a mail with a header of %i characters is known for the next: %s", async (length, recalled) => {
  const { resolveDns } = resolverOf({ "shop.example TXT": "v=spf1 ip4:192.0.2.1 -all" });
  const verdicts = rememberVerdicts(createMailAuthentication({ receiver: "desk.example", resolveDns, now }), now);
  onTestFinished(() => verdicts.close());
  const header = `From: <ann@shop.example>\r\nX: `.padEnd(length - 4, "x").concat("\r\n\r\n");
  const mail = {
    evidence: { helo: "", header, bodyHashes: {} },
    clientIp: "192.0.2.1",
    envelopeSender: "ann@shop.example",
    shownSender: "ann@shop.example",
  };
  expect([await verdicts.check(mail), verdicts.recall(mail)]).toEqual(["pass", recalled]);
});
