import { useEffect, useMemo, useState } from "preact/hooks";
import { useAfterPaint } from "../app/after-paint.ts";
import type { RecordList } from "../app/record-list.ts";
import { formatCount } from "../ui/numbers.ts";
import type { InboxKind, InboxRecord } from "./inbox-kind.ts";
import { lastPageOf, Pager, pageOfIndex, recordsOfPage } from "./pager.tsx";

interface InboxRowsProps<R extends InboxRecord> {
  kind: Pick<InboxKind<R, never>, "view" | "one" | "many" | "toRow" | "toFilterText">;
  list: RecordList<R>;
  selectedId: string | undefined;
}

/** Pages through the inboxes, with a filter if this kind has names. Renders one page at a time, so that ten thousand stay fast. */
export function InboxRows<R extends InboxRecord>({ kind, list, selectedId }: InboxRowsProps<R>) {
  const [filter, setFilter] = useState("");
  const { toFilterText } = kind;
  const { records } = list;
  // The field and the pager respond to the user at once. `query` and `renderedPage`, which decide the rows, follow one frame later.
  const query = useAfterPaint(filter.trim().toLowerCase());
  const matches = useMemo(
    () => (toFilterText ? records.filter((record) => toFilterText(record).includes(query)) : records),
    [records, query, toFilterText],
  );
  const { page, renderedPage, setPage } = useInboxPage({ records, matches, isFiltered: query !== "", selectedId });
  return (
    <>
      {toFilterText ? (
        <FilterTools
          filter={filter}
          status={query === "" ? countInboxes(kind, list) : `${formatCount(matches.length)} found`}
          onType={(text) => {
            setFilter(text);
            setPage(0);
          }}
        />
      ) : (
        <p class="list-tools small muted number">{countInboxes(kind, list)}</p>
      )}
      <ul class="rows">
        {recordsOfPage(matches, renderedPage).map((record) => (
          <Row key={record.id} kind={kind} record={record} isSelected={record.id === selectedId} />
        ))}
      </ul>
      <Pager page={page} count={matches.length} onTurn={setPage} />
    </>
  );
}

interface InboxPageOptions {
  records: readonly InboxRecord[];
  /** The records that pass the filter. */
  matches: readonly InboxRecord[];
  isFiltered: boolean;
  selectedId: string | undefined;
}

/**
 * Returns the current page, and the page whose rows to render. The latter follows one frame later, so that the pager responds to a click
 * before the rows, which take longer. Opens the page of a newly selected or registered inbox, but not in a filtered list: its pages have
 * other records.
 */
function useInboxPage({ records, matches, isFiltered, selectedId }: InboxPageOptions) {
  const [requestedPage, setPage] = useState(0);
  useEffect(() => {
    const index = records.findIndex(({ id }) => id === selectedId);
    if (index >= 0 && !isFiltered) setPage(pageOfIndex(index));
    // When an inbox is selected, the list is first loaded, or gets a new last record. Not at each reload, which would undo paging.
  }, [selectedId, records.length > 0, records.at(-1)?.id]);
  const lastPage = lastPageOf(matches.length);
  const page = Math.min(requestedPage, lastPage);
  const renderedPage = Math.min(useAfterPaint(page), lastPage);
  return { page, renderedPage, setPage };
}

interface FilterToolsProps {
  filter: string;
  /** How many inboxes there are, or were found. */
  status: string;
  onType: (text: string) => void;
}

/** Field of the filter by name, and how many inboxes there are, or match it. */
function FilterTools({ filter, status, onType }: FilterToolsProps) {
  return (
    <div class="list-tools">
      <input
        type="search"
        aria-label="Filter by name"
        placeholder="Filter by name"
        value={filter}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <p class="small muted number" role="status">
        {status}
      </p>
    </div>
  );
}

/** Returns how many inboxes the account has, such as "3 of 10 mailboxes", and how many are loaded while pages are missing. */
function countInboxes<R>({ one, many }: { one: string; many: string }, list: RecordList<R>): string {
  const { used, limit, isComplete, records } = list;
  const total =
    limit === null
      ? `${formatCount(used)} ${used === 1 ? one : many}`
      : `${formatCount(used)} of ${formatCount(limit)} ${many}`;
  return isComplete ? total : `${total}, ${formatCount(records.length)} loaded`;
}

interface RowProps<R extends InboxRecord> extends Pick<InboxRowsProps<R>, "kind"> {
  record: R;
  isSelected: boolean;
}

/** Row of one inbox, with a link to it. `kind` is mailbox or SMS inbox, with its own columns. */
function Row<R extends InboxRecord>({ kind, record, isSelected }: RowProps<R>) {
  // Memoized: Preact skips an element that is identical to the previous one.
  return useMemo(() => {
    const { name, note, count } = kind.toRow(record);
    return (
      <li>
        <a class="line" href={`#/${kind.view}/${record.id}`} aria-current={isSelected ? "true" : undefined}>
          <span class="what">
            <b>{name}</b>
            <span class="small muted">{note}</span>
          </span>
          <span class="badge number">{count}</span>
        </a>
      </li>
    );
  }, [kind, record, isSelected]);
}
