import type { MailboxRecord } from "@frontdesk/sdk";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAfterPaint } from "../app/after-paint.ts";
import type { MailboxList } from "../app/mailbox-list.ts";
import { formatCount } from "../ui/numbers.ts";
import { Time } from "../ui/time.tsx";

const pageSize = 50;

/** Pages through the mailboxes, with a filter by name. Renders one page at a time, so that ten thousand stay fast. */
export function MailboxRows({ list, selectedId }: { list: MailboxList; selectedId: string | undefined }) {
  const [filter, setFilter] = useState("");
  const [requestedPage, setRequestedPage] = useState(0);
  const { records, isComplete, limit, used } = list;
  const query = useAfterPaint(filter.trim().toLowerCase());
  const matches = useMemo(
    () => (query === "" ? records : records.filter(({ address }) => address.includes(query))),
    [records, query],
  );
  // Shows the page with the mailbox that was opened by its URL or just registered. New mailboxes are last in the list.
  useEffect(() => {
    const index = records.findIndex(({ id }) => id === selectedId);
    if (index >= 0 && query === "") setRequestedPage(Math.floor(index / pageSize));
  }, [selectedId, records.length > 0, records.at(-1)?.id]);
  const lastPage = Math.max(0, Math.ceil(matches.length / pageSize) - 1);
  // Deleting mailboxes or typing a filter can leave fewer pages.
  const page = Math.min(requestedPage, lastPage);
  // The pager follows a click at once, the rows one frame later.
  const renderedPage = Math.min(useAfterPaint(page), lastPage);
  const rows = matches.slice(renderedPage * pageSize, (renderedPage + 1) * pageSize);
  return (
    <>
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
          {query === "" ? (
            <>
              {formatCount(used)} {limit === null ? "" : `of ${formatCount(limit)} `}
              {used === 1 && limit === null ? "mailbox" : "mailboxes"}
              {isComplete ? "" : `, ${formatCount(records.length)} loaded`}
            </>
          ) : (
            `${formatCount(matches.length)} found`
          )}
        </p>
      </div>
      <ul class="rows">
        {rows.map((record) => (
          <Row key={record.id} record={record} isSelected={record.id === selectedId} />
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

/** Row of one mailbox, with a link to it. */
function Row({ record, isSelected }: { record: MailboxRecord; isSelected: boolean }) {
  // Memoized: Preact skips an element that is identical to the previous one.
  return useMemo(() => {
    const { id, name, email_count, created_at } = record;
    return (
      <li>
        <a class="line" href={`#/mailboxes/${id}`} aria-current={isSelected ? "true" : undefined}>
          <span class="what">
            <b>{name}</b>
            <span class="small muted">
              created <Time at={created_at} />
            </span>
          </span>
          <span class="badge number">
            {email_count} {email_count === 1 ? "mail" : "mails"}
          </span>
        </a>
      </li>
    );
  }, [record, isSelected]);
}
