import type { Handlers, Schemas } from "@frontdesk/contract";
import type { Contexts, Services } from "../context.ts";
import type { StoredMailSummary } from "../inbox/mail-message-store.ts";
import { toEmail } from "../inbox/messages.ts";
import type { MessagePage } from "../inbox/page.ts";
import { Problem } from "../problem.ts";
import { toCursorFields, toReadOptions } from "./recent.ts";

/** Reading one mailbox, with its own key. */
export const mailOperations = {
  async getRecentMail({ query }, context) {
    // In a query a plus is a blank, of which an address has none.
    const to = query.to?.replaceAll(" ", "+");
    const page = await context.mail.read(context.inboxId, { ...toReadOptions(query, context), to });
    return { emails: page.messages.map((row) => toRecentEmail(row, context)), ...toCursorFields(page) };
  },

  async getMail({ path }, { inboxId, mail, extractor }) {
    const email = await mail.message(inboxId, path.id);
    if (!email)
      throw new Problem("not_found", "There is no mail with this id in this mailbox; only the latest ten are kept.");
    return { email: toEmail(email, extractor) };
  },
} satisfies Partial<Handlers<Contexts>>;

/** Without what only the store needs. */
export function toEmailSummary(summary: StoredMailSummary): Schemas["EmailSummary"] {
  const { id, subject, sender, recipient, snippet, received_at } = summary;
  return { id, subject, sender, recipient, snippet, received_at };
}

function toRecentEmail(
  row: MessagePage<StoredMailSummary>["messages"][number],
  { extractor }: Services,
): Schemas["RecentEmail"] {
  const { body, truncated } = row;
  if (body === undefined) return toEmailSummary(row);
  return { ...toEmailSummary(row), body, ...(truncated && { truncated }), ...extractor.fromMail({ ...row, body }) };
}
