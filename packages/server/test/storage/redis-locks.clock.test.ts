import type { Redis } from "ioredis";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRedisLocks } from "../../src/storage/redis/redis-locks.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

const kinds = { PX: "acquire", PEXPIRE: "renew", DEL: "release" };

/** A client of a Redis whose locks are free unless `taken` says otherwise; it notes each script with its keys and arguments. */
function openClient({ taken = (): boolean => false, fail = (_kind: string): Error | null => null } = {}) {
  const calls: unknown[][] = [];
  const evaluate = vi.fn(async (script: string, count: number, ...rest: unknown[]) => {
    const [, kind] = Object.entries(kinds).find(([word]) => script.includes(`'${word}'`))!;
    calls.push([kind, rest.slice(0, count), rest.at(count + 1)]);
    const error = fail(kind);
    if (error) throw error;
    return kind === "acquire" && taken() ? 0 : 1;
  });
  return { client: { eval: evaluate } as unknown as Redis, calls, kindsOf: () => calls.map(([kind]) => kind) };
}

test("a lock expires after two seconds unless it is renewed, which is done three times in them", async () => {
  const { client, calls } = openClient();
  await createRedisLocks(client).with(["a"], async () => {
    expect(calls).toEqual([["acquire", ["mutex:a"], 2_000]]);
    vi.advanceTimersByTime(660);
    expect(calls).toHaveLength(1);
    vi.advanceTimersByTime(1_341);
  });
  expect(calls).toEqual([
    ["acquire", ["mutex:a"], 2_000],
    ...[1, 2, 3].map(() => ["renew", ["mutex:a"], 2_000]),
    ["release", ["mutex:a"], undefined],
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test("keys are locked once each, in one order on all servers", async () => {
  const { client, calls } = openClient();
  await createRedisLocks(client).with(["b", "a", "b"], async () => {});
  expect(calls[0]?.[1]).toEqual(["mutex:a", "mutex:b"]);
});

test("work that fails releases its locks, and its error is kept though releasing fails", async () => {
  const { client, kindsOf } = openClient({ fail: (kind) => (kind === "release" ? new Error("lost") : null) });
  const locks = createRedisLocks(client);
  const work = locks.with(["a"], async () => {
    throw new Error("no such mailbox");
  });
  await expect(work).rejects.toThrow("no such mailbox");
  expect([kindsOf(), vi.getTimerCount()]).toEqual([["acquire", "release"], 0]);
});

test("the locks are released before the caller goes on", async () => {
  const { client } = openClient();
  let finish = () => {};
  vi.mocked(client.eval).mockImplementation(((script: string) =>
    script.includes("'PX'") ? Promise.resolve(1) : new Promise<void>((resolve) => (finish = resolve))) as never);
  let isDone = false;
  const work = createRedisLocks(client)
    .with(["a"], async () => {})
    .then(() => (isDone = true));
  await vi.waitFor(() => expect(client.eval).toHaveBeenCalledTimes(2));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDone).toBe(false);
  finish();
  await work;
});

test("a commit proves all locks that surround it, and none that its work has left", async () => {
  const locks = createRedisLocks(openClient().client);
  const keys = () => locks.fences().map(([key]) => key);
  let late = () => [] as string[];
  await locks.with(["outer"], async () => {
    await locks.with(["inner"], async () => {
      expect(keys()).toEqual(["mutex:outer", "mutex:inner"]);
      const { AsyncResource } = await import("node:async_hooks");
      late = AsyncResource.bind(keys);
    });
    expect([keys(), late()]).toEqual([["mutex:outer"], ["mutex:outer"]]);
  });
  expect([keys(), late()]).toEqual([[], []]);
});

test("another server's lock is waited for ten seconds, and then the storage has failed", async () => {
  let attempts = 0;
  const taken = () => {
    if (++attempts === 2) vi.advanceTimersByTime(10_000);
    if (attempts === 3) vi.advanceTimersByTime(1);
    return true;
  };
  const { client, kindsOf } = openClient({ taken });
  const work = createRedisLocks(client).with(["b", "a"], async () => {});
  await expect(work).rejects.toMatchObject({
    fault: "failed",
    cause: { message: "Timed out after 10 s waiting for mutex:a, mutex:b" },
  });
  expect(kindsOf()).toEqual(["acquire", "acquire", "acquire"]);
});

test.each([
  ["OOM command not allowed when used memory > 'maxmemory'.", "full"],
  ["Connection is closed.", "failed"],
])("a Redis that rejects a lock with %j is %s", async (message, fault) => {
  const { client } = openClient({ fail: () => new Error(message) });
  await expect(createRedisLocks(client).with(["a"], async () => {})).rejects.toMatchObject({
    message: "A storage lock could not be taken",
    fault,
    cause: { message },
  });
});

test("a renewal that fails does not disturb the work", async () => {
  const { client, kindsOf } = openClient({ fail: (kind) => (kind === "renew" ? new Error("lost") : null) });
  const result = await createRedisLocks(client).with(["a"], async () => {
    vi.advanceTimersByTime(1_000);
    return "done";
  });
  expect([result, kindsOf()]).toEqual(["done", ["acquire", "renew", "release"]]);
});

test("closing waits for running work and accepts no more", async () => {
  const locks = createRedisLocks(openClient().client);
  const order: string[] = [];
  let finish = () => {};
  let start = () => {};
  const started = new Promise<void>((resolve) => (start = resolve));
  const work = locks.with(["a"], async () => {
    const finished = new Promise<void>((resolve) => (finish = resolve));
    start();
    await finished;
    order.push("work");
  });
  const closing = locks.close().then(() => order.push("closed"));
  await expect(locks.with(["b"], async () => {})).rejects.toThrow("closed");
  await started;
  finish();
  await Promise.all([work, closing]);
  expect(order).toEqual(["work", "closed"]);
});
