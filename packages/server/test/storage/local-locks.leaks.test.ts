import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";

test("a lock that was released takes no memory, whether its work succeeded or failed", async () => {
  const locks = createLocalLocks();
  let keys = 0;
  const useLocks = async () => {
    const key = `${keys++}${"k".repeat(40_000)}`;
    await locks.with([key, `${key}2`], async () => {});
    await locks.with([key], () => Promise.reject(new Error("work failed"))).catch(() => {});
  };
  await leavesNothing(useLocks, { calls: 50 });
});
