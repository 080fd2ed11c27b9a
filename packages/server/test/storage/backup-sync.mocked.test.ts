import type { FileHandle } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { writeBackup } from "../../src/storage/backup.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { temporaryFolder } from "./folder.ts";

/** What was done with files, in this order. */
const steps = vi.hoisted(() => [] as string[]);

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    async open(...given: Parameters<typeof real.open>) {
      const handle: FileHandle = await real.open(...given);
      const { sync, close } = handle;
      handle.sync = async () => {
        await sync.call(handle);
        steps.push("synced");
      };
      handle.close = async () => {
        await close.call(handle);
        steps.push("closed");
      };
      return handle;
    },
    async rename(...given: Parameters<typeof real.rename>) {
      await real.rename(...given);
      steps.push(`renamed to ${basename(String(given[1]))}`);
    },
  };
});

test("a backup gets its name only once the disk has it, so that a power failure leaves no part of one", async () => {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const storage = `lmdb:${join(dir, "data")}`;
  const { kv, close } = await openStorage(storage, { mayEncrypt: false });
  await kv.commit([["mailbox:a", { name: "ann" }]]);
  await close();
  steps.length = 0;
  await writeBackup(storage, join(dir, "desk.backup"));
  expect(steps).toEqual(["synced", "closed", "renamed to desk.backup"]);
});
