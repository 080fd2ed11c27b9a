import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { SecretsFolderError, writeSecret } from "../src/text/secrets.ts";

let isClosed = false;
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    async open(...given: Parameters<typeof real.open>) {
      const file = await real.open(...given);
      file.writeFile = async () => {
        await file.write("svcs");
        throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      };
      const close = file.close.bind(file);
      file.close = async () => {
        await new Promise(setImmediate);
        await close();
        isClosed = true;
      };
      return file;
    },
  };
});

test("a disk that is full in the middle of a secret leaves no part of it, nor an open file, and says why", async () => {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await expect(writeSecret(folder, "sms-s1.key", "svcsms_a")).rejects.toThrow(
    new SecretsFolderError(`Cannot write to the folder ${folder} (ENOSPC)`),
  );
  expect([readdirSync(folder), isClosed]).toEqual([[], true]);
});
