import { createStorage } from "unstorage";
import memoryDriver from "unstorage/drivers/memory";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createCallTimeout } from "../../src/storage/call-timeout.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { limitStorageCalls } from "../../src/storage/storage-timeouts.ts";
import { openDesk } from "../api/harness.ts";

/** A storage whose calls of some kinds do not return until they are let go. */
function hangingStorage() {
  const inner = memoryDriver();
  const waiting: (() => void)[] = [];
  let hung: string[] = [];
  const pass = async (call: string) => {
    if (hung.includes(call)) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const driver = {
    ...inner,
    name: "hanging",
    async getItem(key: string) {
      await pass("read");
      return inner.getItem(key);
    },
    async setItem(key: string, value: string) {
      await pass("write");
      await inner.setItem?.(key, value, {});
    },
  };
  return {
    storage: createStorage({ driver }),
    hang(...calls: string[]) {
      hung = calls;
    },
    letGo() {
      hung = [];
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

describe("a storage whose calls hang", () => {
  test.each([
    ["a read", ["read"], "GET", "mailbox/list", {}],
    ["a commit", ["write"], "POST", "mailbox/register", { body: { name: "late" } }],
  ])(
    "causes a 503 that says so, at %s, and works again once they return",
    async (_what, calls, method, path, options) => {
      const { storage, hang, letGo } = hangingStorage();
      const desk = await openDesk({ storage, storageTimeout: 50 });
      hang(...calls);
      const { status, body } = await desk.call(method, path, options);
      expect([status, body.code]).toEqual([503, "unavailable"]);
      expect(body.error).toMatch(/did not respond in time/);
      expect((await desk.call("GET", "/healthz", { token: null })).status).toBe(503);
      letGo();
      await expect.poll(async () => (await desk.call("GET", "mailbox/list")).status).toBe(200);
      expect((await desk.call("POST", "mailbox/register", { body: { name: "again" } })).status).toBe(200);
    },
  );

  test("blocks nobody who waits for a lock, and does no work for a client that has disconnected", async () => {
    const { storage, hang, letGo } = hangingStorage();
    const desk = await openDesk({ storage, storageTimeout: 50 });
    hang("write");
    const names = ["one", "two", "three", "four", "five"];
    const answers = await Promise.all(names.map((name) => desk.call("POST", "mailbox/register", { body: { name } })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 503));
    letGo();
    await expect.poll(async () => (await desk.call("GET", "mailbox/list")).body.mailboxes?.length).toBeLessThan(2);
  });

  test("does not prevent the server from closing", async () => {
    const { storage, hang } = hangingStorage();
    const desk = await openDesk({ storage, storageTimeout: 50 });
    hang("read", "write");
    expect((await desk.call("GET", "mailbox/list")).status).toBe(503);
    await desk.server.close();
  });
});

describe("the limit", () => {
  afterEach(() => void vi.useRealTimers());

  test("times out only late calls, and shortens the limit of others meanwhile", async () => {
    vi.useFakeTimers();
    const { run: hold, isStuck } = createCallTimeout(10_000);
    let end = () => {};
    const late = new Promise<void>((resolve) => {
      end = resolve;
    });
    const heard: string[] = [];
    const note = (name: string, call: Promise<unknown>) =>
      void hold(call).then(
        () => heard.push(`${name} ended`),
        ({ fault }) => heard.push(`${name} ${fault}`),
      );
    note("first", late);
    await vi.advanceTimersByTimeAsync(9_500);
    note("quick", Promise.resolve());
    note("second", new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(501);
    expect([heard, isStuck()]).toEqual([["quick ended", "first late"], true]);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(heard.at(-1)).toBe("second late");
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toHaveLength(3);
  });

  test("counts as hanging until the last late call has ended", async () => {
    vi.useFakeTimers();
    const { run: hold, isStuck, close } = createCallTimeout(10_000);
    const ends: (() => void)[] = [];
    const late = () => new Promise<void>((resolve) => ends.push(resolve));
    const calls = [hold(late()), hold(late()), hold(late())].map((call) => call.catch(() => {}));
    await vi.advanceTimersByTimeAsync(10_001);
    await Promise.all(calls);
    const seen: boolean[] = [isStuck()];
    for (const end of ends) {
      end();
      await vi.advanceTimersByTimeAsync(0);
      seen.push(isStuck());
    }
    expect(seen).toEqual([true, true, true, false]);
    close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not apply to a lock that others hold while the storage works", async () => {
    vi.useFakeTimers();
    const locks = createLocalLocks();
    const backend = { kv: createMemoryKv(), locks, close: async () => {} };
    const guarded = limitStorageCalls(backend, { timeoutMs: 10 });
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const first = guarded.locks.with(["key"], () => held);
    const second = guarded.locks.with(["key"], async () => "had");
    await vi.advanceTimersByTimeAsync(50);
    end();
    await first;
    expect(await second).toBe("had");
  });

  test("does not apply to work that has its lock, whatever other calls hang", async () => {
    vi.useFakeTimers();
    const kv = { ...createMemoryKv(), get: () => new Promise<never>(() => {}) };
    const guarded = limitStorageCalls({ kv, locks: createLocalLocks(), close: async () => {} }, { timeoutMs: 10 });
    const late = guarded.kv.get("key").catch(({ fault }) => fault);
    let end = (_result: string) => {};
    const work = guarded.locks.with(["key"], () => new Promise<string>((resolve) => (end = resolve)));
    await vi.advanceTimersByTimeAsync(50);
    expect(await late).toBe("late");
    end("done");
    expect(await work).toBe("done");
  });
});
