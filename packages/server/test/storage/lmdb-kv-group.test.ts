import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { expect, test } from "vitest";
import { createLmdbKv } from "../../src/storage/lmdb/lmdb-kv.ts";
import { temporaryFolder } from "./folder.ts";

/** A database whose transactions are seen, and end, when they are told to. */
function openFake({ atOnce = false } = {}) {
  const { dir } = temporaryFolder();
  const file = join(dir, "data.mdb");
  writeFileSync(file, "");
  const texts = new Map<string, string>();
  const transactions: { show(): void; end(): void; fail(): void }[] = [];
  const state = { closed: 0 };
  const tree = { treeBranchPageCount: 0, treeLeafPageCount: 0, overflowPages: 0 };
  const database = {
    path: dir,
    getStats: () => ({ root: tree, free: tree, lastPageNumber: 9, pageSize: 4_096 }),
    getBinary(key: string) {
      const text = texts.get(key);
      return text === undefined ? undefined : Buffer.from(text);
    },
    getBinaryFast: (key: string) => texts.get(key),
    // What `asBinary` wraps stands in a field of no name that its types have.
    put: (key: string, value: object) => void texts.set(key, String(Object.values(value)[0])),
    remove: (key: string) => void texts.delete(key),
    batch(write: () => void) {
      if (atOnce) {
        write();
        return Promise.resolve(true);
      }
      return new Promise<boolean>((resolve, reject) => {
        let show = () => {
          show = () => {};
          write();
        };
        transactions.push({
          show: () => show(),
          end: () => {
            show();
            resolve(true);
          },
          fail: () => reject(new Error("no way")),
        });
      });
    },
    close: async () => void state.closed++,
  };
  // The rest of a database is not asked for.
  const kv = (options?: Parameters<typeof createLmdbKv>[1]) =>
    createLmdbKv(database as unknown as RootDatabase<unknown, string>, options);
  /** The next transaction, once it was handed over. */
  const next = async () => {
    for (;;) {
      const transaction = transactions.shift();
      if (transaction) return transaction;
      await new Promise(setImmediate);
    }
  };
  return { kv, next, state, size: () => statSync(file).size, transactions };
}

const settle = () => new Promise(setImmediate);

test("a value read before a commit is not returned after it", async () => {
  const { kv: open, next } = openFake();
  const kv = open();
  const first = kv.commit([["key", { n: 1 }]]);
  (await next()).end();
  await first;
  const second = kv.commit([["key", { n: 2 }]]);
  const transaction = await next();
  expect(await kv.get("key")).toEqual({ n: 1 });
  transaction.end();
  await second;
  expect(await kv.get("key")).toEqual({ n: 2 });
});

test("the end of one commit does not restore a value that another has replaced", async () => {
  const { kv: open, next } = openFake();
  const kv = open();
  const commits = [kv.commit([["key", Object.freeze({ n: 1 })]])];
  const first = await next();
  commits.push(kv.commit([["key", { n: 2 }]]));
  const second = await next();
  first.end();
  second.show();
  await commits[0];
  expect(await kv.get("key")).toEqual({ n: 2 });
  commits.push(kv.commit([["key", { n: 3 }]]));
  const third = await next();
  second.end();
  await commits[1];
  expect(await kv.get("key")).toEqual({ n: 2 });
  third.end();
  await commits[2];
  expect(await kv.get("key")).toEqual({ n: 3 });
});

test("concurrent commits share a transaction, and later ones have their own", async () => {
  const { kv: open, next, transactions } = openFake();
  const kv = open();
  const shared = [kv.commit([["a", { n: 1 }]])];
  await settle();
  (await next()).end();
  await Promise.all(shared);
  const both = [kv.commit([["a", { n: 2 }]]), kv.commit([["b", { n: 2 }]])];
  const transaction = await next();
  await settle();
  expect(transactions).toEqual([]);
  const later = kv.commit([["c", { n: 2 }]]);
  const own = await next();
  transaction.end();
  await Promise.all(both);
  own.end();
  await later;
  expect(await Promise.all(["a", "b", "c"].map((key) => kv.get(key)))).toEqual([{ n: 2 }, { n: 2 }, { n: 2 }]);
});

test.each(["end", "fail"] as const)("closing waits until the running commits %s", async (outcome) => {
  const { kv: open, next, state } = openFake();
  const kv = open();
  const committed = kv.commit([["key", { n: 1 }]]).then(
    () => "end",
    () => "fail",
  );
  const closed = kv.close();
  const transaction = await next();
  for (let turn = 0; turn < 5; turn++) await settle();
  expect(state.closed).toBe(0);
  transaction[outcome]();
  expect(await committed).toBe(outcome);
  await closed;
  await kv.close();
  expect(state.closed).toBe(1);
});

test("closing waits for a commit that is being flushed, also if the caller closes the database", async () => {
  const { kv: open, next } = openFake();
  const kv = open({ dispose: false });
  const committed = kv.commit([["key", { n: 1 }]]);
  const transaction = await next();
  let isClosed = false;
  const closed = kv.close().then(() => (isClosed = true));
  for (let turn = 0; turn < 5; turn++) await settle();
  expect(isClosed).toBe(false);
  transaction.end();
  await Promise.all([committed, closed]);
});

test("a database given by the caller is not closed", async () => {
  const { kv: open, state } = openFake({ atOnce: true });
  const kv = open({ dispose: false });
  await kv.commit([["key", { n: 1 }]]);
  await kv.close();
  expect(state.closed).toBe(0);
});

test("the space of a write, or of a mere reservation, is released, also if the commit fails", async () => {
  const { kv: open, size } = openFake({ atOnce: true });
  const kv = open();
  const value = { text: "x".repeat(500_000) };
  for (let time = 0; time < 30; time++) await kv.commit([["key", value]]);
  for (let time = 0; time < 60; time++) await kv.probe();
  expect(size()).toBeLessThan(8 * 2 ** 20);
  const failing = openFake();
  const other = failing.kv();
  for (let time = 0; time < 30; time++) {
    const committed = other.commit([["key", value]]);
    (await failing.next()).fail();
    await expect(committed).rejects.toThrow("The storage could not commit");
  }
  expect(failing.size()).toBeLessThan(8 * 2 ** 20);
});

test("of commits that share a transaction, the later counts for a key of both", async () => {
  const { kv: open, next } = openFake();
  const kv = open();
  const commits = [
    kv.commit([["stored again", null]]),
    kv.commit([["deleted at last", { n: 1 }]]),
    kv.commit([
      ["stored again", { n: 2 }],
      ["deleted at last", null],
    ]),
  ];
  (await next()).end();
  await Promise.all(commits);
  expect([await kv.get("stored again"), await kv.get("deleted at last")]).toEqual([{ n: 2 }, null]);
});
