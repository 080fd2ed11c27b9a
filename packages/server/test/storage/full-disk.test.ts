import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "./folder.ts";

const writer = fileURLToPath(new URL("./full-disk-writer.ts", import.meta.url));

test.skipIf(process.platform === "win32")(
  "rejects what a full disk cannot store, and keeps what was acknowledged",
  async () => {
    const { dir, remove } = temporaryFolder();
    // Quotes are safe: neither path holds one.
    const command = `ulimit -f 8000; exec "${process.execPath}" --unhandled-rejections=strict --import tsx "${writer}" "lmdb:${dir}"`;
    const { stdout } = await promisify(execFile)("sh", ["-c", command]);
    const found = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    expect(found.failure).toBe("FullError: The disk of the storage is full");
    expect(found.stored).toBeGreaterThan(0);
    expect(found.last).toEqual({ n: found.stored });
    expect(found.half).toEqual([null, null]);
    remove();
  },
);
