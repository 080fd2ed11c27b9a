import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Write } from "../../src/storage/types.ts";
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

test("the first account is looked for among the ten oldest, because each request without a key looks", async () => {
  const parts = { kv: createLateKv(), locks: createLocalLocks(), clock: { now: () => 0 } };
  const accounts = createAccountStore(parts);
  const all = [];
  for (let at = 0; at < 11; at++) all.push(await accounts.create(`a${at}`));
  for (const account of all.slice(0, 9)) await accounts.beginRemoval(account);
  expect((await accounts.findFirst())?.name).toBe("a9");
  await accounts.beginRemoval(all[9]!);
  expect(await accounts.findFirst()).toBeNull();
});

test("an account that is being deleted is found by its name, which is free once it is gone", async () => {
  const parts = { kv: createLateKv(), locks: createLocalLocks(), clock: { now: () => 0 } };
  const accounts = createAccountStore(parts);
  const account = await accounts.create("shop", { tier: "vip", extra_mailboxes: 3 });
  const created_at = "1970-01-01T00:00:00.000Z";
  const settings = { tier: "vip", extra_mailboxes: 3, extra_sms_tokens: 0 };
  const stored = { id: account.id, name: "shop", ...settings, created_at, bucket: 1 };
  expect([account, await accounts.findByName("shop")]).toEqual([stored, stored]);
  await accounts.beginRemoval(account);
  expect(await accounts.findByName("shop")).toEqual({ ...stored, closing: true });
  const error = "An account named shop exists already. Choose another name.";
  await expect(accounts.create("shop")).rejects.toThrow(error);
  await accounts.finishRemoval(account);
  await accounts.finishRemoval(account);
  expect(await accounts.findByName("shop")).toBeNull();
  expect((await accounts.create("shop")).id).not.toBe(account.id);
});

test("a server has only one account before a second is created, and after that is deleted", async () => {
  const accounts = createAccountStore({ kv: createLateKv(), locks: createLocalLocks(), clock: { now: () => 0 } });
  const seen = [await accounts.hasOnlyOne()];
  await accounts.create("one");
  seen.push(await accounts.hasOnlyOne());
  const two = await accounts.create("two");
  seen.push(await accounts.hasOnlyOne());
  await accounts.finishRemoval(two);
  seen.push(await accounts.hasOnlyOne());
  expect(seen).toEqual([false, true, false, true]);
});

test("an account has what it was created with, and otherwise nothing beyond the free ones", async () => {
  const accounts = createAccountStore({ kv: createLateKv(), locks: createLocalLocks(), clock: { now: () => 0 } });
  const plain = { tier: "normal", extra_mailboxes: 0, extra_sms_tokens: 0 };
  const others = { created_at: "1970-01-01T00:00:00.000Z", bucket: 1 };
  const one = await accounts.create("one");
  expect(one).toEqual({ id: one.id, name: "one", ...plain, ...others });
  const two = await accounts.create("two", { extra_sms_tokens: "unlimited" });
  expect(two).toEqual({ id: two.id, name: "two", ...plain, extra_sms_tokens: "unlimited", ...others });
  expect(await accounts.list()).toEqual([one, two]);
});

test("an account whose deletion ends during a read is in no list", async () => {
  const kv = createLateKv();
  const accounts = createAccountStore({ kv, locks: createLocalLocks(), clock: { now: () => 0 } });
  const [one, two] = [await accounts.create("one"), await accounts.create("two")];
  for (const account of [one, two]) await accounts.beginRemoval(account);
  // As a reader sees it that has read the lists before.
  await kv.commit([[`account:${one.id}`, null]]);
  const left = { ...two, closing: true };
  expect([await accounts.list(), await accounts.listRemovals()]).toEqual([[left], [left]]);
});

test("a deleted account leaves no record, also if its deletion begins once more", async () => {
  const memory = createLateKv();
  const stored = new Set<string>();
  const commit = async (writes: readonly Write[]) => {
    await memory.commit(writes);
    for (const [key, value] of writes) value === null ? stored.delete(key) : stored.add(key);
  };
  const parts = { kv: { ...memory, commit }, locks: createLocalLocks(), clock: { now: () => 0 } };
  const accounts = createAccountStore(parts);
  const one = await accounts.create("one");
  await accounts.beginRemoval(one);
  await accounts.finishRemoval(one);
  await accounts.beginRemoval(one);
  // The list of all accounts keeps its newest part.
  expect([...stored].sort()).toEqual(["list:accounts", "list:accounts:1"]);
});
