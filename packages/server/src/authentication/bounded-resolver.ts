/** Resolves a DNS name, like `resolve` of `node:dns/promises`. */
export type ResolveDns = (name: string, type: string) => Promise<unknown>;

/** DNS lookups for one mail. SPF needs at most some twenty; a hostile record must not cause hundreds. */
const MAX_LOOKUPS = 40;
/** Longer TXT records are ignored. A DKIM key of 4096 bits has 800 characters. */
const MAX_TXT_CHARACTERS = 4096;
/** Limits of a record's words and macros: the SPF library's checks take time that grows with the square of a name's length. */
const MAX_WORD_CHARACTERS = 1024;
const MAX_MACROS = 19;

/** Wraps a resolver for one mail: limits the lookups and drops TXT records that are too long or complex to be honest. */
export function limitLookups(resolveDns: ResolveDns): ResolveDns {
  let lookups = 0;
  return async (name, type) => {
    lookups += 1;
    if (lookups > MAX_LOOKUPS) throw new Error("Too many DNS lookups for one mail");
    const records = await resolveDns(name, type);
    if (type !== "TXT" || !Array.isArray(records)) return records;
    // The strings of a TXT record are parts of one text.
    const isKept = (parts: string[]) => isReasonable(parts.join(""));
    return records.filter(isKept);
  };
}

/**
 * Returns whether a TXT record may be an honest one. The SPF library takes time that grows with the square of a word's length,
 * and expands each macro (`%{…}`).
 */
function isReasonable(text: string): boolean {
  if (text.length > MAX_TXT_CHARACTERS || text.split("%{").length - 1 > MAX_MACROS) return false;
  return text.split(" ").every((word) => word.length <= MAX_WORD_CHARACTERS);
}

const ABSENT_RECORD_CODES = ["ENOTFOUND", "ENODATA"];

/** Returns whether a lookup failed because there is no such record, not because DNS did not respond. */
export function isAbsentRecord(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && ABSENT_RECORD_CODES.includes(String(error.code));
}
