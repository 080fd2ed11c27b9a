import { expect, onTestFinished, test, vi } from "vitest";
import { createLmdbSpace } from "../../src/storage/lmdb/lmdb-space.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { temporaryFolder } from "./folder.ts";

vi.mock("../../src/storage/lmdb/lmdb-space.ts");

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
