import { rootCauseMessage } from "@frontdesk/basics";
import type { SMTPServerAddress } from "smtp-server";
import { createRecipientParser } from "./recipient.ts";
import { reply } from "./replies.ts";
import type { MailDestination, SmtpOptions } from "./smtp-options.ts";

/** Stands for a mailbox: mail for the postmaster is accepted, but not stored. */
const POSTMASTER = Symbol("postmaster");

/** The mailboxes of the recipients that were accepted, by the address objects of their sessions. */
export interface RecipientMailboxes {
  /** Looks up a recipient's mailbox and remembers it for the message. @throws the reply to an unknown recipient */
  resolve(address: SMTPServerAddress, clientIp: string): Promise<void>;
  /** Whether the recipient has a mailbox. The postmaster has none. */
  hasMailbox(address: SMTPServerAddress): boolean;
  /** Names the recipient's mailbox for fair scheduling in the parser worker. */
  toParty(address: SMTPServerAddress): string;
  /** Returns the mailboxes of the recipients. Mail for the postmaster is logged, not stored. */
  toDestinations(recipients: SMTPServerAddress[], sender: string, bytes: number): MailDestination[];
}

/** Creates the lookup of the mailboxes to which SMTP recipients belong. */
export function createRecipientMailboxes(options: SmtpOptions): RecipientMailboxes {
  const { domain, resolve: findMailbox, onRecipientRejected, log } = options;
  const { parseRecipient = createRecipientParser({ mailDomain: domain }) } = options;
  /** Mailbox ids of accepted recipients. */
  const mailboxOf = new WeakMap<SMTPServerAddress, string | typeof POSTMASTER>();

  return {
    /**
     * Finds the recipient's mailbox and remembers it by the address object. Throws the reply to the client if there is none, and
     * reports the recipient to `onRecipientRejected`. Accepts the postmaster, who has no mailbox here, as every mail server must
     * (RFC 5321 section 4.5.1). `mayCatchAll` says whether the catch-all mailbox may get the mail if no mailbox has the name.
     */
    async resolve(address, clientIp) {
      const recipient = parseRecipient(address.address);
      if (recipient.type === "postmaster") {
        mailboxOf.set(address, POSTMASTER);
        return;
      }
      if (recipient.type === "foreign") {
        onRecipientRejected?.(address.address, "other_domain", clientIp);
        throw reply(550, `Relaying denied: this server takes mail for @${domain} only`);
      }
      const { name, mayCatchAll } = recipient;
      const id = await findMailbox(name, { mayCatchAll }).catch((error: unknown) => {
        log?.warn(`Lookup of mailbox ${name} failed: ${rootCauseMessage(error)}`);
        throw reply(451, "Mailboxes cannot be looked up just now, try again later");
      });
      if (id === null) {
        onRecipientRejected?.(address.address, "unknown_mailbox", clientIp);
        throw reply(550, `No mailbox ${address.address} here`);
      }
      mailboxOf.set(address, id);
    },
    hasMailbox: (address) => mailboxOf.get(address) !== POSTMASTER,
    // The processor time of a mail counts against this party, so that one mailbox does not delay others. The name only tells
    // parties apart.
    toParty: (address) => `mailbox ${String(mailboxOf.get(address))}`,
    /**
     * Returns the mailboxes of accepted recipients. A mail for the postmaster is only logged, with its size and its sender, which is
     * `<>` for a bounce.
     */
    toDestinations(recipients, sender, bytes) {
      const destinations: MailDestination[] = [];
      for (const address of recipients) {
        // `undefined` for the type alone: `resolve` has remembered each accepted recipient.
        const target = mailboxOf.get(address);
        if (target === POSTMASTER) {
          log?.info(`Mail to ${address.address} from ${sender === "" ? "<>" : sender}, ${bytes} bytes, not stored`);
        } else if (target !== undefined) {
          destinations.push({ id: target, recipient: address.address });
        }
      }
      return destinations;
    },
  };
}
