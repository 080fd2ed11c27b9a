import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import { rewriteRedisFiles } from "../../src/storage/redis/encrypt-redis.ts";

/** A Redis that reports these states of its rewrite one after the other, then none. */
function openRedis(states: string[], results: Record<string, string> = {}) {
  const log: string[] = [];
  const client = {
    async info() {
      const state = log.includes("rewrite") ? (states.shift() ?? "done") : "idle";
      if (state !== "idle") log.push(state);
      const flag = (name: string) => (state === name ? 1 : 0);
      const fields = {
        aof_enabled: 1,
        aof_rewrite_in_progress: flag("running"),
        aof_rewrite_scheduled: flag("scheduled"),
        aof_last_bgrewrite_status: "ok",
        rdb_bgsave_in_progress: 0,
        rdb_last_bgsave_status: "ok",
        ...results,
      };
      const lines = Object.entries(fields).map(([name, value]) => `${name}:${value}`);
      return ["# Persistence", ...lines, ""].join("\r\n");
    },
    bgrewriteaof: async () => void log.push("rewrite"),
    bgsave: async () => void log.push("save"),
  };
  return { client: client as unknown as Redis, log };
}

test("the dump is saved after the rewrite, also if that had to wait for another save", async () => {
  const { client, log } = openRedis(["scheduled", "running"]);
  await rewriteRedisFiles(client);
  const steps = log.filter((step, at) => step !== log[at - 1]);
  expect(steps).toEqual(["rewrite", "scheduled", "running", "done", "save", "done"]);
});

test.each(["aof_last_bgrewrite_status", "rdb_last_bgsave_status"])(
  "a Redis that reports a failed %s is an error",
  async (field) => {
    const { client } = openRedis([], { [field]: "err" });
    await expect(rewriteRedisFiles(client)).rejects.toThrow(`Redis says ${field}: err`);
  },
);

test("a Redis without an append-only file saves its dump alone", async () => {
  const { client, log } = openRedis([], { aof_enabled: "0" });
  await rewriteRedisFiles(client);
  expect(log).toEqual(["save"]);
});
