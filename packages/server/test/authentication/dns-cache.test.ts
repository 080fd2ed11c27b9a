import { expect, test } from "vitest";
import { cacheDns } from "../../src/authentication/dns-cache.ts";
import { resolverOf, silence } from "./mails.ts";

const zone = { "shop.example TXT": "v=spf1 -all", "silent.example TXT": silence };

/** A cache whose clock is `time.now`. */
function open() {
  const { resolveDns, lookups } = resolverOf(zone);
  const time = { now: 1_000_000 };
  return { ...cacheDns(resolveDns, () => time.now), lookups, time };
}

test("records are looked up once a minute, whatever the case of the name", async () => {
  const { resolve, lookups, time } = open();
  const records = await resolve("shop.example", "TXT");
  expect(records).toEqual([["v=spf1 -all"]]);
  time.now += 59_999;
  expect(await resolve("Shop.Example", "TXT")).toBe(records);
  expect(lookups).toHaveLength(1);
  time.now += 1;
  expect(await resolve("shop.example", "TXT")).toEqual(records);
  expect(lookups).toHaveLength(2);
});

test("that there is no record is remembered too", async () => {
  const { resolve, lookups } = open();
  for (let time = 0; time < 2; time++)
    await expect(resolve("none.example", "TXT")).rejects.toMatchObject({ code: "ENOTFOUND" });
  expect(lookups).toHaveLength(1);
});

test("types of one name are kept apart", async () => {
  const { resolve } = open();
  await resolve("shop.example", "TXT");
  await expect(resolve("shop.example", "A")).rejects.toMatchObject({ code: "ENOTFOUND" });
});

test("a failed lookup is tried again", async () => {
  const { resolve, lookups } = open();
  for (let time = 0; time < 2; time++) await expect(resolve("silent.example", "TXT")).rejects.toBe(silence);
  expect(lookups).toHaveLength(2);
});

test("lookups of one name at once are one lookup", async () => {
  const { resolve, lookups } = open();
  await Promise.all([resolve("shop.example", "TXT"), resolve("shop.example", "TXT")]);
  expect(lookups).toHaveLength(1);
});

test("long responses are not remembered, and many do not fill the memory", async () => {
  let lookups = 0;
  const text = "x".repeat(4_000);
  const { resolve } = cacheDns(async (name) => {
    lookups++;
    return name === "long.example" ? Array.from({ length: 10 }, () => [text]) : [[text]];
  }, Date.now);
  for (let time = 0; time < 2; time++) await resolve("long.example", "TXT");
  expect(lookups).toBe(2);
  for (let index = 0; index < 2_000; index++) await resolve(`n${index}.example`, "TXT");
  await resolve("n1999.example", "TXT");
  expect(lookups).toBe(2_002);
  await resolve("n0.example", "TXT");
  expect(lookups).toBe(2_003);
});

test("those who get an error may write on it", async () => {
  const { resolve } = open();
  const errors: object[] = [];
  for (let time = 0; time < 2; time++) await resolve("none.example", "TXT").catch((error) => errors.push(error));
  expect(errors[0]).not.toBe(errors[1]);
});

test("a resolver that throws at once is asked again", async () => {
  let lookups = 0;
  const { resolve } = cacheDns(() => {
    lookups++;
    throw new Error("not a name");
  }, Date.now);
  for (let time = 0; time < 2; time++) await expect(resolve("", "TXT")).rejects.toThrow("not a name");
  expect(lookups).toBe(2);
});

test("no response outlives its minute because the clock was set back", async () => {
  const { resolve, lookups, time } = open();
  await resolve("shop.example", "TXT");
  time.now -= 1;
  await resolve("shop.example", "TXT");
  expect(lookups).toHaveLength(2);
});
