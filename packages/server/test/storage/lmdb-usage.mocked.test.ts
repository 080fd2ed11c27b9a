import { expect, onTestFinished, test, vi } from "vitest";
import { createLmdbSpace } from "../../src/storage/lmdb/lmdb-space.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { temporaryFolder } from "./folder.ts";

vi.mock("../../src/storage/lmdb/lmdb-space.ts");

test("a commit reserves its bytes and 12 KiB of pages for each write, a probe 256 KiB, and all is released", async () => {
  const [reserved, released]: [number[], number[]] = [[], []];
  vi.mocked(createLmdbSpace).mockReturnValue({
    reserveSpace: (bytes) => {
      reserved.push(bytes);
      return null;
    },
    releaseSpace: (bytes) => void released.push(bytes),
    settle: async () => {},
  });
  const { kv, close } = await openStorage(`lmdb:${temporaryFolder().dir}`, { mayEncrypt: false });
  onTestFinished(close);
  await kv.commit([
    ["a", { text: "12" }],
    ["b", null],
  ]);
  await kv.probe();
  // The probe stores `{"at":1700000000000}`.
  const expected = ['{"text":"12"}'.length + 2 * 12_288, 262_144, 20 + 12_288];
  expect([reserved, released]).toEqual([expected, expected]);
});

test("only writes that store more bytes than they replace increase the usage, which a full disk rejects", async () => {
  const increases: boolean[] = [];
  vi.mocked(createLmdbSpace).mockReturnValue({
    reserveSpace(_bytes, increasesUsage) {
      increases.push(increasesUsage());
      return null;
    },
    releaseSpace() {},
    settle: async () => {},
  });
  const { kv, close } = await openStorage(`lmdb:${temporaryFolder().dir}`, { mayEncrypt: false });
  onTestFinished(close);
  await kv.commit([["a", { text: "12" }]]);
  increases.length = 0;
  for (const text of ["34", "567", "8"]) await kv.commit([["a", { text }]]);
  await kv.commit([
    ["a", null],
    ["b", { text: "9" }],
  ]);
  await kv.commit([
    ["b", null],
    ["c", { text: "longer than what is deleted" }],
  ]);
  await kv.commit([["c", null]]);
  expect(increases).toEqual([false, true, false, false, true, false]);
});
