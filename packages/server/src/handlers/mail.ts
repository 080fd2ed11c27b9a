import type { Handlers, Schemas } from "@frontdesk/contract";
import type { Contexts } from "../context.ts";
import type { MailSummary } from "../inbox/mail.ts";
import { Problem } from "../problem.ts";

/** Reading one mailbox, with its own key. */
export const mailOperations = {
  async getRecentMail({ query }, context) {
    const { inboxId, mail, authorize } = context;
    const { messages, cursor } = await mail.read(inboxId, {
      count: query.n,
      after: query.after,
      wait: query.wait * 1000,
      authorize,
      signal: query.wait > 0 ? context.signal : undefined,
    });
    return { emails: messages.map(toEmailSummary), cursor };
  },

  async getMail({ path }, { inboxId, mail, findings }) {
    const email = await mail.message(inboxId, path.id);
    if (!email)
      throw new Problem("not_found", "There is no mail with this id in this mailbox; only the latest ten are kept.");
    const { id, subject, sender, recipient, received_at, body } = email;
    return { email: { id, subject, sender, recipient, received_at, body, ...findings.inMail(email) } };
  },
} satisfies Partial<Handlers<Contexts>>;

/** Without what only the store needs. */
export function toEmailSummary(summary: MailSummary): Schemas["EmailSummary"] {
  const { id, subject, sender, recipient, snippet, received_at } = summary;
  return { id, subject, sender, recipient, snippet, received_at };
}
