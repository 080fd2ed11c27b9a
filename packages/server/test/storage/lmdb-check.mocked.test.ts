import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { checkLmdb } from "../../src/storage/lmdb/lmdb-check.ts";
import { temporaryFolder } from "./folder.ts";

vi.mock("node:child_process");
beforeEach(() => void vi.mocked(spawn).mockReset());

/** The folder of a database whose reading in another process prints this and ends so. */
function open(printed: string[], code: number | null, signal: string | null, content = "a database") {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const file = join(dir, "data.mdb");
  writeFileSync(file, content);
  vi.mocked(spawn).mockImplementation(() => {
    const child = Object.assign(new EventEmitter(), { stdout: new PassThrough() });
    for (const text of printed) child.stdout.write(text);
    child.stdout.end();
    child.stdout.once("end", () => child.emit("close", code, signal));
    return child as never;
  });
  return { dir, file };
}

test.each<[string[], number | null, string | null, string]>([
  [["it has 4096 ", "bytes of 8192\n"], 1, null, "it has 4096 bytes of 8192"],
  [[], 1, null, "it cannot be read"],
  [["\n"], 1, null, "it cannot be read"],
  [["half a line"], null, "SIGSEGV", "reading it ends in SIGSEGV"],
])("a database whose reading prints %j and ends with %s (%s) is damaged: %s", async (printed, code, signal, fault) => {
  const { dir, file } = open(printed, code, signal);
  const what = "Restore a backup with `frontdesk restore`, or move the file away to start with empty data";
  const message = `${file} is damaged (${fault}). It was not changed. ${what}`;
  await expect(checkLmdb(dir)).rejects.toThrow(expect.objectContaining({ message }));
});

test("a database that can be read within five seconds is not damaged, whatever reading it printed", async () => {
  const { dir } = open(["a note"], 0, null);
  await checkLmdb(dir);
  expect(vi.mocked(spawn).mock.calls).toEqual([
    [
      process.execPath,
      [expect.stringMatching(/server\/bin\/check-storage\.mjs$/), dir, "5000"],
      { stdio: ["ignore", "pipe", "ignore"] },
    ],
  ]);
});

test("an empty file is damaged, and a folder without one is new: neither is read", async () => {
  const { dir } = open([], 0, null, "");
  await expect(checkLmdb(dir)).rejects.toThrow("data.mdb is damaged (it is empty). It was not changed.");
  await checkLmdb(join(dir, "new"));
  expect(spawn).not.toHaveBeenCalled();
});
