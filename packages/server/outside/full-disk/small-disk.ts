import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { makeFolder } from "../support/processes.ts";

export interface SmallDisk {
  dir: string;
  /** Takes what is free, to the last byte. */
  fill(): void;
  empty(): void;
}

const mounted: string[] = [];
afterAll(() => {
  for (const dir of mounted.splice(0)) spawnSync("umount", ["--lazy", dir]);
});

/** Whether this user may mount file systems here. */
export function canMount(): boolean {
  const dir = makeFolder();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "none", dir]);
  if (status === 0) spawnSync("umount", [dir]);
  return status === 0;
}

/** A file system of a few mebibytes: in memory, or one that keeps a journal on a file. */
export function createSmallDisk(kind: "tmpfs" | "ext4"): SmallDisk {
  const root = makeFolder();
  const dir = join(root, "disk");
  mkdirSync(dir);
  if (kind === "tmpfs") execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "none", dir]);
  else {
    const image = join(root, "image");
    closeSync(openSync(image, "w"));
    truncateSync(image, 12 * 2 ** 20);
    execFileSync("mkfs.ext4", ["-q", "-m", "0", image]);
    execFileSync("mount", ["-o", "loop", image, dir]);
  }
  mounted.push(dir);
  const filler = join(dir, "filler");
  return {
    dir,
    fill() {
      const file = openSync(filler, "w");
      for (let size = 2 ** 20; size >= 1; size /= 2)
        try {
          for (;;) writeSync(file, Buffer.alloc(size, "x"));
        } catch {
          // Then less at a time.
        }
      closeSync(file);
    },
    empty: () => rmSync(filler, { force: true }),
  };
}
