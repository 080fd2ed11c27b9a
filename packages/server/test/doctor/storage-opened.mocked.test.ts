import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callAdmin } from "../../src/admin/admin-socket.ts";
import { type LockedStorage, openLockedStorage } from "../../src/admin/locked-storage.ts";
import { checkStorage } from "../../src/doctor/storage-check.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { temporaryFolder } from "../storage/folder.ts";

vi.mock("../../src/admin/admin-socket.ts");
vi.mock("../../src/admin/locked-storage.ts");

beforeEach(() => {
  vi.mocked(callAdmin).mockReset().mockResolvedValue({ isRunning: false });
  vi.mocked(openLockedStorage).mockReset();
});
afterEach(() => void vi.useRealTimers());

/** Makes the storage that the doctor opens: one with these warnings, that a server of this format has used. */
function setStorage({ warnings = [], risks = [], format }: { warnings?: string[]; risks?: string[]; format?: number }) {
  const kv = Object.assign(createMemoryKv(), { probe: vi.fn(async () => {}) });
  const close = vi.fn(async () => {});
  const backend = { kv, description: "A storage", warnings, risks, close } as unknown as LockedStorage;
  vi.mocked(openLockedStorage).mockResolvedValue(backend);
  const ready = format === undefined ? undefined : kv.commit([["format", { version: format }]]);
  return { kv, close, ready };
}

test("an empty storage stays empty, since a backup may be restored into it", async () => {
  const { kv, close } = setStorage({});
  expect(await checkStorage("redis://10.0.0.2")).toMatchObject([{ status: "ok" }]);
  expect(await kv.get("format")).toBeNull();
  expect(kv.probe).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledOnce();
});

test("the storage is opened with the operator's secret, and a check does not begin to encrypt it", async () => {
  setStorage({});
  await checkStorage("redis://10.0.0.2", "a secret");
  expect(vi.mocked(openLockedStorage).mock.calls).toEqual([
    ["redis://10.0.0.2", { secret: "a secret", mayEncrypt: false }],
  ]);
});

test("the check ends once the storage is closed, so that a server can open its folder at once", async () => {
  const { close } = setStorage({});
  let isClosed = false;
  close.mockImplementation(async () => {
    await new Promise(setImmediate);
    isClosed = true;
  });
  await checkStorage("redis://10.0.0.2");
  expect(isClosed).toBe(true);
});

test("a storage that has been used is tested with a write", async () => {
  const { kv, close, ready } = setStorage({ format: 1 });
  await ready;
  expect(await checkStorage("redis://10.0.0.2")).toEqual([
    { check: "storage", status: "ok", message: "A storage opens, and keeps acknowledged data." },
  ]);
  expect(kv.probe).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
});

test("a storage of a later version is a failure that says so", async () => {
  await setStorage({ format: 99 }).ready;
  expect(await checkStorage("redis://10.0.0.2")).toMatchObject([
    {
      check: "storage",
      status: "fail",
      message: expect.stringContaining("written by a later version"),
      todo: "Correct --storage, or restore a backup: frontdesk restore <file>.",
    },
  ]);
});

test("every warning of the storage is shown, with its last sentence as what to do", async () => {
  setStorage({ warnings: ["It sleeps."], risks: ["It forgets. It is old. Use another."] });
  expect(await checkStorage("redis://10.0.0.2")).toEqual([
    { check: "storage", status: "ok", message: "A storage opens." },
    { check: "storage", status: "warn", message: "It sleeps.", todo: "See docs/explanation/reliability.md." },
    { check: "storage", status: "warn", message: "It forgets. It is old.", todo: "Use another." },
  ]);
});

test("a server that does not respond within two seconds is not waited for, nor a storage for more than 15", async () => {
  vi.useFakeTimers();
  vi.mocked(callAdmin).mockReturnValue(new Promise(() => {}));
  vi.mocked(openLockedStorage).mockReturnValue(new Promise(() => {}));
  let results: unknown;
  void checkStorage(`lmdb:${temporaryFolder().dir}`).then((all) => (results = all));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(openLockedStorage).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(openLockedStorage).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(results).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(results).toEqual([
    {
      check: "storage",
      status: "fail",
      message: "The storage does not respond.",
      todo: "Check that it runs, and that this machine can reach it.",
    },
  ]);
});
