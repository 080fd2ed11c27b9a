import { expect, test, vi } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createIdempotentRequestStore } from "../../src/store/idempotent-requests.ts";

const request = { scope: "resend /emails", key: "welcome-1", digest: "a" };

async function open() {
  const { kv, locks } = await openStorage("memory:");
  const clock = { time: 1_000_000, now: () => clock.time };
  const parts = { kv, locks, clock };
  const { id: account } = await createAccountStore(parts).create("shop");
  let count = 0;
  const send = vi.fn(async () => ({ id: `mail-${++count}` }));
  return { parts, account, clock, send, store: createIdempotentRequestStore(parts) };
}

test("a request that two servers get at once is carried out once, and both return its reply", async () => {
  const { parts, account, store, send } = await open();
  const other = createIdempotentRequestStore(parts);
  const replies = await Promise.all([store, other, store].map((server) => server.runOnce(account, request, send)));
  expect(replies).toEqual([{ id: "mail-1" }, { id: "mail-1" }, { id: "mail-1" }]);
  expect(send).toHaveBeenCalledTimes(1);
});

test("requests that are carried out at once are all remembered, also those that share a record", async () => {
  const { account, store, send } = await open();
  // More than an account has records.
  const requests = Array.from({ length: 200 }, (_, number) => ({ ...request, key: `welcome-${number}` }));
  const runAll = () => Promise.all(requests.map((each) => store.runOnce(account, each, send)));
  const replies = await runAll();
  expect(await runAll()).toEqual(replies);
  expect(send).toHaveBeenCalledTimes(200);
});

test("the same key with another body is rejected, and in another scope or account another request", async () => {
  const { parts, account, store, send } = await open();
  await store.runOnce(account, request, send);
  expect(await store.runOnce(account, { ...request, digest: "b" }, send)).toBeNull();
  expect(await store.runOnce(account, { ...request, scope: "resend /emails/batch" }, send)).toEqual({ id: "mail-2" });
  const { id: second } = await createAccountStore(parts).create("club");
  expect(await store.runOnce(second, request, send)).toEqual({ id: "mail-3" });
});

test("a request waits for no other account's request with the same key", async () => {
  const { parts, account, store, send } = await open();
  const { id: second } = await createAccountStore(parts).create("club");
  let endFirst = () => {};
  const first = store.runOnce(
    account,
    request,
    () => new Promise<{ id: string }>((resolve) => (endFirst = () => resolve({ id: "slow" }))),
  );
  expect(await store.runOnce(second, request, send)).toEqual({ id: "mail-1" });
  endFirst();
  expect(await first).toEqual({ id: "slow" });
});

test("a failed request is carried out again", async () => {
  const { account, store, send } = await open();
  const failing = () => Promise.reject(new Error("no space"));
  const [first, second] = await Promise.allSettled([
    store.runOnce(account, request, failing),
    store.runOnce(account, request, send),
  ]);
  expect(first).toMatchObject({ status: "rejected" });
  expect(second).toEqual({ status: "fulfilled", value: { id: "mail-1" } });
});

test("a request is remembered for a day", async () => {
  const { account, store, clock, send } = await open();
  await store.runOnce(account, request, send);
  clock.time += 24 * 60 * 60_000 - 1;
  expect(await store.runOnce(account, request, send)).toEqual({ id: "mail-1" });
  clock.time += 1;
  expect(await store.runOnce(account, request, send)).toEqual({ id: "mail-2" });
});

test("what is remembered of an account does not grow without end, and ends with the account", async () => {
  const { parts, account, store, send } = await open();
  for (let number = 0; number < 4_000; number++)
    await store.runOnce(account, { ...request, key: `welcome-${number}` }, send);
  const records = async () => {
    const keys = Array.from({ length: 128 }, (_, record) => `idempotent-requests:${account}:${record}`);
    const stored = await Promise.all(keys.map((key) => parts.kv.get<{ entries: unknown[] }>(key)));
    return stored.map((record) => record?.entries.length ?? 0);
  };
  const counts = await records();
  expect(counts.filter((count) => count > 0)).toHaveLength(128);
  expect(Math.max(...counts)).toBe(20);
  // The newest are those that are remembered.
  send.mockClear();
  for (let number = 3_990; number < 4_000; number++)
    await store.runOnce(account, { ...request, key: `welcome-${number}` }, send);
  expect(send).not.toHaveBeenCalled();
  await store.deleteAll(account);
  expect(new Set(await records())).toEqual(new Set([0]));
});

test("a request that ends while its account is being deleted leaves nothing, and its client learns of it", async () => {
  const { parts, account, store } = await open();
  const accounts = createAccountStore(parts);
  const send = async () => {
    await accounts.beginRemoval(await accounts.get(account));
    return { id: "mail-1" };
  };
  await expect(store.runOnce(account, request, send)).rejects.toMatchObject({ code: "unauthenticated" });
  const record = (number: number) => parts.kv.get(`idempotent-requests:${account}:${number}`);
  const stored = await Promise.all(Array.from({ length: 128 }, (_, number) => record(number)));
  expect(stored.filter((entry) => entry !== null)).toEqual([]);
});
