import { Redis } from "ioredis";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { generateSecret } from "../../src/storage/encryption/secret.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { startRedis } from "./redis-server.ts";

const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so the warnings about Redis are not tested here.");
afterAll(() => redis?.stop());

test.skipIf(!redis)("a wrong password is reported without showing it", async () => {
  const own = (await startRedis(["--requirepass", "right-secret"]))!;
  const wrong = own.url.replace("redis://", "redis://:wrong-secret@");
  const failure: unknown = await openStorage(wrong).catch((error: unknown) => error);
  expect(String(failure)).toMatch(/--storage redis:\/\/127\.0\.0\.1:\d+ cannot be used: .*(WRONGPASS|NOAUTH|invalid)/);
  expect(String(failure)).not.toContain("secret");
  const right = await openStorage(own.url.replace("redis://", "redis://:right-secret@"));
  expect(right.description).toBe(own.url);
  expect(right.warnings).toEqual([expect.stringContaining("Set FRONTDESK_SECRET")]);
  await right.close();
  await own.stop();
});

test.skipIf(!redis)(
  "a Redis without a password is warned about, also on this machine, and whatever the URL contains",
  async () => {
    const own = redis!;
    const host = own.url.slice("redis://".length);
    for (const url of [own.url, own.url.replace("redis://", "redis://:idle-secret@")]) {
      const backend = await openStorage(url);
      expect(backend.warnings[0]).toContain(`Redis at ${host} needs no password`);
      expect(backend.warnings.join()).not.toContain("idle-secret");
      await backend.close();
    }
  },
);

test.skipIf(!redis)("a Redis whose user without a password is switched off is not warned about", async () => {
  const own = (await startRedis())!;
  onTestFinished(() => own.stop());
  const admin = new Redis(own.url);
  await admin.call("ACL", "SETUSER", "app", "on", ">app-secret", "~*", "&*", "+@all");
  await admin.call("ACL", "SETUSER", "default", "off");
  admin.disconnect();
  const backend = await openStorage(own.url.replace("redis://", "redis://app:app-secret@"));
  await backend.close();
  expect(backend.warnings).toEqual([expect.stringContaining("Set FRONTDESK_SECRET")]);
});

test.skipIf(!redis)("a managed Redis that rejects CONFIG has no known risks", async () => {
  const own = (await startRedis())!;
  onTestFinished(() => own.stop());
  const admin = new Redis(own.url);
  await admin.call("ACL", "SETUSER", "app", "on", ">app-secret", "~*", "&*", "+@all", "-config");
  admin.disconnect();
  const backend = await openStorage(own.url.replace("redis://", "redis://app:app-secret@"));
  await backend.close();
  expect(backend.risks).toEqual([]);
});

const noFile = expect.stringContaining("Redis has no append-only file");
const policy = "maxmemory-policy";
test.skipIf(!redis).each([
  [{ appendonly: "no", [policy]: "noeviction" }, [noFile]],
  [{ appendonly: "no", [policy]: "allkeys-lru" }, [noFile, expect.stringContaining("memory is short (allkeys-lru)")]],
  [
    { appendonly: "yes", appendfsync: "everysec", [policy]: "noeviction" },
    [expect.stringContaining("appendfsync everysec")],
  ],
  [{ appendonly: "yes", appendfsync: "no", [policy]: "noeviction" }, [expect.stringContaining("appendfsync no,")]],
  [{ appendonly: "yes", appendfsync: "always", [policy]: "noeviction" }, []],
])("with the settings %j a Redis has as many risks as it should", async (settings, risks) => {
  const admin = new Redis(redis!.url);
  for (const [name, value] of Object.entries(settings)) await admin.config("SET", name, value);
  admin.disconnect();
  const backend = await openStorage(redis!.url);
  expect(backend.risks).toEqual(risks);
  await backend.close();
});

test.skipIf(!redis)("a storage that is not opened because of a wrong secret keeps no connection", async () => {
  const url = `${redis!.url}/2`;
  await (await openStorage(url, { secret: generateSecret() })).close();
  await expect(openStorage(url, { secret: generateSecret() })).rejects.toThrow("is not the secret");
  const admin = new Redis(redis!.url);
  await expect.poll(async () => admin.client("LIST")).not.toContain(" db=2 ");
  admin.disconnect();
});
