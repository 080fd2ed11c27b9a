import { Resolver } from "node:dns/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ResolveDns } from "../../src/authentication/bounded-resolver.ts";
import { type Judgment, type MailToJudge, UNCHECKED } from "../../src/authentication/judgment.ts";
import { createMailAuthentication } from "../../src/authentication/mail-authentication.ts";
import { collect, compose, keyRecord, resolverOf } from "./mails.ts";

const zone = resolverOf({ "s1._domainkey.shop.example TXT": keyRecord });
/** Finds the same key for every selector. */
const resolveDns: ResolveDns = (name, type) => zone.resolveDns(name.replace(/^.*(?=\._domainkey)/, "s1"), type);
const mail = await compose();
const evidence = collect(mail);
if (evidence === null) throw new Error("The mail is too long");

const from = (clientIp: string): MailToJudge => ({
  evidence,
  clientIp,
  envelopeSender: "bounce@shop.example",
  shownSender: "Shop <no-reply@shop.example>",
});
/** Like `from`, with a signature whose key no other mail needs. */
async function withOwnKey(clientIp: string, selector: string): Promise<MailToJudge> {
  const signed = collect(await compose({ selector }));
  if (signed === null) throw new Error("The mail is too long");
  return { ...from(clientIp), evidence: signed };
}
const open = (resolve: ResolveDns) =>
  createMailAuthentication({ receiver: "desk.example", resolveDns: resolve, now: Date.now });
/** Name servers that respond only when the test says so. */
function heldDns() {
  const waiting: (() => void)[] = [];
  const resolve: ResolveDns = async (name, type) => {
    await new Promise<void>((release) => waiting.push(release));
    return resolveDns(name, type);
  };
  return { resolve, waiting };
}

afterEach(() => vi.useRealTimers());

test("a mail is judged by the name servers that were given", async () => {
  expect(await open(resolveDns).check(from("192.0.2.1"))).toMatchObject({ verdict: "pass" });
});

test("name servers that do not respond cost five seconds at most, and the verdict, also of a mail that waits its turn", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { check } = open(() => new Promise(() => {}));
  const ended: Judgment[] = [];
  for (let mails = 0; mails < 17; mails++) void check(from("192.0.2.1")).then((judgment) => ended.push(judgment));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(Array(17).fill(UNCHECKED));
});

test("a check that ends by time-out asks no further name server", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { resolve, waiting } = heldDns();
  const verdict = open(resolve).check({ ...from("192.0.2.1"), evidence: { ...evidence, bodyHashes: {} } });
  await vi.waitFor(() => expect(waiting.length).toBe(2));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await verdict).toBe(UNCHECKED);
  for (const release of waiting.splice(0)) release();
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(waiting).toEqual([]);
});

test("a fault while a mail is judged costs its verdict at once, and nothing else", async () => {
  const authentication = open(resolveDns);
  const faulty = { ...evidence, header: { length: 1 } as unknown as string };
  const judgments: Judgment[] = [];
  void authentication.check({ ...from("192.0.2.1"), evidence: faulty }).then((judgment) => judgments.push(judgment));
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(judgments).toEqual([UNCHECKED]);
  expect(await authentication.check(from("192.0.2.1"))).toMatchObject({ verdict: "pass" });
});

test("one network with slow name servers does not delay the mails of others", async () => {
  const { resolve, waiting } = heldDns();
  let isSlow = true;
  const authentication = open((name, type) => (isSlow ? resolve(name, type) : resolveDns(name, type)));
  const mails = await Promise.all(Array.from({ length: 50 }, (_, index) => withOwnKey("192.0.2.1", `slow${index}`)));
  const slow = mails.map((each) => authentication.check(each));
  await expect.poll(() => waiting.length).toBe(16);
  isSlow = false;
  expect(await authentication.check(from("198.51.100.1"))).toMatchObject({ verdict: "pass" });
  for (const release of waiting.splice(0)) release();
  expect(new Set((await Promise.all(slow)).map(({ verdict }) => verdict))).toEqual(new Set(["pass"]));
});

test("sixty-four checks of all networks together run at once", { timeout: 20_000 }, async () => {
  const { resolve, waiting } = heldDns();
  const authentication = open(resolve);
  const mails = await Promise.all(
    Array.from({ length: 80 }, (_, index) => withOwnKey(`192.0.${index % 5}.1`, `slow${index}`)),
  );
  const verdicts = mails.map((each) => authentication.check(each));
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(waiting.length).toBe(64);
  authentication.close();
  expect(new Set(await Promise.all(verdicts))).toEqual(new Set([UNCHECKED]));
});

