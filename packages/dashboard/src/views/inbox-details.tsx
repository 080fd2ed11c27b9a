import type { Scope } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { hasScope, ignoreNotFound, refreshUsage } from "../app/session.ts";
import { SecretText } from "../ui/copy.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { Icon } from "../ui/icons.tsx";
import type { MessageCardProps } from "../ui/message-card.tsx";
import { Snippets } from "../ui/snippets.tsx";
import type { DetailsProps, InboxKind, InboxRecord } from "./inbox-kind.ts";
import { toInboxSnippets } from "./inbox-snippets.ts";

/** Action on an inbox that the user must confirm. */
interface InboxAction {
  label: string;
  scope: Scope;
  title: string;
  verb: string;
  warning: string;
  requiredText?: string;
  onConfirm: () => Promise<unknown>;
}

/**
 * Shows an inbox with its live messages, key and snippets, and the actions to rotate its key, clear it and delete it. `kind` has the
 * parts that differ between mailboxes and SMS inboxes. Only SMS inboxes have a `setup`, which guides through setting up a phone.
 */
export function InboxDetails<R extends InboxRecord, M extends MessageCardProps["message"]>({
  kind,
  ...props
}: DetailsProps<R> & { kind: InboxKind<R, M> }) {
  const { record, signedIn, reloadList } = props;
  const { setup, Heading, Messages } = kind;
  // A new value loads the messages again.
  const [refreshKey, setRefreshKey] = useState(0);
  /** Label of the action that the user must confirm. */
  const [pendingLabel, setPendingLabel] = useState<string | null>(null);
  const [isSettingUp, setSettingUp] = useState(setup?.isNeeded(record) ?? false);
  const inbox = kind.useMessages(props, refreshKey);
  const reloadMessages = () => setRefreshKey(refreshKey + 1);
  const actions = toActions(kind, props, reloadMessages);
  const pendingAction = actions.find(({ label }) => label === pendingLabel);
  /** Loads the messages again after an error, and the list too: the key may have been rotated elsewhere. */
  function retry(): void {
    reloadList();
    reloadMessages();
  }
  return (
    <div class="stack">
      <section class="card pad stack tight">
        <a class="row small only-narrow" href={`#/${kind.view}`}>
          <Icon name="back" size={16} /> All {kind.many}
        </a>
        <Heading record={record} />
        <KeyAndActions kind={kind} record={record} signedIn={signedIn} actions={actions} onAction={setPendingLabel} />
        {setup && <SetupToggle isOpen={isSettingUp} onToggle={setSettingUp} />}
      </section>
      {setup && isSettingUp && (
        <setup.View
          record={record}
          signedIn={signedIn}
          newest={inbox.state === "live" ? inbox.messages[0] : undefined}
        />
      )}
      <Messages record={record} signedIn={signedIn} inbox={inbox} retry={retry} />
      {pendingAction && (
        <Confirm {...pendingAction} onClose={() => setPendingLabel(null)}>
          <p>{pendingAction.warning}</p>
        </Confirm>
      )}
    </div>
  );
}

/** Button that opens and closes the guide through the set-up. */
function SetupToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  return (
    <div class="actions">
      <button type="button" class="button" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
        {isOpen ? "Close the setup" : "Set up the phone"}
      </button>
    </div>
  );
}

interface KeyAndActionsProps<R extends InboxRecord> extends Pick<DetailsProps<R>, "record" | "signedIn"> {
  kind: Pick<InboxKind<R, never>, "scopes">;
  actions: InboxAction[];
  onAction: (label: string) => void;
}

/** Collapsed part with the inbox's key, snippets, and a button for each action that the signed-in key may carry out. */
function KeyAndActions<R extends InboxRecord>({ kind, record, signedIn, actions, onAction }: KeyAndActionsProps<R>) {
  const deleteScope = `${kind.scopes}:delete` as const;
  return (
    <Disclosure summary="Key, snippets and more">
      {() => (
        <div class="stack">
          <dl class="facts">
            <dt>Key</dt>
            <dd>
              <SecretText value={record.token} label="key" />
            </dd>
          </dl>
          <Snippets label="Wait for a code with" snippets={toInboxSnippets(kind.scopes, record)} />
          <div class="actions">
            {actions
              .filter(({ scope }) => hasScope(signedIn, scope))
              .map(({ label, requiredText }) => (
                <button
                  key={label}
                  type="button"
                  // An action for which the user must type a text cannot be undone.
                  class={requiredText === undefined ? "button" : "button danger"}
                  onClick={() => onAction(label)}
                >
                  {label}
                </button>
              ))}
            {!hasScope(signedIn, deleteScope) && (
              <span class="small muted">
                Deleting needs the scope <code>{deleteScope}</code>.
              </span>
            )}
          </div>
        </div>
      )}
    </Disclosure>
  );
}

/** Parts of a kind of inbox that its actions need. */
type ActionKind<R extends InboxRecord> = Pick<
  InboxKind<R, never>,
  "scopes" | "one" | "rotationWarning" | "rotateKey" | "clear" | "toDeletion" | "delete"
>;

/** Returns the actions of an inbox of this kind, in the order of their buttons: a new key, clearing (only of a mailbox) and deletion. */
function toActions<R extends InboxRecord>(
  kind: ActionKind<R>,
  props: DetailsProps<R>,
  reloadMessages: () => void,
): InboxAction[] {
  const clearing = toClearing(kind, props, reloadMessages);
  return [toRotation(kind, props), ...(clearing ? [clearing] : []), toDeletion(kind, props)];
}

/** Returns the action that gives the inbox a new key. `kind` has the texts and calls of mailboxes or of SMS inboxes. */
function toRotation<R extends InboxRecord>(
  kind: ActionKind<R>,
  { record, signedIn, onChanged }: DetailsProps<R>,
): InboxAction {
  return {
    label: "Rotate key…",
    scope: `${kind.scopes}:renew`,
    title: `Rotate the key of this ${kind.one}?`,
    verb: "Rotate the key",
    warning: kind.rotationWarning,
    onConfirm: async () => onChanged(await kind.rotateKey(signedIn.frontdesk.client, record.id)),
  };
}

/** Returns the action that deletes all mails of a mailbox and reports its changed record; `null` for an SMS inbox, which has no `clear`. */
function toClearing<R extends InboxRecord>(
  { scopes, clear }: ActionKind<R>,
  { record, signedIn, onChanged }: DetailsProps<R>,
  reloadMessages: () => void,
): InboxAction | null {
  if (!clear) return null;
  return {
    label: "Clear…",
    scope: `${scopes}:delete`,
    title: `Clear ${record.name}?`,
    verb: "Delete all its mails",
    warning: "The mailbox and its key stay valid, and pending waits continue.",
    async onConfirm() {
      onChanged(await clear(signedIn.frontdesk.client, record));
      reloadMessages();
    },
  };
}

/** Returns the action that deletes the inbox. `kind.toDeletion` has the texts of its confirmation. */
function toDeletion<R extends InboxRecord>(
  kind: ActionKind<R>,
  { record, signedIn, onDeleted }: DetailsProps<R>,
): InboxAction {
  return {
    ...kind.toDeletion(record),
    label: "Delete…",
    scope: `${kind.scopes}:delete`,
    /** Deletes the inbox by the call of its `kind`, mailbox or SMS inbox; one that is already deleted is no error. */
    async onConfirm() {
      await kind.delete(signedIn.frontdesk.client, record.id).catch(ignoreNotFound);
      refreshUsage();
      onDeleted();
    },
  };
}
