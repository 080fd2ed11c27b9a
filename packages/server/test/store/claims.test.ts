import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Kv } from "../../src/storage/types.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createAgentKeyStore } from "../../src/store/agent-keys.ts";
import { claimDeletionWrites, createClaimStore } from "../../src/store/claims.ts";
import { createLateKv } from "../storage/late-commits.ts";

const minute = 60_000;

async function open() {
  const stored = new Set<string>();
  const memory = createLateKv();
  const kv: Kv = {
    ...memory,
    async commit(writes) {
      await memory.commit(writes);
      for (const [key, value] of writes) value === null ? stored.delete(key) : stored.add(key);
    },
  };
  const bed = { now: Date.UTC(2026, 0, 1) };
  const parts = { kv, locks: createLocalLocks(), clock: { now: () => bed.now } };
  const account = (await createAccountStore(parts).create("one")).id;
  const claims = createClaimStore(parts);
  const issue = async (subject = "phone") => (await claims.issue("pair", { account, subject })).code;
  const redeem = (code: string, purpose: "pair" | "sign-in" = "pair") =>
    claims.redeem(purpose, code, async ({ subject }) => subject).catch((error: { code: string }) => error.code);
  const left = () => [...stored].filter((key) => key.startsWith("claim"));
  return { bed, kv, parts, account, claims, issue, redeem, left };
}

test.each([
  [10 * minute - 1, "phone"],
  [10 * minute, "unauthenticated"],
])("a code that is %d ms old returns %s", async (age, outcome) => {
  const { bed, issue, redeem, left } = await open();
  const code = await issue();
  bed.now += age;
  expect(await redeem(code)).toBe(outcome);
  expect(left()).toEqual([]);
});

test("a code has an expiry", async () => {
  const { account, claims } = await open();
  expect((await claims.issue("sign-in", { account })).expires_at).toBe("2026-01-01T00:10:00.000Z");
});

test("a code is valid once, also for two concurrent requests, and only for its purpose", async () => {
  const { issue, redeem } = await open();
  const [first, second] = [await issue(), await issue()];
  expect((await Promise.all([redeem(first), redeem(first)])).sort()).toEqual(["phone", "unauthenticated"]);
  expect(await redeem(second, "sign-in")).toBe("unauthenticated");
  expect(await redeem(second)).toBe("phone");
  expect(await redeem("nothing")).toBe("unauthenticated");
});

test("a code whose exchange fails is used up", async () => {
  const { claims, issue, redeem } = await open();
  const code = await issue();
  await expect(claims.redeem("pair", code, () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await redeem(code)).toBe("unauthenticated");
});

test("ten codes per subject are valid, the eleventh revokes the oldest, and other subjects keep theirs", async () => {
  const { issue, redeem, left } = await open();
  const other = await issue("other");
  const codes: string[] = [];
  for (let at = 0; at < 11; at++) codes.push(await issue());
  // Eleven codes and the lists of two subjects.
  expect(left()).toHaveLength(13);
  const outcomes = await Promise.all([other, ...codes].map((code) => redeem(code)));
  expect(outcomes).toEqual(["other", "unauthenticated", ...Array.from({ length: 10 }, () => "phone")]);
  expect(left()).toEqual([]);
});

test("expired codes do not count towards the ten, and are deleted from the storage", async () => {
  const { bed, issue, redeem, left } = await open();
  for (let at = 0; at < 5; at++) await issue();
  bed.now += 10 * minute;
  const codes: string[] = [];
  for (let at = 0; at < 10; at++) codes.push(await issue());
  expect(left()).toHaveLength(11);
  expect(await Promise.all(codes.map((code) => redeem(code)))).toEqual(codes.map(() => "phone"));
});

test("a new code deletes the expired ones of its subject", async () => {
  const { bed, issue, left } = await open();
  for (let at = 0; at < 5; at++) await issue();
  bed.now += 10 * minute;
  await issue();
  // The code, and the list of the subject's codes.
  expect(left()).toHaveLength(2);
});

test("revocation ends all codes that concurrent requests created", async () => {
  const { account, claims, redeem } = await open();
  const issued = await Promise.all([1, 2, 3].map(() => claims.issue("sign-in", { account })));
  await claims.revoke(account);
  for (const { code } of issued) expect(await redeem(code, "sign-in")).toBe("unauthenticated");
});

test("deleting a subject deletes its codes, and writes nothing if it has none", async () => {
  const { kv, issue, redeem, left } = await open();
  const code = await issue();
  expect(await claimDeletionWrites(kv, "nobody")).toEqual([]);
  await kv.commit(await claimDeletionWrites(kv, "phone"));
  expect([await redeem(code), left()]).toEqual(["unauthenticated", []]);
});

test("a redeemed code leaves the others of its subject in the list that a deletion reads", async () => {
  const { kv, issue, redeem, left } = await open();
  const [first, second] = [await issue(), await issue()];
  expect(await redeem(first)).toBe("phone");
  await kv.commit(await claimDeletionWrites(kv, "phone"));
  expect([await redeem(second), left()]).toEqual(["unauthenticated", []]);
});

test("revocation ends an account's codes, also if repeated, and keeps those of its phones", async () => {
  const { account, claims, issue, redeem } = await open();
  const phone = await issue();
  const { code } = await claims.issue("sign-in", { account });
  await claims.revoke(account);
  await claims.revoke(account);
  expect([await redeem(code, "sign-in"), await redeem(phone)]).toEqual(["unauthenticated", "phone"]);
});

test("an unauthorised request creates no code", async () => {
  const { account, claims, left } = await open();
  const refuse = () => Promise.reject(new Error("gone"));
  await expect(claims.issue("pair", { account, subject: "phone" }, refuse)).rejects.toThrow("gone");
  await expect(claims.issue("pair", { account: "nobody", subject: "x" })).rejects.toMatchObject({
    code: "unauthenticated",
  });
  expect(left()).toEqual([]);
});

test("the use of a key is recorded once a minute, also if the clock went back, and not for a revoked key", async () => {
  const { bed, parts, account } = await open();
  const keys = createAgentKeyStore(parts);
  const { key } = await keys.create(account, { name: "k" });
  const start = bed.now;
  const used = async (time: number) => {
    bed.now = time;
    await keys.touch(key);
    return Date.parse((await keys.lastUsed(key.id)) ?? "") - start;
  };
  expect(await used(start)).toBe(0);
  expect(await used(start + minute - 1)).toBe(0);
  expect(await used(start + minute)).toBe(minute);
  expect(await used(start + 1)).toBe(minute);
  expect(await used(start)).toBe(0);
  await keys.remove(key.id, account);
  bed.now += 10 * minute;
  await keys.touch(key);
  expect(await keys.lastUsed(key.id)).toBeNull();
});
