import type { Redis } from "ioredis";
import { expect, test, vi } from "vitest";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";
import { createRedisKv } from "../../src/storage/redis/redis-kv.ts";
import type { Fence } from "../../src/storage/redis/redis-locks.ts";

/** What a script is called with: the number of keys, then the keys and the other arguments. */
type ScriptCall = [script: string, keyCount: number, ...args: unknown[]];

/** A store whose Redis notes the scripts, and answers each in this way. */
function open({ fences = [], answer = async () => 1 }: { fences?: Fence[]; answer?: () => Promise<number> } = {}) {
  const scripts: ScriptCall[] = [];
  const run = (...call: ScriptCall) => {
    scripts.push(call);
    return answer();
  };
  const set = vi.fn(async (..._written: unknown[]) => "OK");
  const getBuffer = vi.fn(async (_key: string): Promise<Buffer | null> => null);
  const client = { eval: run, set, getBuffer } as unknown as Redis;
  const kv = createRedisKv(client, { fences: () => fences, codec: createRecordCodec() });
  const argumentsOfScripts = () =>
    scripts.map(([, ...args]) => args.map((arg) => (Buffer.isBuffer(arg) ? arg.toString() : arg)));
  return { kv, set, getBuffer, argumentsOfScripts };
}

test("a commit gives Redis the locks that it needs, and stores and deletes in one script", async () => {
  const { kv, argumentsOfScripts } = open({ fences: [["mutex:m", "holder"]] });
  await kv.commit([
    ["a", { n: 1 }],
    ["b", null],
  ]);
  expect(argumentsOfScripts()).toEqual([[3, "mutex:m", "kv:a", "kv:b", 1, "holder", '{"n":1}', ""]]);
});

test("a commit of nothing asks Redis for nothing", async () => {
  const { kv, argumentsOfScripts } = open();
  await kv.commit([]);
  expect(argumentsOfScripts()).toEqual([]);
});

test("a commit whose lock was lost is no success", async () => {
  const { kv } = open({ answer: async () => 0 });
  await expect(kv.commit([["a", {}]])).rejects.toThrow("A lock was lost before the commit; nothing was stored");
});

test("a commit that Redis fails is no success", async () => {
  const { kv } = open({ answer: () => Promise.reject(new Error("out of reach")) });
  await expect(kv.commit([["a", {}]])).rejects.toThrow("out of reach");
});

test("a commit resolves only once Redis has it", async () => {
  let confirm: (result: number) => void = () => {};
  const { kv } = open({ answer: () => new Promise((resolve) => (confirm = resolve)) });
  let isCommitted = false;
  const committing = kv.commit([["a", {}]]).then(() => {
    isCommitted = true;
  });
  await new Promise(setImmediate);
  expect(isCommitted).toBe(false);
  confirm(1);
  await committing;
});

test("a frozen record that was committed is read back as the same object, unless Redis has another since", async () => {
  const { kv, getBuffer } = open();
  const record = Object.freeze({ n: 1 });
  await kv.commit([["a", record]]);
  getBuffer.mockResolvedValue(Buffer.from('{"n":1}'));
  expect(await kv.get("a")).toBe(record);
  getBuffer.mockResolvedValue(Buffer.from('{"n":2}'));
  expect(await kv.get("a")).toEqual({ n: 2 });
  expect(getBuffer.mock.calls).toEqual([["kv:a"], ["kv:a"]]);
});

test("a key that no store can have is not looked for", async () => {
  const { kv, getBuffer } = open();
  expect(await kv.get("")).toBeNull();
  expect(getBuffer).not.toHaveBeenCalled();
});

test("the health check fails if Redis accepts no data", async () => {
  const { kv, set } = open();
  await kv.probe();
  expect(set.mock.calls).toEqual([["health", expect.any(Number)]]);
  set.mockRejectedValue(new Error("OOM command not allowed"));
  await expect(kv.probe()).rejects.toThrow("OOM");
});
