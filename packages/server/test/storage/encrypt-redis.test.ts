import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import { rewriteRedisFiles } from "../../src/storage/redis/encrypt-redis.ts";

/** A Redis that reports these states of its rewrite one after the other, then none. */
function openRedis(states: string[]) {
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
