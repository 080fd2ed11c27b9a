import { parseMail } from "@frontdesk/mail-reader";
import type { ServerOptions } from "../options/options.ts";
import { compose, type MailToDeliver, toEnvelopeSender } from "./compose.ts";
import type { Intake } from "./intake.ts";
import { toRecipient } from "./recipient.ts";
import type { Destination } from "./smtp-options.ts";

/** What became of a mail that was handed in. */
export interface Delivered {
  /** Recipients whose mailbox holds it now, as they were written. */
  accepted: string[];
  /** Recipients that nobody here is. */
  rejected: string[];
}

type DeliverOptions = Pick<ServerOptions, "mailDomain" | "smtpMaxSize">;

/**
 * Hands in one mail as SMTP would: the same mailboxes, aliases and limits of size, the same reading.
 *
 * @throws Error where no recipient is anybody's here; it names them.
 */
export async function deliverMail(
  mail: MailToDeliver,
  intake: Intake,
  { mailDomain, smtpMaxSize }: DeliverOptions,
): Promise<Delivered> {
  const { from = "hello@example.com", raw } = mail;
  const recipients: unknown[] = [mail.to].flat();
  // Callers in JavaScript hand on an address that they do not have, such as that of a mailbox opened by its key alone.
  if (recipients.length === 0 || !recipients.every((one) => typeof one === "string" && one.trim() !== ""))
    throw new TypeError("deliver: give `to`, the address that the mail is for, or a list of them.");
  const destinations: Destination[] = [];
  const rejected: string[] = [];
  for (const recipient of [mail.to].flat()) {
    const { type, name } = { name: "", ...toRecipient(recipient, mailDomain) };
    const id = type === "mailbox" ? await intake.resolve(name) : null;
    if (id !== null) destinations.push({ id, recipient });
    else {
      rejected.push(recipient);
      if (type !== "postmaster")
        intake.onRecipientRejected(recipient, type === "foreign" ? "other_domain" : "unknown_mailbox");
    }
  }
  const nobody = () => new Error(`Nobody here is ${[mail.to].flat().join(", ")}. Register the mailbox first.`);
  if (destinations.length === 0) throw nobody();
  const bytes = raw === undefined ? compose({ ...mail, from }) : Buffer.from(raw);
  if (bytes.length > smtpMaxSize)
    throw new Error(`The mail has ${bytes.length} bytes; this server takes ${smtpMaxSize} (--smtp-max-size).`);
  const isStored = await intake.deliver(destinations, await parseMail(bytes, { sender: toEnvelopeSender(from) }));
  if (!isStored) throw nobody();
  return { accepted: destinations.map(({ recipient }) => recipient), rejected };
}
