import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import { createRedisCounters } from "../../src/storage/redis/redis-counters.ts";
import { createRedisPresence } from "../../src/storage/redis/redis-presence.ts";

/** Presence on a Redis that gives this reply to every command, and the commands that it got. */
function open(reply: () => Promise<unknown>) {
  const commands: unknown[][] = [];
  const run =
    (name: string) =>
    (first: unknown, ...args: unknown[]) => {
      commands.push(name === "eval" ? args : [first, ...args]);
      return reply();
    };
  const client = { eval: run("eval"), zrem: run("zrem") } as unknown as Redis;
  return { presence: createRedisPresence(client), commands };
}

test.each<[string, (presence: ReturnType<typeof createRedisPresence>) => Promise<unknown>]>([
  ["recorded", (presence) => presence.set("s1", "http://one.internal", 2)],
  ["cleared", (presence) => presence.clear("s1", "http://one.internal")],
  ["looked up", (presence) => presence.servers("s1")],
  ["counted", (presence) => presence.clients("s1", "http://one.internal")],
])("presence is %s only once Redis has answered, and its failure is the caller's", async (_what, act) => {
  let answer: (reply: unknown) => void = () => {};
  let isDone = false;
  const acting = act(open(() => new Promise((resolve) => (answer = resolve))).presence).then(() => {
    isDone = true;
  });
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  answer(0);
  await acting;
  await expect(act(open(() => Promise.reject(new Error("out of reach"))).presence)).rejects.toThrow("out of reach");
});

test("presence names the tunnel and the server to Redis, and every entry ends after 30 s", async () => {
  const { presence, commands } = open(async () => "3");
  await presence.set("s1", "one", 2);
  await presence.clear("s1", "one");
  await presence.servers("s1");
  expect(await presence.clients("s1", "one")).toBe(3);
  expect(commands).toEqual([
    [2, "presence:s1", "presence:s1:clients", "one", 30_000, 2],
    ["presence:s1", "one"],
    [1, "presence:s1", 30_000],
    [2, "presence:s1", "presence:s1:clients", 30_000, "one"],
  ]);
});

test("counters return their totals in order, and none for one that Redis rejected", async () => {
  const commands: unknown[][] = [];
  const note =
    (name: string) =>
    (...args: unknown[]): object => {
      commands.push([name, ...args]);
      return pipeline;
    };
  const pipeline = {
    incrby: note("incrby"),
    pexpire: note("pexpire"),
    exec: async () => [
      [null, 5],
      [null, 1],
      [new Error("OOM"), undefined],
      [null, 0],
      [null, "7"],
      [null, 1],
    ],
  };
  const counters = createRedisCounters({ pipeline: () => pipeline } as unknown as Redis);
  const counts = [
    ["a", 1],
    ["b", 2],
    ["c", 3],
  ] as const;
  expect(await counters.add(counts, 60_000)).toEqual([5, undefined, 7]);
  expect(commands).toEqual(
    counts.flatMap(([key, more]) => [
      ["incrby", `tally:${key}`, more],
      ["pexpire", `tally:${key}`, 60_000],
    ]),
  );
});
