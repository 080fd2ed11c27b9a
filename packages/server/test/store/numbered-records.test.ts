import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Write } from "../../src/storage/types.ts";
import { accountLock } from "../../src/store/accounts.ts";
import { deleteNumberedRecords } from "../../src/store/numbered-records.ts";
import { createLateKv } from "../storage/late-commits.ts";

const keyOf = (account: string, record: number) => `notes:${account}:${record}`;

function open() {
  const memory = createLateKv();
  const locks = createLocalLocks();
  const commits: Write[][] = [];
  const commit = async (writes: Write[]) => {
    commits.push(writes);
    await memory.commit(writes);
  };
  return { memory, locks, commits, kv: { ...memory, commit } };
}

test("deletes an account's numbered records that exist in one write, and keeps those of others", async () => {
  const { memory, locks, commits, kv } = open();
  await memory.commit([
    [keyOf("a", 0), { at: 1 }],
    [keyOf("a", 2), { at: 2 }],
    [keyOf("b", 0), { at: 3 }],
  ]);
  await deleteNumberedRecords({ kv, locks }, "a", { count: 3, keyOf });
  expect(commits).toEqual([
    [
      [keyOf("a", 0), null],
      [keyOf("a", 2), null],
    ],
  ]);
  expect(await memory.get(keyOf("b", 0))).toEqual({ at: 3 });
  await deleteNumberedRecords({ kv, locks }, "a", { count: 3, keyOf });
  expect(commits).toHaveLength(1);
});

test("a record that a running request of the account writes is deleted too", async () => {
  const { memory, locks, kv } = open();
  let deleting: Promise<void> | undefined;
  await locks.with([accountLock("a")], async () => {
    deleting = deleteNumberedRecords({ kv, locks }, "a", { count: 1, keyOf });
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    await memory.commit([[keyOf("a", 0), { at: 1 }]]);
  });
  await deleting;
  expect(await memory.get(keyOf("a", 0))).toBeNull();
});
