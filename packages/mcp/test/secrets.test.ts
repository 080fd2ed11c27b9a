import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkSecretsFolder, isKey, redact, SecretsFolderError, writeSecret } from "../src/text/secrets.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a secret is written to a new file in a new folder, which only this user can read", async () => {
  const folder = join(temporaryFolder(), "new");
  const file = await writeSecret(folder, "sms-../s1/../../1.key", "svcsms_a");
  expect([file, readFileSync(file, "utf8")]).toEqual([join(folder, "sms-.._s1_.._.._1.key"), "svcsms_a\n"]);
  const modes = [folder, file].map((path) => statSync(path).mode & 0o777);
  if (process.platform !== "win32") expect(modes).toEqual([0o700, 0o600]);
});

test.skipIf(process.platform !== "linux")("the file of a secret is closed once it is written", async () => {
  const file = await writeSecret(temporaryFolder(), "key", "svcsms_a");
  const descriptors = "/proc/self/fd";
  const openFiles = readdirSync(descriptors).map((name) => {
    try {
      return readlinkSync(join(descriptors, name));
    } catch {
      // Reading the list takes a descriptor, which is closed since.
      return "";
    }
  });
  expect(openFiles).not.toContain(realpathSync(file));
});

test("a secret is written into no existing file, nor where a link leads", async () => {
  const folder = temporaryFolder();
  const other = join(folder, "other");
  writeFileSync(other, "theirs");
  symlinkSync(other, join(folder, "link"));
  await writeSecret(folder, "key", "first");
  for (const name of ["key", "link"])
    await expect(writeSecret(folder, name, "second")).rejects.toThrow(
      new SecretsFolderError(`Cannot write to the folder ${folder} (EEXIST)`),
    );
  expect([readFileSync(join(folder, "key"), "utf8"), readFileSync(other, "utf8")]).toEqual(["first\n", "theirs"]);
});

test("credentials of four characters or more are removed wherever they stand; shorter ones are words", () => {
  expect(redact("a1b2c a1b2, a1b and a1b2", ["a1b2", "a1b"])).toBe("[secret]c [secret], a1b and [secret]");
});

test("checking the folder for secrets creates it, and leaves no file in it", async () => {
  const folder = join(temporaryFolder(), "new");
  for (let count = 0; count < 2; count++) await checkSecretsFolder(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder for secrets that is a file is rejected, and stays as it is", async () => {
  const file = join(temporaryFolder(), "notes");
  writeFileSync(file, "mine");
  await expect(checkSecretsFolder(file)).rejects.toThrow(
    new SecretsFolderError(`Cannot write to the folder ${file} (EEXIST)`),
  );
  expect(readFileSync(file, "utf8")).toBe("mine");
});

test.each([
  ["svcagt_a1", true],
  ["!~", true],
  ["", false],
  ["svcagt_…", false],
  ["svcagt_a 1", false],
  ["svcagt_a\n", false],
])("%j can be a key: %s", (text, can) => expect(isKey(text)).toBe(can));
