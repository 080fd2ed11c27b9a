import { useEffect, useMemo, useState } from "preact/hooks";
import type { MailboxList } from "../app/mailbox-list.ts";
import { Time } from "../kit/time.tsx";

/** Rows drawn at once. */
const most = 50;

/** The list, by pages and by name, so that ten thousand are as quick as ten. */
export function MailboxRows({ list, chosen }: { list: MailboxList; chosen: string | undefined }) {
  const [filter, setFilter] = useState("");
  const [page, setPage] = useState(0);
  const { records, isWhole, limit, used } = list;
  const wanted = filter.trim().toLowerCase();
  const found = useMemo(
    () => (wanted === "" ? records : records.filter(({ address }) => address.includes(wanted))),
    [records, wanted],
  );
  // Whoever opens one by its address, or makes one, sees it in the list.
  useEffect(() => {
    const at = records.findIndex(({ id }) => id === chosen);
    if (at >= 0 && wanted === "") setPage(Math.floor(at / most));
  }, [chosen, records.length > 0, records.at(-1)?.id]);
  const last = Math.max(0, Math.ceil(found.length / most) - 1);
  const at = Math.min(page, last);
  const shown = found.slice(at * most, (at + 1) * most);
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
              {used.toLocaleString()} {limit === null ? "" : `of ${limit.toLocaleString()} `}
              {used === 1 && limit === null ? "mailbox" : "mailboxes"}
              {isWhole ? "" : `, ${records.length.toLocaleString()} loaded`}
            </>
          ) : (
            `${found.length.toLocaleString()} found`
          )}
        </p>
      </div>
      <ul class="rows">
        {shown.map(({ id, name, email_count, created_at }) => (
          <li key={id}>
            <a class="line" href={`#/mailboxes/${id}`} aria-current={id === chosen ? "true" : undefined}>
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
        ))}
      </ul>
      {last > 0 && (
        <div class="pager">
          <button type="button" class="button" disabled={at === 0} onClick={() => setPage(at - 1)}>
            Earlier
          </button>
          <span class="number">
            {(at * most + 1).toLocaleString()}–{(at * most + shown.length).toLocaleString()}
          </span>
          <button type="button" class="button" disabled={at === last} onClick={() => setPage(at + 1)}>
            Later
          </button>
        </div>
      )}
    </>
  );
}
