import { Redis } from "ioredis";
import { afterAll, describe, expect, test } from "vitest";
import { createHealth } from "../../src/lifetime/health.ts";
import { fragileStorage, openDesk } from "../api/harness.ts";
import { startRedis } from "../storage/redis-server.ts";

const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so a Redis that takes nothing is not tested here.");
afterAll(async () => redis?.stop());

describe("a storage that rejects writes", () => {
  test("makes the server unready, with the cause", async () => {
    const { storage, break: breakStorage } = fragileStorage();
    const desk = await openDesk({ storage });
    breakStorage();
    const { status, body } = await desk.call("GET", "/healthz", { token: null });
    expect({ status, body }).toEqual({
      status: 503,
      body: { status: "unavailable", error: "The storage rejects writes." },
    });
  });

  test("is reported as full if it is", async () => {
    const { storage, break: breakStorage } = fragileStorage(
      Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
    );
    const desk = await openDesk({ storage });
    breakStorage();
    const { status, body } = await desk.call("POST", "mailbox/register", { body: { name: "ann" } });
    expect([status, body.code]).toEqual([503, "unavailable"]);
    expect(body.error).toMatch(/^The server's storage is full/);
    expect((await desk.call("GET", "/healthz", { token: null })).body.error).toBe("The storage is full.");
  });

  test("is probed once, however many requests ask", async () => {
    let probes = 0;
    const health = createHealth({ probe: async () => void probes++ });
    expect(await Promise.all(Array.from({ length: 100 }, health.check))).toEqual(Array(100).fill(null));
    expect(probes).toBe(1);
  });

  test.skipIf(!redis).each([
    ["without memory", ["maxmemory", "1"], ["maxmemory", "0"]],
    ["as a replica that cannot be written", ["min-replicas-to-write", "1"], ["min-replicas-to-write", "0"]],
  ])("is answered with 503 everywhere: Redis %s", async (_how, set, unset) => {
    const desk = await openDesk({ storage: redis!.url });
    const admin = new Redis(redis!.url);
    await admin.config("SET", set[0]!, set[1]!);
    const answer = await desk.call("POST", "mailbox/register", { body: { name: "ann" } });
    expect([answer.status, answer.body.code]).toEqual([503, "unavailable"]);
    expect((await desk.call("GET", "/healthz", { token: null })).status).toBe(503);
    await admin.config("SET", unset[0]!, unset[1]!);
    expect((await desk.call("POST", "mailbox/register", { body: { name: "ann" } })).status).toBe(200);
    await admin.flushall();
    admin.disconnect();
    await desk.server.close();
  });
});
