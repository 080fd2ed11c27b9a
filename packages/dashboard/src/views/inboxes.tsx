import { useEffect, useState } from "preact/hooks";
import { useAction, useWhileVisible } from "../app/load.ts";
import type { LoadedRecords } from "../app/record-list.ts";
import { navigate } from "../app/route.ts";
import { hasScope, refreshUsage, type SignedIn } from "../app/session.ts";
import { CreateButton } from "../ui/create-button.tsx";
import type { MessageCardProps } from "../ui/message-card.tsx";
import { EmptyState, ErrorMessage, Skeleton } from "../ui/states.tsx";
import { InboxDetails } from "./inbox-details.tsx";
import type { InboxKind, InboxRecord } from "./inbox-kind.ts";
import { InboxRows } from "./inbox-rows.tsx";

/** In a longer list, the first inbox is hardly the one that the user looks for, so none is opened. */
const maxShortListLength = 20;
const reloadIntervalMs = 60_000;
/** From this width on, shell.css shows list and details in two columns. */
const twoColumnsQuery = "(min-width: 64.01rem)";

interface InboxesProps<R extends InboxRecord, M extends MessageCardProps["message"]> {
  kind: InboxKind<R, M>;
  signedIn: SignedIn;
  /** Id of the selected inbox, from the URL. */
  id: string | undefined;
}

/**
 * Page of the mailboxes or the SMS inboxes: a list, with the details of the selected one beside it. On a wide screen the first of
 * a short list is selected initially. `kind` has the texts and calls of one or the other.
 */
export function Inboxes<R extends InboxRecord, M extends MessageCardProps["message"]>(props: InboxesProps<R, M>) {
  const { kind, signedIn, id } = props;
  const loaded = kind.useList(signedIn.frontdesk);
  const { list, reload } = loaded;
  const { records, limit, used } = list;
  const registration = useRegistration(kind, signedIn, loaded);
  const { RegistrationDialog } = kind;
  // Programs register and delete inboxes too, and the API has no long poll for the list.
  useWhileVisible(reload, reloadIntervalMs);
  useSelectionOfFirst(kind.view, id, records);
  const isFull = limit !== null && used >= limit;
  return (
    <div class="page wide stack">
      <InboxesHead kind={kind} signedIn={signedIn} isFull={isFull} registration={registration} />
      {RegistrationDialog && registration.isDialogOpen && (
        <RegistrationDialog
          signedIn={signedIn}
          onClose={registration.closeDialog}
          onRegistered={registration.showRegistered}
        />
      )}
      <ErrorMessage error={registration.error} />
      <ErrorMessage error={list.error} retry={reload} />
      {records.length > 0 && <ListAndDetails {...props} loaded={loaded} />}
      {records.length === 0 && !list.error && (
        <div class="card">
          {list.isComplete ? (
            <NoInboxes kind={kind} signedIn={signedIn} isFull={isFull} registration={registration} />
          ) : (
            <Skeleton rows={6} label={`Loading ${kind.many}`} />
          )}
        </div>
      )}
    </div>
  );
}

/** Registers inboxes, at once or in a dialog that asks for a name. Adds each new inbox to the list and opens it. */
function useRegistration<R extends InboxRecord>(
  { view, registerAtOnce }: Pick<InboxKind<R, never>, "view" | "registerAtOnce">,
  signedIn: SignedIn,
  { updateRecords }: LoadedRecords<R>,
) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { isBusy, error, run } = useAction();
  /** Adds the new inbox to the list and opens it. */
  function showRegistered(registered: R): void {
    refreshUsage();
    updateRecords((before) => [...before.filter(({ id }) => id !== registered.id), registered]);
    navigate(`${view}/${registered.id}`);
  }
  /** Registers an inbox, or opens the dialog if this kind of inbox needs a name. */
  function start(): void {
    if (registerAtOnce) void run(async () => showRegistered(await registerAtOnce(signedIn.frontdesk.client)));
    else setDialogOpen(true);
  }
  return { start, isBusy, error, isDialogOpen, closeDialog: () => setDialogOpen(false), showRegistered };
}

interface RegistrationButtonProps {
  kind: Pick<InboxKind<never, never>, "view" | "title" | "one" | "many" | "icon" | "empty" | "scopes">;
  signedIn: SignedIn;
  /** Whether the account's limit is reached. */
  isFull: boolean;
  registration: { start: () => void; isBusy: boolean };
}

