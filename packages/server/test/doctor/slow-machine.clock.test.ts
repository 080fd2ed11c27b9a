import * as processes from "node:child_process";
import * as files from "node:fs/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkClock, checkDisk } from "../../src/doctor/machine.ts";

vi.mock("node:child_process", async (original) => ({ ...(await original<object>()), execFile: vi.fn() }));
vi.mock("node:fs/promises", async (original) => ({ ...(await original<object>()), statfs: vi.fn() }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a time service that does not respond within three seconds is not waited for", async () => {
  vi.mocked(processes.execFile).mockReturnValue({} as processes.ChildProcess);
  const result = checkClock();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await result).toMatchObject({
    status: "skip",
    message: expect.stringMatching(/Cannot check whether it is synchronized\.$/),
  });
});

test("a disk that does not respond within three seconds fails, by the name of its folder", async () => {
  vi.mocked(files.statfs).mockReturnValue(new Promise<never>(() => {}));
  const result = checkDisk("/mnt/desk");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await result).toMatchObject({ status: "fail", message: "The disk of /mnt/desk does not respond." });
});
