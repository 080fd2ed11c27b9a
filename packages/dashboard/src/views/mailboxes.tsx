import { useEffect, useState } from "preact/hooks";
import { useWhileVisible } from "../app/load.ts";
import { useMailboxes } from "../app/mailbox-list.ts";
import { go } from "../app/route.ts";
import { may, type SignedIn } from "../app/session.ts";
import { Icon } from "../kit/icons.tsx";
import { Empty, NotAllowed, Skeleton, Trouble } from "../kit/states.tsx";
import { Mailbox } from "./mailbox.tsx";
import { MailboxRows } from "./mailbox-rows.tsx";
import { NewMailbox } from "./new-mailbox.tsx";

/** The account's mailboxes, and the one that was chosen. */
export function Mailboxes({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  if (!may(signedIn, "mailbox:read")) return <NotAllowed scope="mailbox:read" what="see mailboxes" />;
  return <Allowed signedIn={signedIn} id={id} />;
}

function Allowed({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  const { list, reload, change } = useMailboxes(signedIn.desk);
  const [isMaking, setMaking] = useState(false);
  const record = list.records.find((one) => one.id === id);
  const { records, isWhole, limit, used, error } = list;
  useWhileVisible(reload, 60_000);
  // On a wide screen something is chosen from the start.
  useEffect(() => {
    if (id === undefined && records[0] && records.length <= 20 && matchMedia("(min-width: 64.01rem)").matches)
      location.replace(`#/mailboxes/${records[0].id}`);
  }, [id, records]);
  const isFull = limit !== null && used >= limit;
  return (
    <div class="page wide stack">
      <div class="head">
        <h1>Mailboxes</h1>
        <a class="button ghost" href="#/refused">
          Refused mail
        </a>
        {may(signedIn, "mailbox:create") ? (
          <button
            type="button"
            class="button primary"
            disabled={isFull}
            title={isFull ? "The account has no room for another" : undefined}
            onClick={() => setMaking(true)}
          >
            <Icon name="plus" size={18} /> New mailbox
          </button>
        ) : (
          <span class="badge" title="The key lacks the scope mailbox:create">
            This key may not make mailboxes
          </span>
        )}
      </div>
      {isMaking && (
        <NewMailbox
          signedIn={signedIn}
          onClose={() => setMaking(false)}
          onMade={(made) => {
            change((before) => [...before, made]);
            go(`mailboxes/${made.id}`);
          }}
        />
      )}
      <Trouble error={error} retry={reload} />
      {records.length === 0 && !isWhole && !error ? (
        <div class="card">
          <Skeleton rows={6} label="Loading mailboxes" />
        </div>
      ) : records.length === 0 && isWhole ? (
        <div class="card">
          <Empty icon="mail" title="No mailbox yet">
            <p>A mailbox is an address that keeps its latest ten mails, and finds the codes in them.</p>
            {may(signedIn, "mailbox:create") && (
              <button type="button" class="button primary" disabled={isFull} onClick={() => setMaking(true)}>
                Make the first
              </button>
            )}
          </Empty>
        </div>
      ) : (
        <div class={`split ${id === undefined ? "" : "chosen"}`}>
          <section class="card list" aria-label="All mailboxes">
            <MailboxRows list={list} chosen={id} />
          </section>
          <section class="detail" aria-label="Mailbox">
            {record ? (
              <Mailbox
                // What belongs to one mailbox must not be seen at another.
                key={record.id}
                record={record}
                signedIn={signedIn}
                onChanged={(next) => change((before) => before.map((one) => (one.id === next.id ? next : one)))}
                onDeleted={() => {
                  change((before) => before.filter((one) => one.id !== record.id));
                  go("mailboxes");
                }}
                onLost={reload}
              />
            ) : id === undefined ? (
              <div class="card">
                <Empty icon="mail" title="Choose a mailbox" />
              </div>
            ) : isWhole ? (
              <div class="card">
                <Empty icon="mail" title="There is no such mailbox">
                  <p>It may have been deleted. </p>
                  <a href="#/mailboxes">All mailboxes</a>
                </Empty>
              </div>
            ) : (
              <div class="card">
                <Skeleton label="Loading the mailbox" />
              </div>
            )}
          </section>
        </div>
      )}
    </div>
  );
}
