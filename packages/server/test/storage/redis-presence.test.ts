import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { startRedis } from "./redis-server.ts";

test("all presence records in Redis expire within 30 s of their last renewal", async ({ skip }) => {
  const redis = await startRedis();
  if (redis === null) return skip("redis-server is not installed");
  onTestFinished(() => redis.stop());
  const backend = await openStorage(redis.url);
  const admin = new Redis(redis.url);
  onTestFinished(async () => {
    admin.disconnect();
    await backend.close();
  });
  await backend.presence!.set("s1", "http://one.internal", 2);
  await backend.presence!.set("s1", "http://two.internal", 1);
  const keys = await admin.keys("frontdesk:presence:*");
  expect(keys.sort()).toEqual(["frontdesk:presence:s1", "frontdesk:presence:s1:clients"]);
  for (const key of keys) {
    const left = await admin.pttl(key);
    expect(left, key).toBeGreaterThan(0);
    expect(left, key).toBeLessThanOrEqual(30_000);
  }
});
