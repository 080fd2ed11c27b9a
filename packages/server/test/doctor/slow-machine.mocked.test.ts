import * as processes from "node:child_process";
import * as files from "node:fs/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckResult } from "../../src/doctor/check-result.ts";
import { checkClock, checkDisk } from "../../src/doctor/machine.ts";

vi.mock("node:child_process", async (original) => ({ ...(await original<object>()), execFile: vi.fn() }));
vi.mock("node:fs/promises", async (original) => ({ ...(await original<object>()), statfs: vi.fn() }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The result of a check, which has none before three seconds are over. */
async function afterThreeSeconds(check: Promise<CheckResult>) {
  let result: CheckResult | undefined;
  void check.then((found) => (result = found));
  await vi.advanceTimersByTimeAsync(2_999);
  expect(result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  return result;
}

test("a time service that does not respond within three seconds is not waited for", async () => {
  vi.mocked(processes.execFile).mockReturnValue({} as processes.ChildProcess);
  expect(await afterThreeSeconds(checkClock())).toMatchObject({
    status: "skip",
    message: expect.stringMatching(/Cannot check whether it is synchronized\.$/),
  });
});

test("a disk that does not respond within three seconds fails, by the name of its folder", async () => {
  vi.mocked(files.statfs).mockReturnValue(new Promise<never>(() => {}));
  expect(await afterThreeSeconds(checkDisk("/mnt/desk"))).toMatchObject({
    status: "fail",
    message: "The disk of /mnt/desk does not respond.",
  });
});
