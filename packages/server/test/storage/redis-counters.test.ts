import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import { createRedisCounters } from "../../src/storage/redis/redis-counters.ts";

/** A client whose pipeline gets these replies. */
function clientWith(replies: [error: Error | null, result?: unknown][] | null): Redis {
  const pipeline = { incrby: () => pipeline, pexpire: () => pipeline, exec: async () => replies };
  // Only the pipeline is used.
  return { pipeline: () => pipeline } as unknown as Redis;
}

const counts: [string, number][] = [
  ["a", 1],
  ["b", 2],
];

test("a counter that Redis refuses has no total, and the others have theirs", async () => {
  const refused = new Error("OOM command not allowed when used memory > 'maxmemory'");
  const replies: [Error | null, unknown?][] = [[refused], [refused], [null, 7], [null, 1]];
  expect(await createRedisCounters(clientWith(replies)).add(counts, 1_000)).toEqual([undefined, 7]);
});

test("without any reply no counter has a total", async () => {
  expect(await createRedisCounters(clientWith(null)).add(counts, 1_000)).toEqual([undefined, undefined]);
});

test("each counter is increased, and deleted after its time", async () => {
  const commands: unknown[][] = [];
  const record = (name: string) => (key: string, value: number) => {
    commands.push([name, key, value]);
    return pipeline;
  };
  const pipeline: object = { incrby: record("incrby"), pexpire: record("pexpire"), exec: async () => null };
  await createRedisCounters({ pipeline: () => pipeline } as unknown as Redis).add(counts, 1_000);
  expect(commands).toEqual([
    ["incrby", "tally:a", 1],
    ["pexpire", "tally:a", 1_000],
    ["incrby", "tally:b", 2],
    ["pexpire", "tally:b", 1_000],
  ]);
});
