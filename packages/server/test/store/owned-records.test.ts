import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Write } from "../../src/storage/types.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { countWithRecords, openOwnedList, readRecords } from "../../src/store/owned-list.ts";
import { type OwnedRecord, openOwnedRecords } from "../../src/store/owned-records.ts";
import { createLateKv } from "../storage/late-commits.ts";

interface Thing extends OwnedRecord {
  name: string;
}

async function open() {
  const kv = createLateKv();
  const parts = { kv, locks: createLocalLocks(), clock: { now: () => Date.UTC(2026, 0, 1) } };
  const accounts = createAccountStore(parts);
  const account = await accounts.create("one");
  const kind = { key: "thing", list: "things", noun: "thing", nouns: "things", limitSetting: "--things" };
  const things = openOwnedRecords<Thing>(parts, kind);
  const add = (name: string, most: number | null = null) =>
    things.add({
      account: account.id,
      limit: async () => most,
      build: async (base) => ({ record: { ...base, name }, writes: [] }),
    });
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      ({ code }: { code: string }) => code,
    );
  return { kv, accounts, account, things, add, codeOf };
}

test("an account may have as many as its limit, and none for 0, also with concurrent requests", async () => {
  const { account, things, add, codeOf } = await open();
  expect(await codeOf(add("none", 0))).toBe("limit_reached");
  const outcomes = await Promise.all(Array.from({ length: 5 }, (_, at) => codeOf(add(`${at}`, 3))));
  expect(outcomes.filter((code) => code === null)).toHaveLength(3);
  expect(await things.count(account.id)).toBe(3);
  const [first] = await things.list(account.id);
  await things.remove(first!.id, account.id, { relatedWrites: () => [] });
  expect(await codeOf(add("next", 3))).toBeNull();
  expect(await codeOf(add("another", 3))).toBe("limit_reached");
  // As after the limit was lowered.
  await expect(add("one more", 1)).rejects.toThrow(
    "This account may have 1 things and has 3. Delete one, or raise --things.",
  );
});

test("a record belongs to its account: another finds, changes and deletes nothing, and a second deletion finds nothing", async () => {
  const { account, things, add, codeOf } = await open();
  const { id } = await add("mine");
  expect(await codeOf(things.getOwned(id, "other"))).toBe("not_found");
  expect(await codeOf(things.change(id, "other", (record) => ({ record })))).toBe("not_found");
  expect(await codeOf(things.remove(id, "other", { relatedWrites: () => [] }))).toBe("not_found");
  expect((await things.getOwned(id, account.id)).name).toBe("mine");
  const removals = [1, 2].map(() => codeOf(things.remove(id, account.id, { relatedWrites: () => [] })));
  expect((await Promise.all(removals)).sort()).toEqual(["not_found", null].sort());
  expect([await things.find(id), await things.count(account.id)]).toEqual([null, 0]);
});

test("concurrent changes are applied one after the other", async () => {
  const { account, things, add } = await open();
  const { id } = await add("");
  const change = (letter: string) =>
    things.change(id, account.id, async (record) => {
      await new Promise(setImmediate);
      return { record: { ...record, name: record.name + letter } };
    });
  await Promise.all(["a", "b", "c"].map(change));
  expect((await things.getOwned(id, account.id)).name).toBe("abc");
});

test("a name that all accounts share is given to one of their concurrent requests", async () => {
  const { kv, accounts, account, things, codeOf } = await open();
  const other = await accounts.create("two");
  const register = (owner: string) =>
    things.add({
      account: owner,
      locks: ["thing-name:same"],
      async build(base) {
        const isTaken = (await kv.get("thing-name:same")) !== null;
        await new Promise(setImmediate);
        if (isTaken) throw Object.assign(new Error("no"), { code: "already_taken" });
        return { record: { ...base, name: "same" }, writes: [["thing-name:same", { id: base.id }]] };
      },
    });
  const codes = await Promise.all([account, other].map(({ id }) => codeOf(register(id))));
  expect(codes.filter((code) => code === null)).toHaveLength(1);
});

test("a record whose creation is rejected leaves nothing", async () => {
  const { account, things, codeOf } = await open();
  const build = () => Promise.reject(Object.assign(new Error("no"), { code: "already_taken" }));
  expect(await codeOf(things.add({ account: account.id, build }))).toBe("already_taken");
  expect([await things.count(account.id), await things.list(account.id)]).toEqual([0, []]);
});

test("an account that is being deleted accepts no more records, and its name is free afterwards", async () => {
  const { accounts, account, add, codeOf } = await open();
  expect(await codeOf(accounts.create("one"))).toBe("already_taken");
  for (let time = 0; time < 2; time++) await accounts.beginRemoval(account);
  expect((await accounts.listRemovals()).map(({ id }) => id)).toEqual([account.id]);
  expect(await codeOf(add("late"))).toBe("unauthenticated");
  expect(await codeOf(accounts.create("one"))).toBe("already_taken");
  for (let time = 0; time < 2; time++) await accounts.finishRemoval(account);
  expect([await accounts.listRemovals(), await accounts.list()]).toEqual([[], []]);
  await accounts.create("one");
  expect(await accounts.hasOnlyOne()).toBe(true);
  await accounts.create("two");
  expect(await accounts.hasOnlyOne()).toBe(false);
});

test("each account whose deletion has begun is listed until its own has finished", async () => {
  const { accounts, account } = await open();
  const other = await accounts.create("two");
  for (const each of [account, other]) await accounts.beginRemoval(each);
  const listed = async () => (await accounts.listRemovals()).map(({ id }) => id);
  expect(await listed()).toEqual([account.id, other.id]);
  await accounts.finishRemoval(account);
  expect(await listed()).toEqual([other.id]);
});

