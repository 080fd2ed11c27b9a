import type { Redis } from "ioredis";
import { expect, onTestFinished, test, vi } from "vitest";
import { rewriteRedisFiles } from "../../src/storage/redis/encrypt-redis.ts";
import { createRedisLocks } from "../../src/storage/redis/redis-locks.ts";

/** The milliseconds of every wait, which ends at once here. */
const waits = vi.hoisted(() => ({ milliseconds: [] as number[] }));
vi.mock("node:timers/promises", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  setTimeout: async (milliseconds: number) => void waits.milliseconds.push(milliseconds),
}));

/** What was waited for, with a chance that is always the same. */
async function waitsOf(work: () => Promise<unknown>, chance = 0.5): Promise<number[]> {
  waits.milliseconds.length = 0;
  const random = vi.spyOn(Math, "random").mockReturnValue(chance);
  onTestFinished(() => random.mockRestore());
  await work();
  return waits.milliseconds;
}

test.each([
  [0, [1, 2, 4, 8, 12.5, 12.5]],
  [0.5, [2, 4, 8, 16, 25, 25]],
])(
  "a lock of another server is asked for after 2 ms, later every 25, each wait by chance (%s)",
  async (chance, rests) => {
    let attempts = 0;
    const run = async (script: string) => (script.includes("'PX'") && ++attempts <= 6 ? 0 : 1);
    const locks = createRedisLocks({ eval: run } as unknown as Redis);
    expect(await waitsOf(() => locks.with(["a"], async () => {}), chance)).toEqual(rests);
  },
);

test("Redis is asked every 50 ms whether it has rewritten its files", async () => {
  let asked = 0;
  const client = {
    info: async () => `rdb_bgsave_in_progress:${++asked < 4 ? 1 : 0}\r\nrdb_last_bgsave_status:ok\r\n`,
    bgsave: async () => {},
  };
  expect(await waitsOf(() => rewriteRedisFiles(client as unknown as Redis))).toEqual([50, 50]);
});
