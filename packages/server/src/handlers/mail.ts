import type { Handlers, Schemas } from "@frontdesk/contract";
import type { Contexts, Services } from "../context.ts";
import type { MailMessageStore, StoredMailSummary } from "../inbox/mail-message-store.ts";
import { toEmail } from "../inbox/messages.ts";
import type { MessagePage } from "../inbox/page.ts";
import { Problem } from "../problem.ts";
import { prepareRecordReturned } from "./audit.ts";
import { toCursorFields, toReadOptions } from "./recent.ts";

/** Operations that read one mailbox, authenticated with its mailbox key. */
export const mailOperations = {
  /**
   * Returns the newest mails of the mailbox, or those after a cursor; with `to`, only those to this address, whose plus sign the query
   * decoded to a space. With `wait`, this is a long poll. With `authenticated`, it waits for the checks of new mails' senders too, a short
   * time even without `wait`; `signal` ends that if the client disconnects.
   */
  async getRecentMail({ query }, context) {
    const to = query.to && restorePlus(query.to);
    const authenticated = query.authenticated === "true";
    const options = {
      ...toReadOptions(query, context),
      to,
      ...(authenticated && { authenticated, signal: context.signal }),
    };
    // Called before the read, during which the mailbox may be deleted: the audit log needs its account.
    const recordReturned = await prepareRecordReturned(context, "mailbox");
    const page = await context.mail.read(context.inboxId, options);
    recordReturned(page.messages);
    return { emails: page.messages.map((email) => toRecentEmail(email, context)), ...toCursorFields(page) };
  },

  /** Returns one mail of the mailbox with its body, links and codes. Recorded in the audit log. */
  async getMail({ path }, context) {
    const { inboxId, mail, extractor } = context;
    // Called before the read, during which the mailbox may be deleted: the audit log needs its account.
    const recordReturned = await prepareRecordReturned(context, "mailbox");
    const email = await mail.message(inboxId, path.id);
    if (!email)
      throw new Problem("not_found", "There is no mail with this id in this mailbox; it keeps the latest ten.");
    recordReturned([email]);
    return { email: toEmail(email, mail.verdictOf(email), extractor) };
  },
} satisfies Partial<Handlers<Contexts>>;

/** Restores the plus signs of an email address in a query, which decode to spaces. No address contains a space. */
function restorePlus(address: string): string {
  return address.replaceAll(" ", "+");
}

/** Returns the public fields of a stored mail, without its body. `authenticated`: is its sender authentic; `via`: how it arrived. */
export function toEmailSummary(
  summary: StoredMailSummary,
  { verdictOf }: Pick<MailMessageStore, "verdictOf">,
): Schemas["EmailSummary"] {
  const { id, subject, sender, recipient, snippet, received_at, via } = summary;
  const authenticated = verdictOf(summary);
  return { id, subject, sender, recipient, snippet, received_at, authenticated, ...(via && { via }) };
}

/** Returns a mail of a response; with body, links and codes if the request was for full messages. */
function toRecentEmail(
  email: MessagePage<StoredMailSummary>["messages"][number],
  { extractor, mail }: Services,
): Schemas["RecentEmail"] {
  const { body, truncated } = email;
  const summary = toEmailSummary(email, mail);
  if (body === undefined) return summary;
  return { ...summary, body, ...(truncated && { truncated }), ...extractor.fromMail({ ...email, body }) };
}