/** Title of the page, with a button that registers an inbox. `kind` has the texts of mailboxes or of SMS inboxes. */
function InboxesHead({ kind, signedIn, isFull, registration }: RegistrationButtonProps) {
  return (
    <div class="head">
      <h1>{kind.title}</h1>
      {/* The server lists rejected mail only, no SMS. The URL calls it "refused". */}
      {kind.view === "mailboxes" && (
        <a class="button ghost" href="#/refused">
          Rejected mail
        </a>
      )}
      <CreateButton
        signedIn={signedIn}
        scope={`${kind.scopes}:create`}
        label={`New ${kind.one}`}
        action={`register ${kind.many}`}
        isFull={isFull}
        isBusy={registration.isBusy}
        onClick={registration.start}
      />
    </div>
  );
}

/** Placeholder of the list, with a button that registers the first inbox. `kind` has the texts for mailboxes or for SMS inboxes. */
function NoInboxes({ kind: { icon, empty, scopes }, signedIn, isFull, registration }: RegistrationButtonProps) {
  return (
    <EmptyState icon={icon} title={empty.title}>
      <p>{empty.text}</p>
      {hasScope(signedIn, `${scopes}:create`) && (
        <button
          type="button"
          class="button primary"
          disabled={isFull || registration.isBusy}
          onClick={registration.start}
        >
          {empty.button}
        </button>
      )}
    </EmptyState>
  );
}

/**
 * Selects the first inbox if the details have their own column; else they would hide the list. In a long list, the first is
 * hardly the one that the user looks for, so none is selected.
 */
function useSelectionOfFirst(view: string, id: string | undefined, records: { id: string }[]): void {
  useEffect(() => {
    const [first] = records;
    if (id !== undefined || !first || records.length > maxShortListLength) return;
    const hasTwoColumns = matchMedia(twoColumnsQuery).matches;
    // `replace`, so that the back button does not lead to the URL without an id, which would select again.
    if (hasTwoColumns) location.replace(`#/${view}/${first.id}`);
  }, [id, records]);
}

interface LoadedInboxesProps<R extends InboxRecord, M extends MessageCardProps["message"]> extends InboxesProps<R, M> {
  loaded: LoadedRecords<R>;
}

/** The list, and beside it the selected inbox; on narrow screens one of them. */
function ListAndDetails<R extends InboxRecord, M extends MessageCardProps["message"]>(props: LoadedInboxesProps<R, M>) {
  const { kind, id, loaded } = props;
  return (
    <div class={`split ${id === undefined ? "" : "chosen"}`}>
      <section class="card list" aria-label={`All ${kind.many}`}>
        <InboxRows kind={kind} list={loaded.list} selectedId={id} />
      </section>
      <section class="detail" aria-label={capitalize(kind.one)}>
        <SelectedInbox {...props} />
      </section>
    </div>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Shows the details of the selected inbox, or says why there are none. */
function SelectedInbox<R extends InboxRecord, M extends MessageCardProps["message"]>(props: LoadedInboxesProps<R, M>) {
  const { kind, signedIn, id, loaded } = props;
  const { list, reload, updateRecords } = loaded;
  const selected = list.records.find((record) => record.id === id);
  if (selected)
    return (
      <InboxDetails
        // A new view for each inbox, so that no messages or dialogs of the previous one stay.
        key={selected.id}
        kind={kind}
        record={selected}
        signedIn={signedIn}
        onChanged={(changed) =>
          updateRecords((before) => before.map((record) => (record.id === changed.id ? changed : record)))
        }
        onDeleted={() => {
          updateRecords((before) => before.filter((record) => record.id !== selected.id));
          navigate(kind.view);
        }}
        reloadList={reload}
      />
    );
  return (
    <div class="card">
      <NoInboxShown kind={kind} id={id} isComplete={list.isComplete} />
    </div>
  );
}

interface NoInboxShownProps {
  kind: Pick<InboxKind<never, never>, "view" | "icon" | "one" | "aOne" | "many">;
  id: string | undefined;
  /** Whether the list is complete, so that an id that it lacks does not exist. */
  isComplete: boolean;
}

/** Says why no inbox is shown: none is selected, the selected one is still loading, or it does not exist. */
function NoInboxShown({ kind, id, isComplete }: NoInboxShownProps) {
  if (id === undefined) return <EmptyState icon={kind.icon} title={`Select ${kind.aOne}`} />;
  if (!isComplete) return <Skeleton label={`Loading the ${kind.one}`} />;
  return (
    <EmptyState icon={kind.icon} title={`There is no such ${kind.one}`}>
      <p>It may have been deleted. </p>
      <a href={`#/${kind.view}`}>All {kind.many}</a>
    </EmptyState>
  );
}
