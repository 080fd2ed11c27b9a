import { useEffect, useMemo, useState } from "preact/hooks";
import { useAfterPaint } from "../app/after-paint.ts";
import type { RecordList } from "../app/record-list.ts";
import { formatCount } from "../ui/numbers.ts";
import type { InboxKind, InboxRecord } from "./inbox-kind.ts";

const pageSize = 50;

interface InboxRowsProps<R extends InboxRecord> {
  kind: Pick<InboxKind<R, never>, "view" | "one" | "many" | "toRow" | "toFilterText">;
  list: RecordList<R>;
  selectedId: string | undefined;
}

/** Pages through the inboxes, with a filter by name. Renders one page at a time, so that ten thousand stay fast. */
export function InboxRows<R extends InboxRecord>({ kind, list, selectedId }: InboxRowsProps<R>) {
  const [filter, setFilter] = useState("");
  const [requestedPage, setRequestedPage] = useState(0);
  const { toFilterText } = kind;
  const { records } = list;
  const query = useAfterPaint(filter.trim().toLowerCase());
  const matches = useMemo(
    () => (toFilterText ? records.filter((record) => toFilterText(record).includes(query)) : records),
    [records, query, toFilterText],
  );
  // Shows the page with the mailbox that was opened by its URL or just registered. New mailboxes are last in the list.
  useEffect(() => {
    const index = records.findIndex(({ id }) => id === selectedId);
    if (index >= 0 && query === "") setRequestedPage(Math.floor(index / pageSize));
    // Not at each reload, which would undo paging: only when the list is first there, or has a new last record.
  }, [selectedId, records.length > 0, records.at(-1)?.id]);
  const lastPage = Math.max(0, Math.ceil(matches.length / pageSize) - 1);
  // Deleting mailboxes or typing a filter can leave fewer pages.
  const page = Math.min(requestedPage, lastPage);
  // The pager follows a click at once, the rows one frame later.
  const renderedPage = Math.min(useAfterPaint(page), lastPage);
  const rows = matches.slice(renderedPage * pageSize, (renderedPage + 1) * pageSize);
  return (
    <>
      {toFilterText ? (
        <div class="list-tools">
          <input
            type="search"
            aria-label="Filter by name"
            placeholder="Filter by name"
            value={filter}
            onInput={(event) => {
              setFilter(event.currentTarget.value);
              setRequestedPage(0);
            }}
          />
          <p class="small muted number" role="status">
            {query === "" ? countInboxes(kind, list) : `${formatCount(matches.length)} found`}
          </p>
        </div>
      ) : (
        <p class="list-tools small muted number">{countInboxes(kind, list)}</p>
      )}
      <ul class="rows">
        {rows.map((record) => (
          <Row key={record.id} kind={kind} record={record} isSelected={record.id === selectedId} />
        ))}
      </ul>
      {lastPage > 0 && (
        <div class="pager">
          <button type="button" class="button" disabled={page === 0} onClick={() => setRequestedPage(page - 1)}>
            Previous
          </button>
          <span class="number">
            {formatCount(page * pageSize + 1)}–{formatCount(Math.min((page + 1) * pageSize, matches.length))}
          </span>
          <button type="button" class="button" disabled={page === lastPage} onClick={() => setRequestedPage(page + 1)}>
            Next
          </button>
        </div>
      )}
    </>
  );
}

/** Returns how many inboxes the account has, such as "3 of 10 mailboxes". */
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

/** Row of one inbox, with a link to it. */
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
