import { expect, test } from "vitest";
import { bootstrap } from "../../src/lifetime/bootstrap.ts";
import { prepareCluster } from "../../src/lifetime/join-cluster.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createAgentKeyStore } from "../../src/store/agent-keys.ts";
import { createLateKv } from "../storage/late-commits.ts";

const given = (length: number) => `svcagt_${"a".repeat(length)}`;

/** A storage on which servers start. */
function makeStorage({ shared = false } = {}) {
  const state = { now: Date.UTC(2026, 0, 1) };
  const clock = { now: () => state.now };
  const [kv, locks, bus] = [createLateKv(), createLocalLocks(), createLocalBus()];
  const parts = { kv, locks, bus, clock };
  const [accounts, agentKeys] = [createAccountStore(parts), createAgentKeyStore(parts)];
  const start = (value?: string) => bootstrap({ ...parts, accounts, agentKeys, shared }, value);
  const countKeys = async () => (await agentKeys.list((await accounts.findByName("default"))!.id)).length;
  return { state, kv, locks, start, countKeys, accounts, agentKeys };
}

test("a given key has 16 to 200 letters and digits after its prefix", async () => {
  for (const value of [given(16), given(200)]) expect((await makeStorage().start(value)).key).toBe(value);
  for (const value of [given(15), given(201), "svcm_aaaaaaaaaaaaaaaa", `${given(16)}_`, ` ${given(16)}`, ""])
    await expect(makeStorage().start(value)).rejects.toThrow(
      "FRONTDESK_BOOTSTRAP_KEY must be svcagt_ followed by at least 16 letters and digits",
    );
});

test("a key that another server of the storage created is replaced after that server had a minute to show it", async () => {
  const { state, start, countKeys } = makeStorage({ shared: true });
  const first = await start();
  expect(first.key).toMatch(/^svcagt_/);
  state.now += 60_000;
  expect((await start()).key).toBeNull();
  state.now += 1;
  const second = await start();
  expect(second.key).toMatch(/^svcagt_/);
  expect([second.key === first.key, await countKeys()]).toEqual([false, 1]);
  // The first one shows a key that is gone, which says nothing of the second.
  await first.confirm();
  state.now += 60_001;
  const third = await start();
  expect(third.key).not.toBeNull();
  await third.confirm();
  await third.confirm();
  state.now += 60_001;
  const fourth = await start();
  expect([fourth.key, fourth.warnings, await countKeys()]).toEqual([null, [], 1]);
  await fourth.confirm();
});

test("a key that nobody saw is replaced although it was deleted meanwhile", async () => {
  const { start, countKeys, accounts, agentKeys } = makeStorage();
  await start();
  const account = (await accounts.findByName("default"))!.id;
  for (const { id } of await agentKeys.list(account)) await agentKeys.remove(id, account);
  expect((await start()).key).toMatch(/^svcagt_/);
  expect(await countKeys()).toBe(1);
});

test("servers that start together on one storage create one key", async () => {
  const { start, countKeys } = makeStorage({ shared: true });
  const starts = await Promise.all([1, 2, 3, 4].map(() => start()));
  expect(starts.filter(({ key }) => key !== null)).toHaveLength(1);
  expect(await countKeys()).toBe(1);
});

test("a given key is shown to the caller, and is not replaced", async () => {
  const { start, countKeys, kv } = makeStorage();
  expect((await start(given(20))).key).toBe(given(20));
  const again = await start(given(20));
  expect([again.key, again.warnings, await countKeys()]).toEqual([null, [], 1]);
  const other = await start(given(21));
  expect([other.key, other.warnings.length, await countKeys()]).toEqual([null, 1, 1]);
  expect(Object.keys((await kv.get("bootstrapped")) ?? {})).toEqual(["account"]);
});

test("an existing account named default gets the key", async () => {
  const { start, accounts, countKeys } = makeStorage();
  await accounts.create("default");
  await start();
  expect([await countKeys(), (await accounts.list()).length]).toEqual([1, 1]);
});

test("a key is confirmed only once it is stored", async () => {
  const { start, kv } = makeStorage();
  const { confirm } = await start();
  const { commit } = kv;
  let store = () => {};
  kv.commit = async (writes) => {
    await new Promise<void>((resolve) => (store = resolve));
    await commit(writes);
  };
  let isConfirmed = false;
  const confirmed = confirm().then(() => {
    isConfirmed = true;
  });
  await new Promise(setImmediate);
  expect(isConfirmed).toBe(false);
  store();
  await confirmed;
});

test("a secret is used only once it is stored", async () => {
  const { kv, locks } = makeStorage();
  kv.commit = () => Promise.reject(new Error("full"));
  // Nobody is looked for here.
  const presence = {} as NonNullable<Parameters<typeof prepareCluster>[0]["storage"]["presence"]>;
  const log = { info() {}, warn() {}, error() {} };
  const given = { internalUrl: "http://10.0.0.5:8787", clusterSecret: "", log };
  await expect(prepareCluster({ ...given, storage: { kv, locks, presence } })).rejects.toThrow("full");
});

test("the servers of one storage generate one secret of 32 bytes, also if they start together", async () => {
  const { kv, locks } = makeStorage();
  // Nobody is looked for here.
  const presence = {} as NonNullable<Parameters<typeof prepareCluster>[0]["storage"]["presence"]>;
  const join = async () => {
    const log = { info() {}, warn() {}, error() {} };
    const given = { internalUrl: "http://10.0.0.5:0/", clusterSecret: "", log };
    return (await prepareCluster({ ...given, storage: { kv, locks, presence } }))(8787).cluster;
  };
  const together = await Promise.all([join(), join(), join()]);
  const secrets = new Set([...together, await join()].map((cluster) => cluster?.secret));
  expect(secrets.size).toBe(1);
  expect(Buffer.from([...secrets][0] ?? "", "base64url")).toHaveLength(32);
  expect(together.map((cluster) => cluster?.internalUrl)).toEqual(together.map(() => "http://10.0.0.5:8787"));
});
