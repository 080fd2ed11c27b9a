import { type MailboxRecord, unwrap } from "@frontdesk/sdk";
import { publicClient, refreshAccount, type SignedIn } from "../app/session.ts";
import { NameDialog } from "../ui/name-dialog.tsx";

interface NewMailboxProps {
  signedIn: SignedIn;
  onClose: () => void;
  onRegistered: (record: MailboxRecord) => void;
}

/** Dialog that registers a mailbox under a free name. */
export function NewMailbox({ signedIn, onClose, onRegistered }: NewMailboxProps) {
  return (
    <NameDialog
      title="New mailbox"
      suffix={`@${signedIn.server.mail_domain}`}
      maxLength={64}
      rule="Letters, digits and inner dots, hyphens or underscores."
      check={(name, signal) =>
        unwrap(publicClient.GET("/svc-api/mailbox/check", { params: { query: { name } }, signal }))
      }
      register={async (name) => {
        const { client } = signedIn.frontdesk;
        const { mailbox } = await unwrap(client.POST("/svc-api/mailbox/register", { body: { name } }));
        void refreshAccount();
        onRegistered(mailbox);
      }}
      onClose={onClose}
    />
  );
}
