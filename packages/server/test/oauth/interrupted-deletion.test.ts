import { expect, onTestFinished, test } from "vitest";
import { createGrantCleanup } from "../../src/oauth/grant-cleanup.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createAgentKeyStore } from "../../src/store/agent-keys.ts";
import { connectionWrite } from "../../src/store/connection-tokens.ts";
import { createLateKv } from "../storage/late-commits.ts";

const hour = 3_600_000;

/** An account with an agent key that has approved two connections, on a storage that the test lets crash. */
async function open({ hasTokens = false } = {}) {
  const [kv, locks] = [createLateKv(), createLocalLocks()];
  let time = Date.UTC(2030, 0, 1);
  let wallTime = time;
  const [retentionClock, clock] = [{ now: () => time }, { now: () => wallTime }];
  const account = await createAccountStore({ kv, locks, clock }).create("default");
  const agentKeys = createAgentKeyStore({
    ...{ kv, locks, clock },
    planConnectionCleanup: (key) => cleanup.planConnectionCleanup(key),
  });
  const cleanup = createGrantCleanup({ kv, locks, clock, retentionClock, agentKeys });
  onTestFinished(() => cleanup.close());
  const { key } = await agentKeys.create(account.id, { name: "approver" });
  /** Tokens of a connection that end in an hour by the wall clock, and its entry in the calendar. */
  const prepare = async (id: string) => {
    const token = { hash: id, expires: wallTime + hour };
    const connection = { client: "c", access: [token], refresh: [] };
    const entry = await cleanup.enterConnection({ id, account: account.id }, connection);
    return hasTokens ? [connectionWrite(id, connection), entry] : [];
  };
  for (const client of ["one", "two"])
    await agentKeys.createConnection(
      account.id,
      {
        name: client,
        scopes: ["mailbox:read"],
        expiry: null,
        connection: { client, host: client, approvedBy: key.id },
      },
      {
        limit: async () => null,
        toEvent: (id) => ({ account, key_id: null, action: "connection.approved", target: `key:${id}`, ip: null }),
        prepare: (id) => prepare(id),
      },
    );
  return {
    ...{ kv, account, agentKeys, cleanup, key },
    pass(milliseconds: number, { ofWallClock = milliseconds } = {}) {
      time += milliseconds;
      wallTime += ofWallClock;
    },
  };
}

test("connections whose key was deleted just before a crash are deleted some hours later", async () => {
  const { kv, account, agentKeys, cleanup, key, pass } = await open();
  const { commit } = kv;
  kv.commit = async (writes) => {
    await commit(writes);
    const isKeyDeleted = writes.some(([name, value]) => name === `key:${key.id}` && value === null);
    if (isKeyDeleted) kv.commit = () => Promise.reject(new Error("The process was killed"));
  };
  await expect(agentKeys.remove(key.id, account.id)).rejects.toThrow("killed");
  kv.commit = commit;
  expect(await agentKeys.count(account.id)).toBe(2);
  pass(3 * hour);
  await cleanup.sweep();
  expect(await agentKeys.count(account.id)).toBe(0);
});

test("deleting a key deletes its connections at once, and the later cleanup finds none", async () => {
  const { account, agentKeys, cleanup, key, pass } = await open();
  await agentKeys.remove(key.id, account.id);
  expect(await agentKeys.count(account.id)).toBe(0);
  pass(3 * hour);
  await cleanup.sweep();
  expect(await agentKeys.count(account.id)).toBe(0);
});

test("a connection whose tokens are valid by the wall clock is kept, however far the calendar is, and deleted later", async () => {
  const { account, agentKeys, cleanup, pass } = await open({ hasTokens: true });
  pass(4 * hour, { ofWallClock: hour - 1 });
  await cleanup.sweep();
  expect(await agentKeys.count(account.id)).toBe(3);
  pass(4 * hour, { ofWallClock: 1 });
  await cleanup.sweep();
  expect(await agentKeys.count(account.id)).toBe(1);
});

test("closing waits for the deletion that a sweep has begun", async () => {
  const { kv, cleanup, pass } = await open();
  await kv.commit([await cleanup.enterCode("hash", 0)]);
  pass(4 * hour);
  const { commit } = kv;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isClosed = false;
  await new Promise<void>((begin) => {
    kv.commit = async (writes) => {
      begin();
      await held;
      return commit(writes);
    };
    void cleanup.sweep();
  });
  const closing = cleanup.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  release();
  await closing;
});
