import { useEffect, useState } from "preact/hooks";
import { useWhileVisible } from "../app/load.ts";
import { useMailboxList } from "../app/mailbox-list.ts";
import { navigate } from "../app/route.ts";
import { hasScope, type SignedIn } from "../app/session.ts";
import { Icon } from "../ui/icons.tsx";
import { EmptyState, ErrorMessage, NotAllowed, Skeleton } from "../ui/states.tsx";
import { MailboxView } from "./mailbox.tsx";
import { MailboxRows } from "./mailbox-rows.tsx";
import { NewMailbox } from "./new-mailbox.tsx";

/** The account's mailboxes, and the one that was chosen. */
export function MailboxesView({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  if (!hasScope(signedIn, "mailbox:read")) return <NotAllowed scope="mailbox:read" what="see mailboxes" />;
  return <MailboxesPage signedIn={signedIn} id={id} />;
}

function MailboxesPage({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  const { list, reload, updateRecords } = useMailboxList(signedIn.frontdesk);
  const [isMaking, setMaking] = useState(false);
  const record = list.records.find((one) => one.id === id);
  const { records, isComplete, limit, used, error } = list;
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
          Rejected mail
        </a>
        {hasScope(signedIn, "mailbox:create") ? (
          <button
            type="button"
            class="button primary"
            disabled={isFull}
            title={isFull ? "The account's limit is reached" : undefined}
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
          onRegistered={(made) => {
            updateRecords((before) => [...before, made]);
            navigate(`mailboxes/${made.id}`);
          }}
        />
      )}
      <ErrorMessage error={error} retry={reload} />
      {records.length === 0 && !isComplete && !error ? (
        <div class="card">
          <Skeleton rows={6} label="Loading mailboxes" />
        </div>
      ) : records.length === 0 && isComplete ? (
        <div class="card">
          <EmptyState icon="mail" title="No mailbox yet">
            <p>A mailbox is an address that keeps its latest ten mails, and finds the codes in them.</p>
            {hasScope(signedIn, "mailbox:create") && (
              <button type="button" class="button primary" disabled={isFull} onClick={() => setMaking(true)}>
                Make the first
              </button>
            )}
          </EmptyState>
        </div>
      ) : (
        <div class={`split ${id === undefined ? "" : "chosen"}`}>
          <section class="card list" aria-label="All mailboxes">
            <MailboxRows list={list} chosen={id} />
          </section>
          <section class="detail" aria-label="Mailbox">
            {record ? (
              <MailboxView
                // What belongs to one mailbox must not be seen at another.
                key={record.id}
                record={record}
                signedIn={signedIn}
                onChanged={(next) => updateRecords((before) => before.map((one) => (one.id === next.id ? next : one)))}
                onDeleted={() => {
                  updateRecords((before) => before.filter((one) => one.id !== record.id));
                  navigate("mailboxes");
                }}
                onLost={reload}
              />
            ) : id === undefined ? (
              <div class="card">
                <EmptyState icon="mail" title="Choose a mailbox" />
              </div>
            ) : isComplete ? (
              <div class="card">
                <EmptyState icon="mail" title="There is no such mailbox">
                  <p>It may have been deleted. </p>
                  <a href="#/mailboxes">All mailboxes</a>
                </EmptyState>
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
