import { parseMail } from "@frontdesk/mail-reader";
import type { ServerOptions } from "../options/options.ts";
import { composeMail, type MailToDeliver, toEnvelopeSender } from "./compose.ts";
import type { Intake } from "./intake.ts";
import type { MailDestination } from "./smtp-options.ts";

/** Result of delivering a mail without SMTP. */
export interface DeliverResult {
  /** Recipients whose mailbox stored the mail, as they were written. */
  accepted: string[];
  /** Recipients without a mailbox on this server. */
  rejected: string[];
}

/** For a program that does not care who sends the mail. */
const defaultSender = "hello@example.com";

type DeliverMailOptions = Pick<ServerOptions, "smtpMaxSize">;

/**
 * Delivers a mail of a program that embeds the server. Recipients, aliases, size limit and parsing are the same as by SMTP, and
 * so is the report of recipients without a mailbox.
 *
 * @throws Error if no recipient has a mailbox here, or if all were deleted meanwhile; the error names them.
 */
export async function deliverMail(
  mail: MailToDeliver,
  intake: Intake,
  { smtpMaxSize }: DeliverMailOptions,
): Promise<DeliverResult> {
  const { from = defaultSender, raw } = mail;
  const recipients = [mail.to].flat();
  // JavaScript callers may pass `undefined`, such as the address of a mailbox that was opened by its key alone.
  if (recipients.length === 0 || !recipients.every(isNonEmptyText))
    throw new TypeError("deliver(): `to` must be an email address or a non-empty list of them.");
  const { destinations, rejected } = await resolveRecipients(recipients, intake);
  const toNoMailboxError = () => new Error(`No mailbox ${recipients.join(", ")}. Register it first.`);
  if (destinations.length === 0) throw toNoMailboxError();
  const bytes = raw === undefined ? composeMail({ ...mail, from }) : Buffer.from(raw);
  if (bytes.length > smtpMaxSize)
    throw new Error(`The mail has ${bytes.length} bytes; this server accepts ${smtpMaxSize} (--smtp-max-size).`);
  const parsed = await parseMail(bytes, { sender: toEnvelopeSender(from) });
  const isStored = await intake.deliver(destinations, { ...parsed, via: "program" });
  if (!isStored) throw toNoMailboxError();
  return { accepted: destinations.map(({ recipient }) => recipient), rejected };
}

/**
 * Finds the mailboxes of the recipients of a mail that the embedding program delivers. Returns those without one as rejected, and reports
 * them like those of a mail over SMTP, except the postmaster: SMTP accepts the postmaster's mail and drops it. `target` also tells
 * `resolve` whether the catch-all mailbox may get the mail.
 */
async function resolveRecipients(recipients: readonly string[], intake: Intake) {
  const destinations: MailDestination[] = [];
  const rejected: string[] = [];
  for (const recipient of recipients) {
    const target = intake.parseRecipient(recipient);
    const id = target.type === "mailbox" ? await intake.resolve(target.name, target) : null;
    if (id !== null) {
      destinations.push({ id, recipient });
      continue;
    }
    rejected.push(recipient);
    if (target.type !== "postmaster")
      intake.onRecipientRejected(recipient, target.type === "foreign" ? "other_domain" : "unknown_mailbox");
  }
  return { destinations, rejected };
}

/** Returns whether the value is a text that is more than white space. */
function isNonEmptyText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
