import type { MailboxRecord } from "@frontdesk/sdk";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAfterPaint } from "../app/after-paint.ts";
import type { MailboxList } from "../app/mailbox-list.ts";
import { formatCount } from "../ui/numbers.ts";
import { Time } from "../ui/time.tsx";

/** Rows drawn at once. */
const most = 50;

/** The list, by pages and by name, so that ten thousand are as quick as ten. */
export function MailboxRows({ list, chosen }: { list: MailboxList; chosen: string | undefined }) {
  const [filter, setFilter] = useState("");
  const [page, setPage] = useState(0);
  const { records, isComplete, limit, used } = list;
  const wanted = useAfterPaint(filter.trim().toLowerCase());
  const found = useMemo(
    () => (wanted === "" ? records : records.filter(({ address }) => address.includes(wanted))),
    [records, wanted],
  );
  // Turns to the page of the list that shows the mailbox opened by its URL or just registered.
  useEffect(() => {
    const at = records.findIndex(({ id }) => id === chosen);
    if (at >= 0 && wanted === "") setPage(Math.floor(at / most));
  }, [chosen, records.length > 0, records.at(-1)?.id]);
  const last = Math.max(0, Math.ceil(found.length / most) - 1);
  const at = Math.min(page, last);
  const drawn = Math.min(useAfterPaint(at), last);
  const shown = found.slice(drawn * most, (drawn + 1) * most);
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
            setPage(0);
          }}
        />
        <p class="small muted number" role="status">
          {wanted === "" ? (
            <>
              {formatCount(used)} {limit === null ? "" : `of ${formatCount(limit)} `}
              {used === 1 && limit === null ? "mailbox" : "mailboxes"}
              {isComplete ? "" : `, ${formatCount(records.length)} loaded`}
            </>
          ) : (
            `${formatCount(found.length)} found`
          )}
        </p>
      </div>
      <ul class="rows">
        {shown.map((record) => (
          <Row key={record.id} record={record} isChosen={record.id === chosen} />
        ))}
      </ul>
      {last > 0 && (
        <div class="pager">
          <button type="button" class="button" disabled={at === 0} onClick={() => setPage(at - 1)}>
            Earlier
          </button>
          <span class="number">
            {formatCount(at * most + 1)}–{formatCount(Math.min((at + 1) * most, found.length))}
          </span>
          <button type="button" class="button" disabled={at === last} onClick={() => setPage(at + 1)}>
            Later
          </button>
        </div>
      )}
    </>
  );
}

function Row({ record, isChosen }: { record: MailboxRecord; isChosen: boolean }) {
  // The same again where nothing of it changed: then nothing of it is compared.
  return useMemo(() => {
    const { id, name, email_count, created_at } = record;
    return (
      <li>
        <a class="line" href={`#/mailboxes/${id}`} aria-current={isChosen ? "true" : undefined}>
          <span class="what">
            <b>{name}</b>
            <span class="small muted">
              made <Time at={created_at} />
            </span>
          </span>
          <span class="badge number">
            {email_count} {email_count === 1 ? "mail" : "mails"}
          </span>
        </a>
      </li>
    );
  }, [record, isChosen]);
}
