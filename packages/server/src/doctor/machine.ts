import { execFile } from "node:child_process";
import type { StatsFs } from "node:fs";
import { readFile, statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { type CheckResult, checkResults, withTimeout } from "./check-result.ts";

const mebibyte = 2 ** 20;
/** Open files that thousands of waits and tunnels need: each connection is one. */
const recommendedFiles = 16_384;

/** Whether the clock is kept right: codes, retention and expiry go by it. */
export async function checkClock(): Promise<CheckResult> {
  const { ok, skip, warn } = checkResults("clock");
  const asked = promisify(execFile)("timedatectl", ["show", "--property=NTPSynchronized", "--value"]);
  const answer = await withTimeout(3_000, asked);
  const shown = new Date().toISOString();
  if (answer === null) return skip(`The clock says ${shown}. Nothing here tells whether it is kept right.`);
  if (answer.stdout.trim() === "yes") return ok(`The clock says ${shown} and is kept right.`);
  return warn(
    `The clock says ${shown}, and nothing keeps it right.`,
    "Switch it on: timedatectl set-ntp true (or install chrony).",
  );
}

/** Room where the storage is, or will be. */
export async function checkDisk(directory: string | null): Promise<CheckResult> {
  const { ok, skip, warn, fail } = checkResults("disk");
  if (directory === null) return skip("This storage is on no disk of this machine.");
  const found = await withTimeout(3_000, statExistingFolder(directory));
  if (found === null)
    return fail(
      `The disk of ${directory} does not answer.`,
      "See that it is mounted (findmnt), and not failing (dmesg).",
    );
  const free = found.bavail * found.bsize;
  const shown = `${Math.round(free / mebibyte).toLocaleString("en")} MiB free`;
  if (free < 64 * mebibyte)
    return fail(`The disk of ${directory} has ${shown}.`, "Make room: on a full disk nothing but deleting works.");
  if (free < 1024 * mebibyte) return warn(`The disk of ${directory} has ${shown}.`, "Make room before it is full.");
  // Some file systems count none.
  if (found.files > 0 && found.ffree < 1_000)
    return warn(`The disk of ${directory} has room for ${found.ffree} more files.`, "Remove small files there.");
  return ok(`The disk of ${directory} has ${shown}.`);
}

/** Of the nearest folder that is there. */
async function statExistingFolder(directory: string): Promise<StatsFs> {
  try {
    return await statfs(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(directory) === directory) throw error;
    return statExistingFolder(dirname(directory));
  }
}

/** What the system lets the server have. */
export async function checkLimits(): Promise<CheckResult[]> {
  return Promise.all([checkFiles(), checkMemory(), checkBacklog()]);
}

async function checkFiles(): Promise<CheckResult> {
  const { ok, skip, warn } = checkResults("files");
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  // Node raises what it has to what it may have.
  const [, files] = /^Max open files +\S+ +(\S+)/m.exec(limits) ?? [];
  if (files === undefined) return skip("This system does not tell how many files may be open.");
  const count = files === "unlimited" ? Number.POSITIVE_INFINITY : Number(files);
  if (count >= recommendedFiles) return ok(`${files} files may be open.`);
  return warn(
    `Only ${files} files may be open, and each connection is one.`,
    `Raise it: ulimit -n ${4 * recommendedFiles}, or LimitNOFILE=${4 * recommendedFiles} in the unit.`,
  );
}

async function checkMemory(): Promise<CheckResult> {
  const { ok, warn } = checkResults("memory");
  const bound = Number((await readFile("/sys/fs/cgroup/memory.max", "utf8").catch(() => "")).trim());
  const most = bound > 0 ? Math.min(bound, totalmem()) : totalmem();
  const shown = `${Math.round(most / mebibyte).toLocaleString("en")} MiB of memory`;
  if (most >= 384 * mebibyte) return ok(`The server may take ${shown}.`);
  return warn(`The server may take ${shown}.`, "Give it 512 MiB: large mails and many tunnels need them.");
}

async function checkBacklog(): Promise<CheckResult> {
  const { ok, skip, warn } = checkResults("backlog");
  const most = Number((await readFile("/proc/sys/net/core/somaxconn", "utf8").catch(() => "")).trim());
  if (most === 0) return skip("This system does not tell how many connections may wait.");
  if (most >= 1_024) return ok(`${most} connections may wait to be taken.`);
  return warn(`Only ${most} connections may wait to be taken.`, "Raise it: sysctl -w net.core.somaxconn=4096");
}
