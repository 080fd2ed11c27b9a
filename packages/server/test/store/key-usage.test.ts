import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createKeyUsage } from "../../src/store/key-usage.ts";
import { createLateKv } from "../storage/late-commits.ts";

const start = Date.UTC(2026, 0, 1);
const key = { id: "k", account: "a" };

/** The uses of keys, by a clock that the test sets. */
function open() {
  const state = { now: start, exists: true };
  const kv = createLateKv();
  const usage = createKeyUsage(
    { kv, locks: createLocalLocks(), clock: { now: () => state.now } },
    async () => state.exists,
  );
  return { state, usage };
}

test.each([
  [59_999, "2026-01-01T00:00:00.000Z"],
  [60_000, "2026-01-01T00:01:00.000Z"],
  [-59_999, "2026-01-01T00:00:00.000Z"],
  [-60_000, "2025-12-31T23:59:00.000Z"],
])("a key that is used %i ms after a use that was recorded was last used at %s", async (milliseconds, at) => {
  const { state, usage } = open();
  expect(await usage.lastUsed(key.id)).toBeNull();
  await usage.touch(key);
  state.now += milliseconds;
  await usage.touch(key);
  expect(await usage.lastUsed(key.id)).toBe(at);
});

test("a minute counts from the last use that was recorded, and for each key alone", async () => {
  const { state, usage } = open();
  for (let time = 0; time < 3; time++) {
    await usage.touch(key);
    state.now += 30_000;
  }
  expect(await usage.lastUsed(key.id)).toBe("2026-01-01T00:01:00.000Z");
  await usage.touch({ ...key, id: "other" });
  expect(await usage.lastUsed("other")).toBe("2026-01-01T00:01:30.000Z");
});

test("the use of a key that was deleted meanwhile is not recorded", async () => {
  const { state, usage } = open();
  state.exists = false;
  await usage.touch(key);
  expect(await usage.lastUsed(key.id)).toBeNull();
});
