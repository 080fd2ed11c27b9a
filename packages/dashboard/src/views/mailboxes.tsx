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

/** Lists the account's mailboxes and shows the one with this id, if the key has the scope. */
export function MailboxesView({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  if (!hasScope(signedIn, "mailbox:read")) return <NotAllowed scope="mailbox:read" action="see mailboxes" />;
  return <MailboxesPage signedIn={signedIn} id={id} />;
}

/** In a longer list, the first mailbox is hardly the one that the user looks for. */
const maxShortListLength = 20;

/** The list, with the details of the selected mailbox beside it, and the dialog to register one. */
function MailboxesPage({ signedIn, id }: { signedIn: SignedIn; id: string | undefined }) {
  const { list, reload, updateRecords } = useMailboxList(signedIn.frontdesk);
  const [isRegistering, setRegistering] = useState(false);
  const selected = list.records.find((record) => record.id === id);
  const { records, isComplete, limit, used, error } = list;
  useWhileVisible(reload, 60_000);
  // Selects the first mailbox of a short list if the details have their own column; else they would hide the list.
  useEffect(() => {
    // The breakpoint of shell.css.
    const hasTwoColumns = matchMedia("(min-width: 64.01rem)").matches;
    const isShortList = records.length <= maxShortListLength;
    if (id === undefined && records[0] && isShortList && hasTwoColumns)
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
            onClick={() => setRegistering(true)}
          >
            <Icon name="plus" size={18} /> New mailbox
          </button>
        ) : (
          <span class="badge" title="The key lacks the scope mailbox:create">
            This key may not register mailboxes
          </span>
        )}
      </div>
      {isRegistering && (
        <NewMailbox
          signedIn={signedIn}
          onClose={() => setRegistering(false)}
          onRegistered={(registered) => {
            updateRecords((before) => [...before, registered]);
            navigate(`mailboxes/${registered.id}`);
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
            <p>A mailbox is an address that stores its latest ten mails and extracts the codes in them.</p>
            {hasScope(signedIn, "mailbox:create") && (
              <button type="button" class="button primary" disabled={isFull} onClick={() => setRegistering(true)}>
                Register the first one
              </button>
            )}
          </EmptyState>
        </div>
      ) : (
        <div class={`split ${id === undefined ? "" : "chosen"}`}>
          <section class="card list" aria-label="All mailboxes">
            <MailboxRows list={list} selectedId={id} />
          </section>
          <section class="detail" aria-label="Mailbox">
            {selected ? (
              <MailboxView
                // A new view for each mailbox, so that no messages or dialogs of the previous one stay.
                key={selected.id}
                record={selected}
                signedIn={signedIn}
                onChanged={(changed) =>
                  updateRecords((before) => before.map((record) => (record.id === changed.id ? changed : record)))
                }
                onDeleted={() => {
                  updateRecords((before) => before.filter((record) => record.id !== selected.id));
                  navigate("mailboxes");
                }}
                reloadList={reload}
              />
            ) : id === undefined ? (
              <div class="card">
                <EmptyState icon="mail" title="Select a mailbox" />
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
