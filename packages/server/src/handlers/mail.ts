import type { Handlers, Schemas } from "@frontdesk/contract";
import type { Contexts, Services } from "../context.ts";
import type { StoredMailSummary } from "../inbox/mail-message-store.ts";
import { toEmail } from "../inbox/messages.ts";
import type { MessagePage } from "../inbox/page.ts";
import { Problem } from "../problem.ts";
import { toCursorFields, toReadOptions } from "./recent.ts";

/** Operations that read one mailbox, authenticated with its mailbox key. */
export const mailOperations = {
  async getRecentMail({ query }, context) {
    // A plus in a query decodes to a space, which no email address contains.
    const to = query.to?.replaceAll(" ", "+");
    const page = await context.mail.read(context.inboxId, { ...toReadOptions(query, context), to });
    return { emails: page.messages.map((mail) => toRecentEmail(mail, context)), ...toCursorFields(page) };
  },

  async getMail({ path }, { inboxId, mail, extractor }) {
    const email = await mail.message(inboxId, path.id);
    if (!email)
      throw new Problem("not_found", "There is no mail with this id in this mailbox; it keeps the latest ten.");
    return { email: toEmail(email, extractor) };
  },
} satisfies Partial<Handlers<Contexts>>;

/** Returns the public fields of a stored mail. */
export function toEmailSummary(summary: StoredMailSummary): Schemas["EmailSummary"] {
  const { id, subject, sender, recipient, snippet, received_at } = summary;
  return { id, subject, sender, recipient, snippet, received_at };
}

/** Returns a mail of a response; with body, links and codes if the request was for full messages. */
function toRecentEmail(
  mail: MessagePage<StoredMailSummary>["messages"][number],
  { extractor }: Services,
): Schemas["RecentEmail"] {
  const { body, truncated } = mail;
  if (body === undefined) return toEmailSummary(mail);
  return { ...toEmailSummary(mail), body, ...(truncated && { truncated }), ...extractor.fromMail({ ...mail, body }) };
}
