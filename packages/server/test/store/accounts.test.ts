import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createLateKv } from "../storage/late-commits.ts";

test("the first account is the oldest that is not being deleted", async () => {
  const parts = { kv: createLateKv(), locks: createLocalLocks(), clock: { now: () => 0 } };
  const accounts = createAccountStore(parts);
  expect(await accounts.findFirst()).toBeNull();
  const [one, two] = [await accounts.create("one"), await accounts.create("two")];
  expect((await accounts.findFirst())?.id).toBe(one.id);
  await accounts.beginRemoval(one);
  expect((await accounts.findFirst())?.id).toBe(two.id);
  await accounts.beginRemoval(two);
  expect(await accounts.findFirst()).toBeNull();
  expect(await accounts.list()).toHaveLength(2);
});

test("several deletions are remembered until each has finished, once each however often it began", async () => {
  const parts = { kv: createLateKv(), locks: createLocalLocks(), clock: { now: () => 0 } };
  const accounts = createAccountStore(parts);
  const [one, two] = [await accounts.create("one"), await accounts.create("two")];
  for (const account of [one, two, one]) await accounts.beginRemoval(account);
  const names = async () => (await accounts.listRemovals()).map(({ name }) => name);
  expect(await names()).toEqual(["one", "two"]);
  await accounts.finishRemoval(one);
  expect(await names()).toEqual(["two"]);
  await accounts.finishRemoval(two);
  expect([await names(), await accounts.findByName("two")]).toEqual([[], null]);
});
