import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { checkStorage } from "../../src/doctor/storage-check.ts";
import { openServer } from "../../src/server.ts";
import { startRedis } from "../storage/redis-server.ts";

test("a storage that can be read but not written fails the doctor's check", async ({ skip }) => {
  const redis = await startRedis();
  if (redis === null) return skip("redis-server is not installed");
  onTestFinished(() => redis.stop());
  const quiet = { info() {}, warn() {}, error() {} };
  const server = await openServer({ storage: redis.url, smtp: false, log: quiet });
  await server.close();
  const statuses = async () => (await checkStorage(redis.url)).map(({ status }) => status);
  expect(await statuses()).not.toContain("fail");
  const admin = new Redis(redis.url);
  onTestFinished(() => admin.disconnect());
  await admin.config("SET", "maxmemory", "1");
  expect(await statuses()).toEqual(["fail"]);
  await admin.config("SET", "maxmemory", "0");
  expect(await statuses()).not.toContain("fail");
});