test("accounts whose deletions finish at the same time all leave the lists", async () => {
  const { accounts, account } = await open();
  const all = [account, await accounts.create("two"), await accounts.create("three")];
  for (const each of all) await accounts.beginRemoval(each);
  await Promise.all(all.map((each) => accounts.finishRemoval(each)));
  expect([await accounts.listRemovals(), await accounts.list()]).toEqual([[], []]);
  await accounts.create("next");
  expect(await accounts.hasOnlyOne()).toBe(true);
});

test("a list record holds 256 ids, and empty ones are deleted, except the newest", async () => {
  const kv = createLateKv();
  const list = openOwnedList(kv, "x");
  const buckets: number[] = [];
  const add = async (id: string) => {
    const { writes, bucket } = await list.append(id);
    await kv.commit(writes);
    buckets.push(bucket);
  };
  for (let at = 0; at < 513; at++) await add(`id${at}`);
  expect([255, 256, 511, 512].map((at) => buckets[at])).toEqual([1, 2, 2, 3]);
  for (let at = 256; at < 512; at++) await kv.commit(await list.remove(`id${at}`, 2));
  expect(await kv.get("list:x:2")).toBeNull();
  expect(await kv.get("list:x:1")).toMatchObject({ next: 3 });
  expect(await kv.get("list:x:3")).toMatchObject({ previous: 1 });
  await kv.commit(await list.remove("id512", 3));
  expect(await kv.get("list:x:3")).not.toBeNull();
  // A second removal counts nothing twice.
  await kv.commit(await list.remove("id512", 3));
  expect(await list.count()).toBe(256);
  expect(await list.deleteEmpty()).toEqual([]);
});

test("a list has no other records than its head and its buckets", async () => {
  const kv = createLateKv();
  const list = openOwnedList(kv, "x");
  const stored = new Set<string>();
  const commit = async (writes: Write[]) => {
    await kv.commit(writes);
    for (const [key, value] of writes) value === null ? stored.delete(key) : stored.add(key);
  };
  const add = async (id: string) => commit((await list.append(id)).writes);
  for (let at = 0; at < 257; at++) await add(`id${at}`);
  expect([...stored].sort()).toEqual(["list:x", "list:x:1", "list:x:2"]);
  for (let at = 0; at < 256; at++) await commit(await list.remove(`id${at}`, 1));
  expect([...stored].sort()).toEqual(["list:x", "list:x:2"]);
  for (let at = 257; at < 512; at++) await add(`id${at}`);
  for (let at = 256; at < 512; at++) await commit(await list.remove(`id${at}`, 2));
  // The newest bucket stays although it is empty, until the next id needs another.
  expect([...stored].sort()).toEqual(["list:x", "list:x:2"]);
  await add("next");
  expect([...stored].sort()).toEqual(["list:x", "list:x:3"]);
});

test("a cursor into a deleted bucket continues after it, without ids from before", async () => {
  const kv = createLateKv();
  const list = openOwnedList(kv, "x");
  for (let at = 0; at < 600; at++) await kv.commit((await list.append(`id${at}`)).writes);
  // The cursor is near the beginning of the second of three buckets.
  const { ids, next } = await list.page(260, undefined);
  expect(ids.at(-1)).toBe("id259");
  for (let at = 256; at < 512; at++) await kv.commit(await list.remove(`id${at}`, 2));
  const rest = await list.page(10, next ?? "");
  expect(rest.ids).toEqual(Array.from({ length: 10 }, (_, at) => `id${512 + at}`));
});

test("pages have the requested size, a cursor to the next if there is one, and omit ids to skip", async () => {
  const kv = createLateKv();
  const list = openOwnedList(kv, "x");
  for (const id of ["a", "b", "c", "d"]) await kv.commit((await list.append(id)).writes);
  const first = await list.page(2, undefined);
  expect(first.ids).toEqual(["a", "b"]);
  expect(await list.page(2, first.next ?? "")).toEqual({ ids: ["c", "d"], next: null });
  expect(await list.page(3, undefined, "b")).toEqual({ ids: ["a", "c", "d"], next: null });
  expect(await list.page(4, undefined)).toMatchObject({ next: null });
  for (const cursor of ["", "1", "1.", "x.y.z", "1.234", "0123456789.1", "A.1"])
    await expect(list.page(1, cursor)).rejects.toMatchObject({ code: "invalid_request" });
});

test("a page requested with only a cursor has a hundred", async () => {
  const kv = createLateKv();
  const list = openOwnedList(kv, "x");
  for (let at = 0; at < 110; at++) await kv.commit((await list.append(`id${at}`)).writes);
  const read = async (id: string) => (id === "id5" ? null : { id });
  const { next } = await list.page(1, undefined);
  const page = await readRecords(list, read, { cursor: next! });
  expect([page.records.length, typeof page.next]).toEqual([99, "string"]);
  const whole = await readRecords(list, read, {}, "id7");
  expect([whole.records.length, "next" in whole]).toEqual([108, false]);
  expect(await countWithRecords(whole, {}, async () => 0)).toBe(108);
  expect(await countWithRecords({ records: [1, 2], next: "x" }, {}, async () => 2)).toBe(3);
  expect(await countWithRecords({ records: [1, 2], next: null }, { cursor: "x" }, async () => 5)).toBe(5);
  // Records were removed after the page was read.
  expect(await countWithRecords({ records: [1, 2], next: null }, { cursor: "x" }, async () => 1)).toBe(2);
  expect((await readRecords(list, read, { limit: 2 })).records).toEqual([{ id: "id0" }, { id: "id1" }]);
});
