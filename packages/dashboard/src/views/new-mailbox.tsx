import { type MailboxRecord, unwrap } from "@frontdesk/sdk";
import { open, refreshAccount, type SignedIn } from "../app/session.ts";
import { NameDialog } from "../kit/name-dialog.tsx";

interface NewMailboxProps {
  signedIn: SignedIn;
  onClose: () => void;
  onMade: (record: MailboxRecord) => void;
}

export function NewMailbox({ signedIn, onClose, onMade }: NewMailboxProps) {
  return (
    <NameDialog
      title="New mailbox"
      after={`@${signedIn.server.mail_domain}`}
      most={64}
      rule="Letters, digits and inner dots, hyphens or underscores."
      check={(name, signal) => unwrap(open.GET("/svc-api/mailbox/check", { params: { query: { name } }, signal }))}
      make={async (name) => {
        const answer = await unwrap(signedIn.desk.client.POST("/svc-api/mailbox/register", { body: { name } }));
        void refreshAccount();
        onMade(answer.mailbox);
      }}
      onClose={onClose}
    />
  );
}
