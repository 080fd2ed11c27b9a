import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, renameSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAuditFile } from "../../src/lifetime/audit-file.ts";
import { OptionsError } from "../../src/problem.ts";
import type { AuditEntry } from "../../src/store/audit-log.ts";
import { temporaryFolder } from "../storage/folder.ts";

const entry = (target: string): AuditEntry => ({
  at: "2026-01-01T12:00:00.000Z",
  account: "default",
  key_id: null,
  action: "key.created",
  target,
  ip: null,
});

function openFile(path = join(temporaryFolder().dir, "audit.log")) {
  const warn = vi.fn();
  const file = createAuditFile(path, { info() {}, warn, error() {} })!;
  file.open();
  onTestFinished(() => file.close());
  return { path, file, warn };
}
/** Returns what a link leads to; nothing for one that has just gone, such as that of the folder that was read. */
function readlinkOrEmpty(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test("entries are appended as JSON lines, to a file that only the operator reads", () => {
  const { path, file } = openFile();
  file.write(entry("key:a"));
  file.close();
  const { file: next } = openFile(path);
  next.write(entry("key:b"));
  expect(linesOf(path)).toEqual([entry("key:a"), entry("key:b")]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("an entry after closing is left to the storage, without a warning", () => {
  const { path, file, warn } = openFile();
  file.close();
  file.close();
  file.write(entry("key:a"));
  expect([linesOf(path), warn.mock.calls]).toEqual([[], []]);
});

test.each([
  ["moved, as by logrotate", (path: string) => renameSync(path, `${path}.1`)],
  ["deleted", unlinkSync],
])("a file that was %s is opened again", (_how, move) => {
  const now = vi.spyOn(performance, "now");
  onTestFinished(() => now.mockRestore());
  const { path, file } = openFile();
  file.write(entry("key:a"));
  move(path);
  const later = performance.now() + 2_000;
  now.mockReturnValue(later);
  file.write(entry("key:b"));
  expect(linesOf(path)).toEqual([entry("key:b")]);
  // Linux shows what the process has open.
  if (process.platform !== "linux") return;
  const open = readdirSync("/proc/self/fd").map((fd) => readlinkOrEmpty(`/proc/self/fd/${fd}`));
  expect(open.filter((opened) => opened.startsWith(path))).toEqual([path]);
});

test("a disk that is full fails no request, and is logged once", () => {
  const { file, warn } = openFile("/dev/full");
  for (let at = 0; at < 3; at++) file.write(entry("key:a"));
  expect(warn.mock.calls).toEqual([
    ["--audit-log does not take entries; GET /svc-api/audit has them", { why: expect.stringContaining("ENOSPC") }],
  ]);
});

test("a file that cannot be opened stops the start, with the path", () => {
  const path = join(temporaryFolder().dir, "missing", "audit.log");
  const file = createAuditFile(path, { info() {}, warn() {}, error() {} })!;
  expect(() => file.open()).toThrow(
    new OptionsError(`--audit-log ${path} cannot be opened: ENOENT: no such file or directory, open '${path}'`),
  );
});

test("`off` writes nothing", () => {
  expect(createAuditFile("off", { info() {}, warn() {}, error() {} })).toBeUndefined();
});

test("`stdout` writes to stdout, and a reader that does not read does not stop the server", () => {
  const source = `
    import { createAuditFile } from ${JSON.stringify(new URL("../../src/lifetime/audit-file.ts", import.meta.url).href)};
    const warnings = [];
    const file = createAuditFile("stdout", { warn: (_line, { why }) => warnings.push(why) });
    file.open();
    for (let at = 0; at < 5_000; at++) file.write({ target: "key:" + at });
    process.stderr.write(JSON.stringify(warnings));
  `;
  const tsx = ["--import", "tsx", "--input-type=module", "-e", source];
  // The reader takes the first line when the writer has ended, or ends after 15 seconds, which is another reason for the warning.
  const waiting = `for turn in $(seq 300); do [ -e "$0.ended" ] && break; sleep 0.05; done`;
  const shell = `(node "$@" 2>"$0"; : >"$0.ended") | (${waiting}; head -n 1)`;
  const said = join(temporaryFolder().dir, "warnings");
  const first = execFileSync("sh", ["-c", shell, said, ...tsx], { encoding: "utf8", timeout: 30_000 });
  expect(JSON.parse(first)).toEqual({ target: "key:0" });
  expect(JSON.parse(readFileSync(said, "utf8"))).toEqual([expect.stringContaining("EAGAIN")]);
});
