import { createStorage } from "unstorage";
import memory from "unstorage/drivers/memory";
import { expect, onTestFinished, test } from "vitest";
import { generateSecret } from "../../src/storage/encryption/secret.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { temporaryFolder } from "./folder.ts";

// What the doctor and the log show an operator of each storage.

const clearText =
  "Codes, messages and keys are stored as clear text. Set FRONTDESK_SECRET to encrypt them: openssl rand -base64 32.";
const oneServer = "This storage serves one server only; several need redis://.";
const notCrashSafe = "fs: is not crash-safe: a power failure loses acknowledged messages. Use lmdb:<dir>.";

function folder(): string {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  return dir;
}

test.each([
  ["memory:", () => "memory:", {}, { warnings: [], risks: [] }],
  ["lmdb:<dir>", () => `lmdb:${folder()}`, {}, { warnings: [], risks: [] }],
  ["fs:<dir>", () => `fs:${folder()}`, {}, { warnings: [], risks: [notCrashSafe] }],
  ["a storage of the caller", () => createStorage(), {}, { warnings: [oneServer, clearText], risks: [] }],
  ["a driver of the caller", () => memory(), {}, { warnings: [oneServer, clearText], risks: [] }],
  [
    "an encrypted one of the caller",
    () => memory(),
    { secret: generateSecret() },
    { warnings: [oneServer], risks: [] },
  ],
])("%s has its warnings and risks, and no others", async (_what, target, options, { warnings, risks }) => {
  const backend = await openStorage(target(), options);
  onTestFinished(() => backend.close());
  expect([backend.warnings, backend.risks]).toEqual([warnings, risks]);
});

const forms = "memory:, lmdb:<dir>, fs:<dir>, redis://host:6379 or rediss://host:6379";

test.each([
  ["data", `--storage does not know a value without a scheme. It takes ${forms}`],
  ["postgres://user:secret@host/db", `--storage does not know "postgres:" with what follows it. It takes ${forms}`],
  ["lmdb:", `--storage does not know "lmdb:" with what follows it. It takes ${forms}`],
  [7, `--storage must be text such as ${forms}, or a storage of unstorage's`],
  [null, `--storage must be text such as ${forms}, or a storage of unstorage's`],
])("the storage %j is refused: %s", async (target, message) => {
  const opening = openStorage(target as string);
  await expect(opening).rejects.toThrow(expect.objectContaining({ name: "OptionsError", message }));
});
