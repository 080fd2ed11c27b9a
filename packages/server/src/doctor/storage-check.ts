import { existsSync } from "node:fs";
import { callAdmin } from "../admin/admin-socket.ts";
import { openLockedStorage } from "../admin/locked-storage.ts";
import { storageDirectory } from "../storage/backends.ts";
import { checkFormat } from "../storage/format.ts";
import { type CheckResult, checkResults, orNullWithin } from "./check-result.ts";

/** Timeout for opening a storage. A large LMDB file is read completely, which takes up to 5 s. */
const openTimeoutMs = 15_000;

/**
 * Checks that the storage opens, and whether it may lose data. A running server's folder is locked, so it is not opened. `secret`
 * is the one that the operator has set; "" if the server has generated it.
 */
export async function checkStorage(storage: string, secret = ""): Promise<CheckResult[]> {
  const { ok, warn, fail } = checkResults("storage");
  const directory = storageDirectory(storage);
  if (directory !== null && !existsSync(directory)) return [ok(`${directory} is created at the first start.`)];
  // A running server responds at once. Without a response in time, opening the folder says that it is locked.
  if (directory !== null && (await orNullWithin(2_000, hasRunningServer(directory))))
    return [ok(`A running server uses ${directory}.`)];
  const outcome = await orNullWithin(openTimeoutMs, tryStorage(storage, secret));
  if (outcome === null)
    return [fail("The storage does not respond.", "Check that it runs, and that this machine can reach it.")];
  if (outcome instanceof Error)
    return [fail(outcome.message, "Correct --storage, or restore a backup: frontdesk restore <file>.")];
  const { description, warnings } = outcome;
  if (warnings.length === 0) return [ok(`${description} opens, and keeps acknowledged data.`)];
  return [ok(`${description} opens.`), ...warnings.map((sentence) => warn(...splitAdvice(sentence)))];
}

/** Returns whether a server uses the folder and responds to a request, which changes nothing. */
async function hasRunningServer(directory: string): Promise<boolean> {
  return (await callAdmin(directory, { do: "account list" })).isRunning;
}

/**
 * Opens the storage, tests a write, and closes it. Writes nothing to an empty storage, because a backup may be restored into it.
 * Returns its description and warnings, or the error.
 */
async function tryStorage(
  storage: string,
  secret: string,
): Promise<{ description: string; warnings: string[] } | Error> {
  try {
    // A check must not start to encrypt a storage in clear text.
    const backend = await openLockedStorage(storage, { secret, mayEncrypt: false });
    try {
      const isEmpty = (await backend.kv.get("format")) === null;
      if (!isEmpty) await checkFormat(backend);
      if (!isEmpty) await backend.kv.probe();
      return { description: backend.description, warnings: [...backend.warnings, ...backend.risks] };
    } finally {
      await backend.close();
    }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Splits off a warning's last sentence, which says what to do. One of a single sentence gets general advice. */
function splitAdvice(sentence: string): [message: string, todo: string] {
  const endIndex = sentence.lastIndexOf(". ");
  if (endIndex < 0) return [sentence, "See docs/explanation/reliability.md."];
  return [sentence.slice(0, endIndex + 1), sentence.slice(endIndex + 2)];
}
