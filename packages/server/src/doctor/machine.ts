import { execFile } from "node:child_process";
import type { StatsFs } from "node:fs";
import { readFile, statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { type CheckResult, checkResults, orNullWithin } from "./check-result.ts";

/** Time for an answer of the system, which otherwise takes milliseconds. */
const queryTimeoutMs = 3_000;
const mebibyte = 2 ** 20;
/** Free bytes below which the check fails, and below which it warns. */
const minFreeBytes = 64 * mebibyte;
const recommendedFreeBytes = 1024 * mebibyte;
/** File descriptors for thousands of long polls and tunnels; each connection uses one. */
const minOpenFiles = 16_384;
/** As `deploy/frontdesk.service` sets it. */
const recommendedOpenFiles = 4 * minOpenFiles;
/** Finds the hard limit in `Max open files  1024  524288  files`. Node raises its soft limit to that. */
const hardLimitLine = /^Max open files +\S+ +(\S+)/m;
/** Free inodes below which the check of the disk warns; each new file needs one. */
const recommendedFreeInodes = 1_000;
/** Below the recommended 512 MiB, because a machine of that size reports less: its kernel keeps a part. */
const minMemoryBytes = 384 * mebibyte;
/** Connections that may wait in the kernel when many clients connect at once. The default since Linux 5.4 is 4096. */
const recommendedBacklog = 1_024;

/** Checks that the clock is synchronized: webhook signatures, retention and expiry depend on it. */
export async function checkClock(): Promise<CheckResult> {
  const { ok, skip, warn } = checkResults("clock");
  const query = promisify(execFile)("timedatectl", ["show", "--property=NTPSynchronized", "--value"]);
  // `null` if the program is missing, as on systems without systemd.
  const output = await orNullWithin(queryTimeoutMs, query);
  const time = new Date().toISOString();
  if (output === null) return skip(`The clock says ${time}. Cannot check whether it is synchronized.`);
  if (output.stdout.trim() === "yes") return ok(`The clock says ${time} and is synchronized.`);
  return warn(
    `The clock says ${time} and is not synchronized.`,
    "Enable NTP: timedatectl set-ntp true (or install chrony).",
  );
}

/** Checks the free disk space of the storage's folder; `null` for a storage without a folder, such as Redis. */
export async function checkDisk(directory: string | null): Promise<CheckResult> {
  const { ok, skip, warn, fail } = checkResults("disk");
  if (directory === null) return skip("This storage is on no disk of this machine.");
  // A network disk without its server blocks for ever.
  const stats = await orNullWithin(queryTimeoutMs, statExistingFolder(directory));
  if (stats === null)
    return fail(
      `The disk of ${directory} does not respond.`,
      "Check that it is mounted (findmnt) and not failing (dmesg).",
    );
  const free = stats.bavail * stats.bsize;
  const freeSpace = `${Math.round(free / mebibyte).toLocaleString("en")} MiB free`;
  if (free < minFreeBytes)
    return fail(`The disk of ${directory} has ${freeSpace}.`, "Free space: on a full disk only deleting works.");
  if (free < recommendedFreeBytes)
    return warn(`The disk of ${directory} has ${freeSpace}.`, "Free space before it is full.");
  const countsInodes = stats.files > 0;
  if (countsInodes && stats.ffree < recommendedFreeInodes)
    return warn(`The disk of ${directory} has room for ${stats.ffree} more files.`, "Remove small files there.");
  return ok(`The disk of ${directory} has ${freeSpace}.`);
}

/** Returns the statistics of the folder. Before the server's first start it does not exist: then of its nearest parent that does. */
async function statExistingFolder(directory: string): Promise<StatsFs> {
  try {
    return await statfs(directory);
  } catch (error) {
    // The root is its own parent.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(directory) === directory) throw error;
    return statExistingFolder(dirname(directory));
  }
}

/** Checks the system's limits for the server. */
export async function checkLimits(): Promise<CheckResult[]> {
  return Promise.all([checkFiles(), checkMemory(), checkBacklog()]);
}

/** Checks how many files and connections the process may have open: the hard limit, to which Node raises its soft one at the start. */
async function checkFiles(): Promise<CheckResult> {
  const { ok, skip, warn } = checkResults("files");
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, hardLimit] = hardLimitLine.exec(limits) ?? [];
  if (hardLimit === undefined) return skip("Cannot check the limit of open files on this system.");
  const maxFiles = hardLimit === "unlimited" ? Number.POSITIVE_INFINITY : Number(hardLimit);
  if (maxFiles >= minOpenFiles) return ok(`${hardLimit} files may be open.`);
  return warn(
    `Only ${hardLimit} files may be open, and each connection is one.`,
    `Raise it: ulimit -n ${recommendedOpenFiles}, or LimitNOFILE=${recommendedOpenFiles} in the unit.`,
  );
}

/** Checks the memory of the machine, or of the container if that has less. */
async function checkMemory(): Promise<CheckResult> {
  const { ok, warn } = checkResults("memory");
  // `NaN` if the container has no limit (the file says `max`), and 0 if there is no such file.
  const containerBytes = Number((await readFile("/sys/fs/cgroup/memory.max", "utf8").catch(() => "")).trim());
  const bytes = containerBytes > 0 ? Math.min(containerBytes, totalmem()) : totalmem();
  const size = `${Math.round(bytes / mebibyte).toLocaleString("en")} MiB of memory`;
  if (bytes >= minMemoryBytes) return ok(`The server may take ${size}.`);
  return warn(`The server may take ${size}.`, "Give it 512 MiB: large mails and many tunnels need them.");
}

/** Checks how many connections may wait in the kernel until the server accepts them: many clients may connect at once. */
async function checkBacklog(): Promise<CheckResult> {
  const { ok, skip, warn } = checkResults("backlog");
  const maxWaiting = Number((await readFile("/proc/sys/net/core/somaxconn", "utf8").catch(() => "")).trim());
  const isMissing = maxWaiting === 0;
  if (isMissing) return skip("Cannot check the limit of waiting connections on this system.");
  if (maxWaiting >= recommendedBacklog) return ok(`${maxWaiting} connections may wait to be accepted.`);
  return warn(`Only ${maxWaiting} connections may wait to be accepted.`, "Raise it: sysctl -w net.core.somaxconn=4096");
}
