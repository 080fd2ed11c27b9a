import { FrontdeskError, type MailboxRecord, openMailbox, unwrap } from "@frontdesk/sdk";
import { useEffect, useState } from "preact/hooks";
import { useMailInbox } from "../app/inbox.ts";
import { useAction } from "../app/load.ts";
import { connectionOptions, hasScope, refreshAccount, type SignedIn } from "../app/session.ts";
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
  onChanged: (record: MailboxRecord) => void;
  onDeleted: () => void;
  /** The key in the list is no longer the mailbox's. */
  onLost: () => void;
}

/** One mailbox: its inbox, live, and all that can be done with it. */
export function MailboxView({ record, signedIn, onChanged, onDeleted, onLost }: MailboxProps) {
  const [refreshKey, setRefreshKey] = useState(0);
  const [pendingAction, setPendingAction] = useState<"rotate" | "empty" | "delete" | null>(null);
  const inbox = useMailInbox(record.token, refreshKey);
  const count = inbox.state === "live" ? inbox.messages.length : record.email_count;
  // The list beside it counts along.
  useEffect(() => {
    if (count !== record.email_count) onChanged({ ...record, email_count: count });
  }, [count, record, onChanged]);
  const { client } = signedIn.frontdesk;
  const params = { path: { id: record.id } };
  const again = () => {
    onLost();
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
              <Snippets label="Wait for a code in" snippets={toMailboxSnippets(record)} />
              <div class="actions">
                {hasScope(signedIn, "mailbox:renew") && (
                  <button type="button" class="button" onClick={() => setPendingAction("rotate")}>
                    New key…
                  </button>
                )}
                {hasScope(signedIn, "mailbox:delete") ? (
                  <>
                    <button type="button" class="button" onClick={() => setPendingAction("empty")}>
                      Empty…
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
      <Inbox inbox={inbox} record={record} signedIn={signedIn} again={again} />
      {pendingAction === "rotate" && (
        <Confirm
          title="A new key for this mailbox?"
          verb="Make a new key"
          onClose={() => setPendingAction(null)}
          onConfirm={async () =>
            onChanged((await unwrap(client.POST("/svc-api/mailbox/{id}/token", { params }))).mailbox)
          }
        >
          <p>The old key stops working at once, in every program that has it.</p>
        </Confirm>
      )}
      {pendingAction === "empty" && (
        <Confirm
          title={`Empty ${record.name}?`}
          verb="Delete all its mails"
          onClose={() => setPendingAction(null)}
          onConfirm={async () => {
            await unwrap(client.DELETE("/svc-api/mailbox/{id}/emails", { params }));
            onChanged({ ...record, email_count: 0 });
            setRefreshKey(refreshKey + 1);
          }}
        >
          <p>The mailbox and its key stay, and pending waits go on.</p>
        </Confirm>
      )}
      {pendingAction === "delete" && (
        <Confirm
          title={`Delete ${record.name}?`}
          verb="Delete the mailbox"
          requiredText={record.name}
          onClose={() => setPendingAction(null)}
          onConfirm={async () => {
            await unwrap(client.DELETE("/svc-api/mailbox/{id}", { params })).catch((error: unknown) => {
              // Somebody else was quicker.
              if (!(error instanceof FrontdeskError && error.status === 404)) throw error;
            });
            void refreshAccount();
            onDeleted();
          }}
        >
          <p>Its mails go with it, and anyone of this server may take the name.</p>
        </Confirm>
      )}
    </div>
  );
}

interface InboxProps {
  inbox: ReturnType<typeof useMailInbox>;
  record: MailboxRecord;
  signedIn: SignedIn;
  again: () => void;
}

function Inbox({ inbox, record, signedIn, again }: InboxProps) {
  const test = useAction();
  const { smtp, mail_domain } = signedIn.server;
  const messages = inbox.state === "live" ? inbox.messages : [];
  const sendTest = hasScope(signedIn, "mailbox:read") && (
    <button
      type="button"
      class={messages.length === 0 ? "button primary" : "button"}
      disabled={test.isBusy}
      onClick={() =>
        test.run(() =>
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
      what="mail"
      inbox={inbox}
      again={again}
      actions={messages.length > 0 && sendTest}
      trouble={test.error}
      empty={
        <EmptyState icon="mail" title="Nothing here yet">
          <p>
            Mail to <b>{record.address}</b> appears the moment it comes.
            {smtp.port !== null && (
              <>
                {" "}
                This server takes mail for @{mail_domain} on port <b>{smtp.port}</b>.
              </>
            )}
          </p>
          {sendTest}
        </EmptyState>
      }
      toOf={(mail) => mail.recipient}
      load={(id) => openMailbox({ ...connectionOptions, key: record.token }).message(id)}
    />
  );
}
