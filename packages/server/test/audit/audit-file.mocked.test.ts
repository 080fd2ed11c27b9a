import * as fs from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAuditFile } from "../../src/lifetime/audit-file.ts";
import { temporaryFolder } from "../storage/folder.ts";

/** What the file system does that a test cannot have from a real one. */
const disk = vi.hoisted(() => ({
  bytesUntilFull: Number.POSITIVE_INFINITY,
  bytesPerWrite: Number.POSITIVE_INFINITY,
  deviceAtPath: null as number | null,
  opened: 0,
  looks: 0,
  closed: [] as number[],
}));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    openSync(...given: Parameters<typeof real.openSync>) {
      disk.opened++;
      return real.openSync(...given);
    },
    writeSync(fd: number, bytes: Buffer, offset: number) {
      if (disk.bytesUntilFull === 0) throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
      const written = real.writeSync(
        fd,
        bytes,
        offset,
        Math.min(bytes.length - offset, disk.bytesUntilFull, disk.bytesPerWrite),
      );
      disk.bytesUntilFull -= written;
      return written;
    },
    closeSync(fd: number) {
      disk.closed.push(fd);
      if (fd > 2) real.closeSync(fd);
    },
    statSync(path: string, options: object) {
      disk.looks++;
      const stats = real.statSync(path, options);
      return disk.deviceAtPath === null ? stats : Object.assign(Object.create(stats!), { dev: disk.deviceAtPath });
    },
  };
});

const entry = {
  at: "2026-01-01T12:00:00.000Z",
  account: "default",
  key_id: null,
  action: "key.created",
  ip: null,
} as const;
const line = (target: string) => `${JSON.stringify({ ...entry, target })}\n`;

function open() {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const path = join(temporaryFolder().dir, "audit.log");
  const warn = vi.fn();
  const file = createAuditFile(path, { info() {}, warn, error() {} })!;
  file.open();
  onTestFinished(() => file.close());
  const write = (target: string, at: number) => {
    now.mockReturnValue(at);
    file.write({ ...entry, target });
  };
  const cutLine = (target: string, at: number) => {
    disk.bytesUntilFull = 10;
    write(target, at);
    disk.bytesUntilFull = Number.POSITIVE_INFINITY;
  };
  return { path, warn, write, cutLine, read: (name = path) => fs.readFileSync(name, "utf8") };
}

test("a destination that takes ten bytes at a time gets the whole line", () => {
  const { write, read } = open();
  disk.bytesPerWrite = 10;
  onTestFinished(() => {
    disk.bytesPerWrite = Number.POSITIVE_INFINITY;
  });
  write("key:a", 0);
  write("key:b", 0);
  expect(read()).toBe(line("key:a") + line("key:b"));
});

test("after a line that was written in part comes a whole one, on a line of its own", () => {
  const { write, cutLine, read } = open();
  cutLine("key:a", 0);
  write("key:b", 0);
  write("key:c", 0);
  expect(read()).toBe(`${line("key:a").slice(0, 10)}\n${line("key:b")}${line("key:c")}`);
});

test("a disk that is full again, after it had space, is logged again", () => {
  const { warn, write, cutLine } = open();
  cutLine("key:a", 0);
  cutLine("key:b", 0);
  expect(warn).toHaveBeenCalledOnce();
  write("key:c", 0);
  cutLine("key:d", 0);
  expect(warn).toHaveBeenCalledTimes(2);
});

test("a file that is opened again begins with a whole line, whatever the old one ends with", () => {
  const { path, write, cutLine, read } = open();
  cutLine("key:a", 0);
  fs.renameSync(path, `${path}.1`);
  write("key:b", 1_000);
  expect([read(`${path}.1`), read()]).toEqual([line("key:a").slice(0, 10), line("key:b")]);
});

test.each([
  [999, "the old file"],
  [1_000, "the new file"],
])("%d ms after the last look at the path an entry goes to %s", (milliseconds, where) => {
  const { path, write, read } = open();
  fs.renameSync(path, `${path}.1`);
  fs.writeFileSync(path, "");
  write("key:a", milliseconds);
  expect(read(where === "the old file" ? `${path}.1` : path)).toBe(line("key:a"));
});

test("a file of the same number on another disk is another file", () => {
  const { path, write } = open();
  const before = disk.opened;
  write("key:a", 1_000);
  expect(disk.opened).toBe(before);
  disk.deviceAtPath = fs.statSync(path).dev + 1;
  onTestFinished(() => {
    disk.deviceAtPath = null;
  });
  write("key:b", 2_000);
  expect(disk.opened).toBe(before + 1);
});

test("the path is looked at once a second, however many entries are written", () => {
  const { write } = open();
  const counts = [1_000, 1_000, 1_999, 2_000, 2_500].map((at) => {
    disk.looks = 0;
    write("key:a", at);
    return disk.looks;
  });
  expect(counts).toEqual([1, 0, 0, 1, 0]);
});

test("closing closes the file once, and never the stdout of the process", () => {
  const log = { info() {}, warn() {}, error() {} };
  disk.closed.length = 0;
  const stdout = createAuditFile("stdout", log)!;
  stdout.open();
  stdout.close();
  expect(disk.closed).not.toContain(1);
  const path = join(temporaryFolder().dir, "audit.log");
  const file = createAuditFile(path, log)!;
  file.open();
  disk.closed.length = 0;
  for (let time = 0; time < 2; time++) file.close();
  expect(disk.closed).toEqual([expect.any(Number)]);
  file.write({ ...entry, target: "key:a" });
  expect(fs.readFileSync(path, "utf8")).toBe("");
});