test("2,000 checks of all networks together are kept, and a mail beyond gets none", async () => {
  const authentication = open(() => new Promise(() => {}));
  const ended: number[] = [];
  const verdicts = Array.from({ length: 2_001 }, async (_, index) => {
    await authentication.check(from(`192.0.${index % 5}.1`));
    ended.push(index);
  });
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(ended).toEqual([2_000]);
  authentication.close();
  await Promise.all(verdicts);
});

test("checks that timed out make room for later ones of their network", { timeout: 20_000 }, async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { resolve, waiting } = heldDns();
  let isSlow = true;
  const authentication = open((name, type) => (isSlow ? resolve(name, type) : resolveDns(name, type)));
  const mails = await Promise.all(Array.from({ length: 16 }, (_, index) => withOwnKey("192.0.2.1", `slow${index}`)));
  const slow = mails.map((each) => authentication.check(each));
  await vi.waitFor(() => expect(waiting.length).toBe(16));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(new Set(await Promise.all(slow))).toEqual(new Set([UNCHECKED]));
  isSlow = false;
  // The name servers still owe the responses to the first checks.
  expect(await authentication.check(await withOwnKey("192.0.2.1", "later"))).toMatchObject({ verdict: "pass" });
});

test.each([
  ["an IPv4 address", () => "192.0.2.1"],
  ["an IPv6 network", (index: number) => `2001:db8:0:1::${index.toString(16)}`],
])("mails of %s beyond the queue get none at once, and later ones are checked again", async (_whose, toIp) => {
  const { resolve, waiting } = heldDns();
  const authentication = open(resolve);
  const queued = Array.from({ length: 500 }, (_, index) => authentication.check(from(toIp(index))));
  expect(await authentication.check(from(toIp(500)))).toBe(UNCHECKED);
  const release = setInterval(() => {
    for (const each of waiting.splice(0)) each();
  }, 1);
  expect(new Set((await Promise.all(queued)).map(({ verdict }) => verdict))).toEqual(new Set(["pass"]));
  expect(await authentication.check(from(toIp(500)))).toMatchObject({ verdict: "pass" });
  clearInterval(release);
});

test("headers of 32 MiB are checked at once, however many were before; a mail beyond gets none", async () => {
  const { resolve, waiting } = heldDns();
  const authentication = open(resolve);
  const eightMebibytes = evidence.header + "x".repeat(8 * 1024 * 1024 - evidence.header.length);
  const long: MailToJudge = { ...from("192.0.2.1"), evidence: { ...evidence, header: eightMebibytes } };
  for (let round = 0; round < 2; round++) {
    const four = Promise.all(Array.from({ length: 4 }, () => authentication.check(long)));
    expect(await authentication.check(from("192.0.2.2"))).toBe(UNCHECKED);
    const release = setInterval(() => {
      for (const each of waiting.splice(0)) each();
    }, 1);
    expect((await four).map(({ verdict }) => verdict)).toEqual(["pass", "pass", "pass", "pass"]);
    clearInterval(release);
  }
  expect(await authentication.check(from("192.0.2.2"))).toMatchObject({ verdict: "pass" });
});

describe("closing", () => {
  test("ends the checks that run", async () => {
    const authentication = open(() => new Promise(() => {}));
    const verdict = authentication.check(from("192.0.2.1"));
    authentication.close();
    expect(await verdict).toBe(UNCHECKED);
  });

  test("cancels the queries to the system's name servers", () => {
    const cancel = vi.spyOn(Resolver.prototype, "cancel");
    createMailAuthentication({ receiver: "desk.example", now: Date.now }).close();
    expect(cancel).toHaveBeenCalledOnce();
    cancel.mockRestore();
  });

  test("leaves later mails unchecked, although name servers would respond", async () => {
    const authentication = open(resolveDns);
    authentication.close();
    expect(await authentication.check(from("192.0.2.1"))).toBe(UNCHECKED);
  });

  test("keeps the checks that wait their turn from starting, so that they ask no name server", async () => {
    const { resolve, waiting } = heldDns();
    let queries = 0;
    const authentication = open((name, type) => {
      queries++;
      return resolve(name, type);
    });
    const mails = await Promise.all(Array.from({ length: 17 }, (_, index) => withOwnKey("192.0.2.1", `s${index}`)));
    const verdicts = mails.map((each) => authentication.check(each));
    await expect.poll(() => waiting.length).toBe(16);
    const queriesBefore = queries;
    authentication.close();
    expect(new Set(await Promise.all(verdicts))).toEqual(new Set([UNCHECKED]));
    for (const release of waiting.splice(0)) release();
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(queries).toBe(queriesBefore);
  });
});
