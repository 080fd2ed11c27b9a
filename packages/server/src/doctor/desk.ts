import { existsSync } from "node:fs";
import { callAdmin } from "../admin/channel.ts";
import { openClaimedStorage } from "../admin/claimed-storage.ts";
import { storageDirectory } from "../storage/backends.ts";
import { checkFormat } from "../storage/format.ts";
import { type Finding, findings, within } from "./finding.ts";

/** Milliseconds that opening a storage may take; a large lmdb is read through for 5 s of them. */
const patience = 15_000;

/** Whether the storage opens, and what it would lose. */
export async function checkStorage(storage: string): Promise<Finding[]> {
  const { ok, warn, fail } = findings("storage");
  const directory = storageDirectory(storage);
  if (directory !== null && !existsSync(directory)) return [ok(`${directory} is made at the first start.`)];
  if (directory !== null && (await within(2_000, isServed(directory))))
    return [ok(`A running server has ${directory}.`)];
  const opened = await within(patience, look(storage));
  if (opened === null)
    return [fail("The storage does not answer.", "See that it runs, and that this machine reaches it.")];
  if (opened instanceof Error)
    return [fail(opened.message, "Set --storage right, or put a backup back: frontdesk restore <file>.")];
  const { description, warnings } = opened;
  if (warnings.length === 0) return [ok(`${description} opens, and keeps what it acknowledges.`)];
  return [ok(`${description} opens.`), ...warnings.map((sentence) => warn(...splitAdvice(sentence)))];
}

async function isServed(directory: string): Promise<boolean> {
  return (await callAdmin(directory, { do: "account list" })).answered;
}

async function look(storage: string): Promise<{ description: string; warnings: string[] } | Error> {
  try {
    const backend = await openClaimedStorage(storage);
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
