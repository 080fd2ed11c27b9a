import { Redis } from "ioredis";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { startRedis } from "./redis-server.ts";

/** Presence in a Redis of its own, and a client that looks into it. */
async function openPresence({ skip }: TestContext) {
  const redis = await startRedis();
  if (redis === null) return skip("redis-server is not installed");
  onTestFinished(() => redis.stop());
  const backend = await openStorage(redis.url);
  const admin = new Redis(redis.url);
  onTestFinished(async () => {
    admin.disconnect();
    await backend.close();
  });
  /** Makes an entry of a server that was last heard of so many milliseconds ago. */
  const addServer = async (server: string, age: number, clients?: number) => {
    const [seconds] = await admin.time();
    await admin.zadd("frontdesk:presence:s1", Number(seconds) * 1_000 - age, server);
    if (clients !== undefined) await admin.hset("frontdesk:presence:s1:clients", server, clients);
  };
  return { presence: backend.presence!, admin, addServer };
}

test("all presence records in Redis expire within 30 s of their last renewal, and not much sooner", async (context) => {
  const { presence, admin } = await openPresence(context);
  await presence.set("s1", "http://one.internal", 2);
  await presence.set("s1", "http://two.internal", 1);
  const keys = await admin.keys("frontdesk:presence:*");
  expect(keys.sort()).toEqual(["frontdesk:presence:s1", "frontdesk:presence:s1:clients"]);
  for (const key of keys) {
    await admin.pexpire(key, 1_000);
    await presence.set("s1", "http://two.internal", 1);
    const left = await admin.pttl(key);
    expect(left, key).toBeGreaterThan(10_000);
    expect(left, key).toBeLessThanOrEqual(30_000);
  }
});

test("a server that was silent for half a minute is neither a tunnel's server nor are its clients counted", async (context) => {
  const { presence, addServer } = await openPresence(context);
  await addServer("silent", 30_000, 5);
  await addServer("quiet", 10_000, 3);
  expect(await presence.servers("s1")).toEqual(["quiet"]);
  expect(await presence.clients("s1", "another")).toBe(3);
});

test("a server whose number of clients is unknown has at least the one that the tunnel is", async (context) => {
  const { presence, addServer } = await openPresence(context);
  await addServer("one", 0);
  expect(await presence.clients("s1", "another")).toBe(1);
});

test("tunnels do not share what is known of their servers", async (context) => {
  const { presence } = await openPresence(context);
  await presence.set("s1", "one", 4);
  await presence.set("s2", "one", 9);
  expect(await presence.clients("s1", "another")).toBe(4);
  await presence.clear("s1", "one");
  expect([await presence.servers("s1"), await presence.servers("s2")]).toEqual([[], ["one"]]);
});

test("a server that is heard of again leads, with the clients that it has now", async (context) => {
  const { presence, addServer } = await openPresence(context);
  await addServer("one", 5_000, 4);
  await addServer("two", 4_000, 2);
  expect(await presence.servers("s1")).toEqual(["two", "one"]);
  await presence.set("s1", "one", 1);
  expect(await presence.servers("s1")).toEqual(["one", "two"]);
  expect(await presence.clients("s1", "two")).toBe(1);
});
