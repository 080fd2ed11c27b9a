import type { AuditEntry, Frontdesk } from "@frontdesk/sdk";
import { unwrap } from "@frontdesk/sdk";

/** Which entries to show. `null` shows all. */
export interface AuditFilter {
  action: AuditEntry["action"] | null;
  /** Id of a key, or `withoutKey`. */
  key: string | null;
}

/** Value of the key filter for the server's command line and for sign-ins, which use no key. */
export const withoutKey = "none";

export interface AuditPage {
  entries: AuditEntry[];
  /** Cursor of the older entries, or `null`. */
  next: string | null;
}

/** Entries shown at a time. */
const shownAtOnce = 50;
/** Entries read at a time while a filter is set. */
const searchedAtOnce = 1_000;

/**
 * Returns the next matching entries, newest first. With a filter, reads on until there are enough or the log ends; there may be
 * more than `shownAtOnce` then, because the cursor is after the last page that was read, and no match may be lost.
 */
export async function findEntries(
  { client }: Pick<Frontdesk, "client">,
  filter: AuditFilter,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<AuditPage> {
  const isFiltered = filter.action !== null || filter.key !== null;
  // With a filter, few entries of a page match, so larger pages are read.
  const limit = isFiltered ? searchedAtOnce : shownAtOnce;
  const entries: AuditEntry[] = [];
  let next = cursor;
  do {
    const query = { limit, ...(next !== null && { cursor: next }) };
    const page = await unwrap(client.GET("/svc-api/audit", { params: { query }, ...(signal && { signal }) }));
    entries.push(...page.entries.filter((entry) => matches(entry, filter)));
    next = page.next ?? null;
  } while (next !== null && entries.length < shownAtOnce);
  return { entries, next };
}

/** Whether an entry passes the filter, in which `null` accepts all. */
function matches({ action, key_id }: AuditEntry, filter: AuditFilter): boolean {
  const isAction = filter.action === null || filter.action === action;
  // Sign-ins and the server's command line use no key. The filter has a value of its own for them.
  const isKey = filter.key === null || filter.key === (key_id ?? withoutKey);
  return isAction && isKey;
}
