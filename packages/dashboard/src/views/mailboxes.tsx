import { type MailboxRecord, openMailbox, unwrap } from "@frontdesk/sdk";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { type InboxState, type ShownMail, useMailInbox } from "../app/inbox.ts";
import { useAction } from "../app/load.ts";
import { useMailboxList } from "../app/record-list.ts";
import { connectionOptions, hasScope, publicClient, type ServerInfo, type SignedIn } from "../app/session.ts";
import { CopyButton } from "../ui/copy.tsx";
import { NameDialog } from "../ui/name-dialog.tsx";
import { EmptyState, needsScope } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import type { DetailsProps, InboxKind, RegistrationProps } from "./inbox-kind.ts";
import { Inboxes } from "./inboxes.tsx";
import { LiveMessages } from "./live-messages.tsx";

/** Path of an operation on one mailbox. */
const params = (id: string) => ({ params: { path: { id } } });

export const mailboxKind: InboxKind<MailboxRecord, ShownMail> = {
  view: "mailboxes",
  scopes: "mailbox",
  icon: "mail",
  title: "Mailboxes",
  one: "mailbox",
  aOne: "a mailbox",
  many: "mailboxes",
  empty: {
    title: "No mailbox yet",
    text: "A mailbox is an address that stores its latest ten mails and extracts the codes in them.",
    button: "Register the first one",
  },
  rotationWarning: "The old key stops working at once, in every program that uses it.",
  toDeletion: ({ name }) => ({
    title: `Delete ${name}?`,
    verb: "Delete the mailbox",
    requiredText: name,
    warning: "Its mails are deleted too, and anyone on this server may register the name.",
  }),
  useList: useMailboxList,
  RegistrationDialog: NewMailbox,
  rotateKey: async (client, id) => (await unwrap(client.POST("/svc-api/mailbox/{id}/token", params(id)))).mailbox,
  delete: (client, id) => unwrap(client.DELETE("/svc-api/mailbox/{id}", params(id))),
  async clear(client, record) {
    await unwrap(client.DELETE("/svc-api/mailbox/{id}/emails", params(record.id)));
    return { ...record, email_count: 0 };
  },
  useMessages: useMails,
  toRow: ({ name, email_count, created_at }) => ({
    name,
    note: (
      <>
        created <Time at={created_at} />
      </>
    ),
    count: `${email_count} ${email_count === 1 ? "mail" : "mails"}`,
  }),
  toFilterText: ({ address }) => address,
  Heading: ({ record: { address } }) => (
    <div class="head">
      <h2>{address}</h2>
      <CopyButton text={address} label="Copy address" />
    </div>
  ),
  Messages: Mails,
};

/** Lists the account's mailboxes and shows the one with this id, if the key has the scope. */
export const MailboxesView = needsScope(
  "mailbox:read",
  "see mailboxes",
  (props: { signedIn: SignedIn; id: string | undefined }) => <Inboxes kind={mailboxKind} {...props} />,
);

/** Characters before the @ of an email address (RFC 5321 section 4.5.3.1.1). */
const maxLocalPartLength = 64;

/** Dialog that registers a mailbox under a free name. */
function NewMailbox({ signedIn, onClose, onRegistered }: RegistrationProps<MailboxRecord>) {
  const { client } = signedIn.frontdesk;
  return (
    <NameDialog
      title="New mailbox"
      suffix={`@${signedIn.server.mail_domain}`}
      maxLength={maxLocalPartLength}
      rule="Letters, digits and inner dots, hyphens or underscores."
      check={(name, signal) =>
        unwrap(publicClient.GET("/svc-api/mailbox/check", { params: { query: { name } }, signal }))
      }
      register={async (name) =>
        onRegistered((await unwrap(client.POST("/svc-api/mailbox/register", { body: { name } }))).mailbox)
      }
      onClose={onClose}
    />
  );
}

/** Streams the mails of a mailbox, and updates their count in the list of mailboxes. */
function useMails({ record, onChanged }: DetailsProps<MailboxRecord>, refreshKey: number): InboxState<ShownMail> {
  const inbox = useMailInbox(record.token, refreshKey);
  // A live inbox shows all mails that the server stores, so their number is the newer count.
  const count = inbox.state === "live" ? inbox.messages.length : record.email_count;
  useEffect(() => {
    if (count !== record.email_count) onChanged({ ...record, email_count: count });
  }, [count, record, onChanged]);
  return inbox;
}

interface MailsProps {
  inbox: InboxState<ShownMail>;
  record: MailboxRecord;
  signedIn: SignedIn;
  retry: () => void;
}

/** Shows the mails of a mailbox, with a button that sends a test mail. */
function Mails({ inbox, record, signedIn, retry }: MailsProps) {
  const testMail = useAction();
  const { client } = signedIn.frontdesk;
  const hasMessages = inbox.state === "live" && inbox.messages.length > 0;
  // The API asks only for the scope to read, because the test mail reaches nobody but this mailbox.
  const sendTestButton = hasScope(signedIn, "mailbox:read") && (
    <button
      type="button"
      class={hasMessages ? "button" : "button primary"}
      disabled={testMail.isBusy}
      onClick={() => testMail.run(() => unwrap(client.POST("/svc-api/mailbox/{id}/test", params(record.id))))}
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
      actions={hasMessages && sendTestButton}
      actionError={testMail.error}
      placeholder={
        <NoMails address={record.address} server={signedIn.server}>
          {sendTestButton}
        </NoMails>
      }
      recipientOf={(mail) => mail.recipient}
      loadFull={(id) => openMailbox({ ...connectionOptions, key: record.token }).message(id)}
    />
  );
}

interface NoMailsProps {
  address: string;
  server: ServerInfo;
  /** A button that sends the first mail. */
  children: ComponentChildren;
}

/** Placeholder of an empty mailbox, which says where it accepts mail. */
function NoMails({ address, server: { smtp, mail_domain }, children }: NoMailsProps) {
  return (
    <EmptyState icon="mail" title="Nothing here yet">
      <p>
        Mail to <b>{address}</b> appears as soon as it arrives.
        {smtp.port !== null && (
          <>
            {" "}
            This server accepts mail for @{mail_domain} on port <b>{smtp.port}</b>.
          </>
        )}
      </p>
      {children}
    </EmptyState>
  );
}
