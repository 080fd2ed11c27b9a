import { useEffect, useState } from "preact/hooks";
import { useAction, useWhileVisible } from "../app/load.ts";
import type { LoadedRecords } from "../app/record-list.ts";
import { navigate } from "../app/route.ts";
import { hasScope, refreshAccount, type SignedIn } from "../app/session.ts";
import { CreateButton } from "../ui/create-button.tsx";
import type { MessageCardProps } from "../ui/message-card.tsx";
import { EmptyState, ErrorMessage, Skeleton } from "../ui/states.tsx";
import { InboxDetails } from "./inbox-details.tsx";
import type { InboxKind, InboxRecord } from "./inbox-kind.ts";
import { InboxRows } from "./inbox-rows.tsx";

/** In a longer list, the first inbox is hardly the one that the user looks for. */
const maxShortListLength = 20;
const reloadIntervalMs = 60_000;

interface InboxesProps<R extends InboxRecord, M extends MessageCardProps["message"]> {
  kind: InboxKind<R, M>;
  signedIn: SignedIn;
  /** Id of the selected inbox, from the URL. */
  id: string | undefined;
}

/** Page of the mailboxes or the SMS inboxes: a list, with the details of the selected one beside it. */
export function Inboxes<R extends InboxRecord, M extends MessageCardProps["message"]>(props: InboxesProps<R, M>) {
  const { kind, signedIn, id } = props;
  const loaded = kind.useList(signedIn.frontdesk);
  const { list, reload, updateRecords } = loaded;
  const { records, isComplete, limit, used, error } = list;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const registration = useAction();
  const { RegistrationDialog, registerAtOnce } = kind;
  /** Adds a newly registered inbox to the list, and opens it. */
  function showRegistered(registered: R): void {
    void refreshAccount();
    updateRecords((before) => [...before, registered]);
    navigate(`${kind.view}/${registered.id}`);
  }
  const register = () => {
    if (registerAtOnce)
      void registration.run(async () => showRegistered(await registerAtOnce(signedIn.frontdesk.client)));
    else setDialogOpen(true);
  };
  useWhileVisible(reload, reloadIntervalMs);
  useSelectionOfFirst(kind.view, id, records);
  const isFull = limit !== null && used >= limit;
  return (
    <div class="page wide stack">
      <div class="head">
        <h1>{kind.title}</h1>
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
          onClick={register}
        />
      </div>
      {isDialogOpen && RegistrationDialog && (
        <RegistrationDialog signedIn={signedIn} onClose={() => setDialogOpen(false)} onRegistered={showRegistered} />
      )}
      <ErrorMessage error={registration.error} />
      <ErrorMessage error={error} retry={reload} />
      {records.length > 0 && (
        <div class={`split ${id === undefined ? "" : "chosen"}`}>
          <section class="card list" aria-label={`All ${kind.many}`}>
            <InboxRows kind={kind} list={list} selectedId={id} />
          </section>
          <section class="detail" aria-label={kind.one.replace(/^./, (letter) => letter.toUpperCase())}>
            <Selected kind={kind} signedIn={signedIn} id={id} loaded={loaded} />
          </section>
        </div>
      )}
      {records.length === 0 && !error && (
        <div class="card">
          {isComplete ? (
            <NoInboxes kind={kind} signedIn={signedIn} isDisabled={isFull || registration.isBusy} register={register} />
          ) : (
            <Skeleton rows={6} label={`Loading ${kind.many}`} />
          )}
        </div>
      )}
    </div>
  );
}

interface NoInboxesProps {
  kind: Pick<InboxKind<never, never>, "icon" | "empty" | "scopes">;
  signedIn: SignedIn;
  isDisabled: boolean;
  register: () => void;
}

/** Placeholder of the list, with a button that registers the first inbox. */
function NoInboxes({ kind: { icon, empty, scopes }, signedIn, isDisabled, register }: NoInboxesProps) {
  return (
    <EmptyState icon={icon} title={empty.title}>
      <p>{empty.text}</p>
      {hasScope(signedIn, `${scopes}:create`) && (
        <button type="button" class="button primary" disabled={isDisabled} onClick={register}>
          {empty.button}
        </button>
      )}
    </EmptyState>
  );
}

/** Selects the first inbox of a short list if the details have their own column; else they would hide the list. */
function useSelectionOfFirst(view: string, id: string | undefined, records: { id: string }[]): void {
  useEffect(() => {
    const [first] = records;
    if (id !== undefined || !first || records.length > maxShortListLength) return;
    // The breakpoint of shell.css.
    const hasTwoColumns = matchMedia("(min-width: 64.01rem)").matches;
    // Replaced, so that the back button does not lead to the URL that selects again.
    if (hasTwoColumns) location.replace(`#/${view}/${first.id}`);
  }, [id, records]);
}

interface SelectedProps<R extends InboxRecord, M extends MessageCardProps["message"]> extends InboxesProps<R, M> {
  loaded: LoadedRecords<R>;
}

/** Shows the details of the selected inbox, or says why there are none. */
function Selected<R extends InboxRecord, M extends MessageCardProps["message"]>(props: SelectedProps<R, M>) {
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
  const isLoading = id !== undefined && !list.isComplete;
  return (
    <div class="card">
      {isLoading && <Skeleton label={`Loading the ${kind.one}`} />}
      {id === undefined && <EmptyState icon={kind.icon} title={`Select ${kind.aOne}`} />}
      {id !== undefined && list.isComplete && (
        <EmptyState icon={kind.icon} title={`There is no such ${kind.one}`}>
          <p>It may have been deleted. </p>
          <a href={`#/${kind.view}`}>All {kind.many}</a>
        </EmptyState>
      )}
    </div>
  );
}
