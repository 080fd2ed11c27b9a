import { existsSync } from "node:fs";
import { callAdmin } from "../admin/admin-socket.ts";
import { openLockedStorage } from "../admin/locked-storage.ts";
import { storageDirectory } from "../storage/backends.ts";
import { checkFormat } from "../storage/format.ts";
import { type CheckResult, checkResults, withTimeout } from "./check-result.ts";

/** Milliseconds that opening a storage may take; a large lmdb is read through for 5 s of them. */
const openTimeoutMs = 15_000;

/** Whether the storage opens, and what it would lose. */
export async function checkStorage(storage: string): Promise<CheckResult[]> {
  const { ok, warn, fail } = checkResults("storage");
  const directory = storageDirectory(storage);
  if (directory !== null && !existsSync(directory)) return [ok(`${directory} is made at the first start.`)];
  if (directory !== null && (await withTimeout(2_000, hasRunningServer(directory))))
    return [ok(`A running server has ${directory}.`)];
  const opened = await withTimeout(openTimeoutMs, tryStorage(storage));
  if (opened === null)
    return [fail("The storage does not answer.", "See that it runs, and that this machine reaches it.")];
  if (opened instanceof Error)
    return [fail(opened.message, "Set --storage right, or put a backup back: frontdesk restore <file>.")];
  const { description, warnings } = opened;
  if (warnings.length === 0) return [ok(`${description} opens, and keeps what it acknowledges.`)];
  return [ok(`${description} opens.`), ...warnings.map((sentence) => warn(...splitAdvice(sentence)))];
}

async function hasRunningServer(directory: string): Promise<boolean> {
  return (await callAdmin(directory, { do: "account list" })).answered;
}

async function tryStorage(storage: string): Promise<{ description: string; warnings: string[] } | Error> {
  try {
    const backend = await openLockedStorage(storage);
    try {
      // Into an empty one a backup may yet be put.
      const isEmpty = (await backend.kv.get("format")) === null;
      if (!isEmpty) await checkFormat(backend.kv);
      if (!isEmpty) await backend.kv.probe();
      return { description: backend.description, warnings: [...backend.warnings, ...backend.risks] };
    } finally {
      await backend.close();
    }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** These sentences end with what to do. */
function splitAdvice(sentence: string): [message: string, todo: string] {
  const at = sentence.lastIndexOf(". ");
  return at < 0 ? [sentence, "See docs/reliability.md."] : [sentence.slice(0, at + 1), sentence.slice(at + 2)];
}
