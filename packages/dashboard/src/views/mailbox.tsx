import { type MailboxRecord, openMailbox, unwrap } from "@frontdesk/sdk";
import { useEffect, useState } from "preact/hooks";
import { useMailInbox } from "../app/inbox.ts";
import { useAction } from "../app/load.ts";
import { connectionOptions, hasScope, ignoreNotFound, refreshAccount, type SignedIn } from "../app/session.ts";
import { CopyButton, Secret } from "../ui/copy.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { Icon } from "../ui/icons.tsx";
import { Snippets } from "../ui/snippets.tsx";
import { EmptyState } from "../ui/states.tsx";
import { LiveMessages } from "./live-messages.tsx";
import { toMailboxSnippets } from "./mailbox-snippets.ts";

interface MailboxProps {
  record: MailboxRecord;
  signedIn: SignedIn;
  /** Called with the new record after a change, to update the list. */
  onChanged: (record: MailboxRecord) => void;
  onDeleted: () => void;
  /** Loads the records of all mailboxes again. */
  reloadList: () => void;
}

/** Shows a mailbox with its live inbox, key and snippets, and the actions to rotate its key, clear it and delete it. */
export function MailboxView({ record, signedIn, onChanged, onDeleted, reloadList }: MailboxProps) {
  // A new value loads the inbox again.
  const [refreshKey, setRefreshKey] = useState(0);
  /** Action that the user must confirm. */
  const [pendingAction, setPendingAction] = useState<"rotate" | "clear" | "delete" | null>(null);
  const inbox = useMailInbox(record.token, refreshKey);
  const count = inbox.state === "live" ? inbox.messages.length : record.email_count;
  // Updates the count in the list of mailboxes.
  useEffect(() => {
    if (count !== record.email_count) onChanged({ ...record, email_count: count });
  }, [count, record, onChanged]);
  const { client } = signedIn.frontdesk;
  const params = { path: { id: record.id } };
  const retry = () => {
    // The inbox may have failed because its key was rotated elsewhere; the list has the new key.
    reloadList();
    setRefreshKey(refreshKey + 1);
  };
  return (
    <div class="stack">
      <section class="card pad stack tight">
        <a class="row small only-narrow" href="#/mailboxes">
          <Icon name="back" size={16} /> All mailboxes
        </a>
        <div class="head">
          <h2>{record.address}</h2>
          <CopyButton text={record.address} label="Copy address" />
        </div>
        <Disclosure summary="Key, snippets and more">
          {() => (
            <div class="stack">
              <dl class="facts">
                <dt>Key</dt>
                <dd>
                  <Secret value={record.token} label="key" />
                </dd>
              </dl>
              <Snippets label="Wait for a code with" snippets={toMailboxSnippets(record)} />
              <div class="actions">
                {hasScope(signedIn, "mailbox:renew") && (
                  <button type="button" class="button" onClick={() => setPendingAction("rotate")}>
                    Rotate key…
                  </button>
                )}
                {hasScope(signedIn, "mailbox:delete") ? (
                  <>
                    <button type="button" class="button" onClick={() => setPendingAction("clear")}>
                      Clear…
                    </button>
                    <button type="button" class="button danger" onClick={() => setPendingAction("delete")}>
                      Delete…
                    </button>
                  </>
                ) : (
                  <span class="small muted">
                    Deleting needs the scope <code>mailbox:delete</code>.
                  </span>
                )}
              </div>
            </div>
          )}
        </Disclosure>
      </section>
      <Inbox inbox={inbox} record={record} signedIn={signedIn} retry={retry} />
      {pendingAction === "rotate" && (
        <Confirm
          title="Rotate the key of this mailbox?"
          verb="Rotate the key"
          onClose={() => setPendingAction(null)}
          onConfirm={async () =>
            onChanged((await unwrap(client.POST("/svc-api/mailbox/{id}/token", { params }))).mailbox)
          }
        >
          <p>The old key stops working at once, in every program that uses it.</p>
        </Confirm>
      )}
      {pendingAction === "clear" && (
        <Confirm
          title={`Clear ${record.name}?`}
          verb="Delete all its mails"
          onClose={() => setPendingAction(null)}
          onConfirm={async () => {
            await unwrap(client.DELETE("/svc-api/mailbox/{id}/emails", { params }));
            onChanged({ ...record, email_count: 0 });
            setRefreshKey(refreshKey + 1);
          }}
        >
          <p>The mailbox and its key stay valid, and pending waits continue.</p>
        </Confirm>
      )}
      {pendingAction === "delete" && (
        <Confirm
          title={`Delete ${record.name}?`}
          verb="Delete the mailbox"
          requiredText={record.name}
          onClose={() => setPendingAction(null)}
          onConfirm={async () => {
            await unwrap(client.DELETE("/svc-api/mailbox/{id}", { params })).catch(ignoreNotFound);
            void refreshAccount();
            onDeleted();
          }}
        >
          <p>Its mails are deleted too, and anyone on this server may register the name.</p>
        </Confirm>
      )}
    </div>
  );
}

interface InboxProps {
  inbox: ReturnType<typeof useMailInbox>;
  record: MailboxRecord;
  signedIn: SignedIn;
  retry: () => void;
}

/** Shows the mails of a mailbox, with a button that sends a test mail. */
function Inbox({ inbox, record, signedIn, retry }: InboxProps) {
  const testMail = useAction();
  const { smtp, mail_domain } = signedIn.server;
  const messages = inbox.state === "live" ? inbox.messages : [];
  const sendTestButton = hasScope(signedIn, "mailbox:read") && (
    <button
      type="button"
      class={messages.length === 0 ? "button primary" : "button"}
      disabled={testMail.isBusy}
      onClick={() =>
        testMail.run(() =>
          unwrap(signedIn.frontdesk.client.POST("/svc-api/mailbox/{id}/test", { params: { path: { id: record.id } } })),
        )
      }
    >
      Send a test mail
    </button>
  );
  return (
    <LiveMessages
      label="Inbox"
      kind="mail"
      inbox={inbox}
      retry={retry}
      actions={messages.length > 0 && sendTestButton}
      actionError={testMail.error}
      placeholder={
        <EmptyState icon="mail" title="Nothing here yet">
          <p>
            Mail to <b>{record.address}</b> appears as soon as it arrives.
            {smtp.port !== null && (
              <>
                {" "}
                This server accepts mail for @{mail_domain} on port <b>{smtp.port}</b>.
              </>
            )}
          </p>
          {sendTestButton}
        </EmptyState>
      }
      recipientOf={(mail) => mail.recipient}
      loadFull={(id) => openMailbox({ ...connectionOptions, key: record.token }).message(id)}
    />
  );
}
