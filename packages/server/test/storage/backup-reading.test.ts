import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { readBackup } from "../../src/storage/backup-file.ts";
import { temporaryFolder } from "./folder.ts";

const clear = { frontdesk: "backup", format: 1 };
const keyring = { dataKeys: [], secrets: [] };

/** A compressed file of these lines. */
function write(lines: (object | string)[]): string {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const file = join(dir, "desk.backup");
  const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
  writeFileSync(file, gzipSync(text));
  return file;
}

/** The records of a backup that can be read. */
async function readAll(file: string) {
  const records = [];
  for await (const record of readBackup(file, {})) records.push(record);
  return records;
}

const record = ["mailbox:a", { name: "ann" }];
const digestOf = (...lines: unknown[]) =>
  createHash("sha256")
    .update(lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
    .digest("hex");

test("a record is read with its key, its value and the length of its line", async () => {
  const file = write([clear, record, { records: 1, sha256: digestOf(record) }]);
  expect(await readAll(file)).toEqual([
    { key: "mailbox:a", value: { name: "ann" }, size: JSON.stringify(record).length },
  ]);
});

const broken = (reason: string) => (file: string) => `${file} is not a complete backup: ${reason}`;
const noHeader = broken("it does not begin like a Frontdesk backup");
const wrongDigest = broken("its records do not match their digest");

test.each<[string, (object | string)[], (file: string) => string]>([
  ["is empty", [], noHeader],
  ["begins with no JSON", ["hello"], noHeader],
  ["begins with something else", [{ frontdesk: "log", format: 1 }], noHeader],
  ["has no format", [{ frontdesk: "backup" }], noHeader],
  [
    "has a later format",
    [{ ...clear, format: 3 }],
    (file) => `${file} was made by a later version of Frontdesk (format 3). Use that version.`,
  ],
  ["has no end", [clear, record], broken("its end is missing")],
  ["has another digest", [clear, record, { records: 1, sha256: digestOf() }], wrongDigest],
  ["has another count", [clear, record, { records: 2, sha256: digestOf(record) }], wrongDigest],
  [
    "is for a passphrase that is not given",
    [{ ...clear, format: 2, keyring, scrypt: {} }],
    (file) => `${file} was made with a passphrase. Give it: --passphrase-file <file>.`,
  ],
  [
    "is for a secret that is not given",
    [{ ...clear, format: 2, keyring }],
    (file) =>
      `${file} is encrypted with the secret of the storage that it was made from. Name a copy of that: --secret-file <file>.`,
  ],
])("a backup that %s is refused with what is wrong", async (_how, lines, toMessage) => {
  const file = write(lines);
  await expect(readAll(file)).rejects.toThrow(expect.objectContaining({ message: toMessage(file) }));
});

// Linux shows what the process has open.
test.runIf(process.platform === "linux")("a backup that is read only in part is closed", async () => {
  // More lines and bytes than are read ahead.
  const large = Array.from({ length: 3_000 }, (_, at) => [`key${at}`, { text: randomBytes(600).toString("base64") }]);
  const file = write([clear, ...large]);
  const isOpen = () =>
    readdirSync("/proc/self/fd").some((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === file;
      } catch {
        return false;
      }
    });
  for await (const { key } of readBackup(file, {})) {
    expect([key, isOpen()]).toEqual(["key0", true]);
    break;
  }
  await expect.poll(isOpen).toBe(false);
});
