import type { AuditEntry } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useAction, useLoad } from "../../app/load.ts";
import type { SignedIn } from "../../app/session.ts";
import { EmptyState, ErrorMessage, needsScope, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { type AuditFilter, type AuditPage, findEntries } from "./entries.ts";
import { AuditFilters, actionNames } from "./filters.tsx";
import { type AuditNames, describeTarget, readNames } from "./names.ts";

/** Shows who used which key for what, if the key has the scope. */
export const AuditView = needsScope("audit:read", "see the audit log", AuditLogPage);

/** The audit log with its filters, fifty entries at a time. */
function AuditLogPage({ signedIn }: { signedIn: SignedIn }) {
  const { frontdesk } = signedIn;
  const [filter, setFilter] = useState<AuditFilter>({ action: null, key: null });
  const changeFilter = (changes: Partial<AuditFilter>) => setFilter((before) => ({ ...before, ...changes }));
  const inputs = [frontdesk, filter.action, filter.key];
  const [loaded, reload] = useLoad((signal) => findEntries(frontdesk, filter, null, signal), inputs);
  const [loadedNames] = useLoad((signal) => readNames(signedIn, signal), [frontdesk]);
  // Reading names never fails. Entries wait for it, so that no id on the page turns into a name.
  const names = loadedNames.state === "ready" ? loadedNames.value : null;
  const newest = loaded.state === "ready" ? loaded.value : null;
  const { page, loadOlder, isBusy, error } = useOlderEntries(newest, (next) => findEntries(frontdesk, filter, next));
  return (
    <div class="page stack">
      <div class="head">
        <h1>Audit log</h1>
        <button type="button" class="button" onClick={reload}>
          Refresh
        </button>
      </div>
      <p class="muted">
        Who used which key for what: the last 10,000 entries of this account. No entry contains a key, a code or a text.
      </p>
      <AuditFilters filter={filter} entries={page?.entries ?? []} names={names ?? new Map()} onChange={changeFilter} />
      {loaded.state !== "loading" && <ErrorMessage error={loaded.error} retry={reload} />}
      <div class="card">
        {(loaded.state === "loading" || names === null) && <Skeleton />}
        {page && names && <EntryList entries={page.entries} names={names} />}
      </div>
      <ErrorMessage error={error} />
      {page !== null && page.next !== null && (
        <button type="button" class="button" disabled={isBusy} onClick={loadOlder}>
          Older entries
        </button>
      )}
    </div>
  );
}

/** Older entries, and the newest ones to which they were added. */
interface OlderEntries extends AuditPage {
  newest: AuditPage | null;
}

/**
 * Returns one page of the newest entries and the older ones that `loadOlder` adds to them. A reload of the newest drops the older ones.
 * `next` of a page is the cursor for the entries older than it, which `fetchOlder` takes; `null` if there are none.
 */
function useOlderEntries(newest: AuditPage | null, fetchOlder: (next: string) => Promise<AuditPage>) {
  const [fetched, setFetched] = useState<OlderEntries | null>(null);
  const { isBusy, error, run } = useAction();
  // Those of another filter, or of a list that was reloaded since, may arrive late.
  const older = fetched?.newest === newest ? fetched : null;
  const shownPage = newest && older ? { entries: [...newest.entries, ...older.entries], next: older.next } : newest;
  /** Fetches the page after the oldest entry that is shown and appends it. Does nothing at the end of the log. */
  function loadOlder() {
    return run(async () => {
      const cursor = shownPage?.next ?? null;
      if (cursor === null) return;
      const { entries, next } = await fetchOlder(cursor);
      setFetched({ newest, entries: [...(older?.entries ?? []), ...entries], next });
    });
  }
  return { page: shownPage, loadOlder, isBusy, error };
}

/** Lists entries of the log with their age. */
function EntryList({ entries, names }: { entries: AuditEntry[]; names: AuditNames }) {
  if (entries.length === 0)
    return (
      <EmptyState icon="audit" title="No entries">
        <p>Nothing in the log matches these filters.</p>
      </EmptyState>
    );
  return (
    <ul class="rows">
      {entries.map((entry, index) => (
        // Entries have no id, so the key counts them from the oldest: new ones come in front. Once older entries are loaded, or
        // new ones push others off the page, a key passes to another entry. Its row then shows that one, so this only costs time.
        <li key={entries.length - index} class="line">
          <EntryFacts entry={entry} names={names} />
          <span class="small muted nowrap">
            <Time at={entry.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** One entry: the action and its target, then the key and the IP address. */
function EntryFacts({ entry: { action, key_id, target, ip }, names }: { entry: AuditEntry; names: AuditNames }) {
  return (
    <div class="what stack tight">
      <span class="row">
        <b>{actionNames[action] ?? action}</b>
        <span title={target}>{describeTarget(target, names)}</span>
      </span>
      <span class="small muted">
        {key_id === null ? (
          "without a key"
        ) : (
          <>
            by <span title={key_id}>{names.get(key_id) ?? key_id}</span>
          </>
        )}
        {ip !== null && ` from ${ip}`}
      </span>
    </div>
  );
}
