import { Redis } from "ioredis";
import { expect, onTestFinished, type TestContext, test, vi } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { createRedisLocks } from "../../src/storage/redis/redis-locks.ts";
import { startRedis } from "./redis-server.ts";

/** A Redis of the test's own with these settings, and a client as the storage has it. */
async function open({ skip }: TestContext, settings: string[] = []) {
  const redis = await startRedis(settings);
  if (redis === null) return skip("redis-server is not installed");
  const client = new Redis(redis.url, { keyPrefix: "frontdesk:" });
  onTestFinished(async () => {
    client.disconnect();
    await redis.stop();
  });
  return { url: redis.url, client };
}

test("a lock that another server took over is neither renewed nor released", async (context) => {
  const { client } = await open(context);
  const evaluate = vi.spyOn(client, "eval");
  await createRedisLocks(client, { leaseMs: 30 }).with(["a"], async () => {
    await client.set("mutex:a", "another server", "PX", 60_000);
    const before = evaluate.mock.results.length;
    await vi.waitFor(() => expect(evaluate.mock.results.length).toBeGreaterThan(before));
    await evaluate.mock.results.at(-1)?.value;
    expect(await client.pttl("mutex:a")).toBeGreaterThan(1_000);
  });
  expect(await client.get("mutex:a")).toBe("another server");
});

test("work waits for each of its locks, and takes none as long as another server has one", async (context) => {
  const { client } = await open(context);
  await client.set("mutex:b", "another server", "PX", 60_000);
  const work = createRedisLocks(client, { waitTimeoutMs: 0 }).with(["a", "b"], async () => "taken");
  await expect(work).rejects.toThrow("A storage lock could not be taken");
  expect(await client.mget("mutex:a", "mutex:b")).toEqual([null, "another server"]);
});

test("every lock of the work is renewed", async (context) => {
  const { client } = await open(context);
  const keys = ["mutex:a", "mutex:b"];
  await createRedisLocks(client, { leaseMs: 3_000 }).with(["a", "b"], async () => {
    // A renewal sets the lease again, so that it shows.
    for (const key of keys) expect(await client.pexpire(key, 3_600_000)).toBe(1);
    const longest = async () => Math.max(...(await Promise.all(keys.map((key) => client.pttl(key)))));
    await expect.poll(longest).toBeLessThanOrEqual(3_000);
  });
});

test("a lock that is requested again, since the reply was lost, is taken", async (context) => {
  const { client } = await open(context);
  const evaluate = client.eval.bind(client) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(client, "eval").mockImplementationOnce((async (...args: unknown[]) => {
    await evaluate(...args);
    return evaluate(...args);
  }) as never);
  expect(await createRedisLocks(client, { waitTimeoutMs: 0 }).with(["a"], async () => "taken")).toBe("taken");
});

test("a Redis without memory gives the locks that deleting needs", async (context) => {
  const { client, url } = await open(context);
  const backend = await openStorage(url);
  onTestFinished(() => backend.close());
  await backend.kv.commit([["a", { n: 1 }]]);
  await client.config("SET", "maxmemory", "1");
  await backend.locks.with(["a"], () => backend.kv.commit([["a", null]]));
  await expect(backend.locks.with(["a"], () => backend.kv.commit([["a", { n: 1 }]]))).rejects.toThrow(/OOM/);
  await client.config("SET", "maxmemory", "0");
  expect(await backend.kv.get("a")).toBeNull();
});

test("a commit of which one lock of several was lost stores nothing", async (context) => {
  const { client, url } = await open(context);
  const backend = await openStorage(url);
  onTestFinished(() => backend.close());
  const work = backend.locks.with(["a", "b"], async () => {
    await client.set("mutex:b", "another server", "PX", 60_000);
    await backend.kv.commit([["record", { n: 1 }]]);
  });
  await expect(work).rejects.toThrow("A lock was lost before the commit");
  expect(await backend.kv.get("record")).toBeNull();
});

test("locks are not written to the append-only file", async (context) => {
  const { client } = await open(context, ["--appendonly", "yes", "--appendfsync", "always"]);
  const size = async () => /aof_current_size:(\d+)/.exec(await client.info("persistence"))?.[1];
  await client.set("kept", "1");
  const before = await size();
  await createRedisLocks(client).with(["a"], async () => {});
  expect(await size()).toBe(before);
});
