import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHealth } from "../../src/lifetime/health.ts";
import { StorageError } from "../../src/problem.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a result is valid for a second, then the storage is probed again", async () => {
  let probes = 0;
  let isUp = true;
  const health = createHealth({
    async probe() {
      probes++;
      if (!isUp) throw new Error("gone");
    },
  });
  expect(await health.check()).toBeNull();
  isUp = false;
  for (const [milliseconds, asked, error] of [
    [1_000, 1, undefined],
    [1, 2, "The storage rejects writes."],
    [1_000, 2, "The storage rejects writes."],
  ] as const) {
    await vi.advanceTimersByTimeAsync(milliseconds);
    expect([(await health.check())?.error, probes]).toEqual([error, asked]);
  }
  isUp = true;
  await vi.advanceTimersByTimeAsync(1);
  expect([await health.check(), probes]).toEqual([null, 3]);
});

test("a storage that has not answered for two seconds is reported as hanging, and leaves no timer", async () => {
  const health = createHealth({ probe: () => new Promise(() => {}) });
  let found: unknown = "nothing yet";
  void health.check().then((fault) => (found = fault));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(found).toBe("nothing yet");
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toEqual({ error: "The storage does not respond." });
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [new Error("outer", { cause: new Error("inner\nand more") }), "The storage rejects writes.", "inner"],
  [new StorageError("late", { fault: "late" }), "The storage rejects writes.", "late"],
  [new StorageError("full", { fault: "full", cause: new Error("ENOSPC") }), "The storage is full.", "ENOSPC"],
  ["no error at all", "The storage rejects writes.", "unknown reason"],
])("%s is told to everyone in our words, and to the operator in the storage's", async (thrown, error, cause) => {
  const health = createHealth({ probe: () => Promise.reject(thrown) });
  expect(await health.check()).toEqual({ error, cause });
  expect(vi.getTimerCount()).toBe(0);
});

test("a stopping server says so, whatever the last result was, and no longer probes the storage", async () => {
  let probes = 0;
  const health = createHealth({ probe: async () => void probes++ });
  expect(await health.check()).toBeNull();
  health.markStopping();
  expect(await health.check()).toEqual({ error: "The server is stopping." });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await health.check()).toEqual({ error: "The server is stopping." });
  expect(probes).toBe(1);
});
