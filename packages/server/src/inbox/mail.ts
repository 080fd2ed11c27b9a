import type { ParsedMail } from "@frontdesk/mail-reader";
import { type Clock, toTimestamp } from "../clock.ts";
import { createInbox, type Inbox } from "./inbox.ts";
import type { InboxIndex, Summary } from "./record.ts";
import { toBounded, toSnippet } from "./snippet.ts";

/** What lists show of a mail. */
export interface MailSummary extends Summary {
  subject: string;
  sender: string;
  recipient: string;
  snippet: string;
  received_at: string;
}

/** A mail as it was read, before it is stored. One that a program hands in may leave its links to be found in the text. */
export type ReceivedMail = Omit<ParsedMail, "links"> & Partial<Pick<ParsedMail, "links">>;

export type MailInbox = Inbox<MailSummary, InboxIndex<MailSummary>> & {
  /**
   * Stores one mail in each of the mailboxes, all or none, durably; once for each address that was written. Resolves with
   * the mailboxes that were not deleted meanwhile.
   */
  receive(destinations: readonly { id: string; recipient: string }[], mail: ReceivedMail): Promise<string[]>;
};

/** Mails kept in each mailbox (interface section 8). */
export const emailsPerMailbox = 10;

type MailInboxParts = Omit<
  Parameters<typeof createInbox<MailSummary, InboxIndex<MailSummary>>>[0],
  "name" | "empty" | "groupOf" | "keep" | "addressOf"
> & {
  /** What mails say of when they came, where messages age by another. @default clock */
  wall?: Clock;
};

export function createMailInbox(parts: MailInboxParts): MailInbox {
  const inbox = createInbox<MailSummary, InboxIndex<MailSummary>>({
    ...parts,
    name: "mail",
    empty: { sequence: 0, messages: [] },
    addressOf: ({ recipient }) => recipient.toLowerCase(),
    groupOf: () => "",
    keep: emailsPerMailbox,
  });
  return {
    ...inbox,

    async receive(destinations, { subject, sender, body, links, truncated }) {
      const recipients = new Map<string, Map<string, string>>();
      for (const { id, recipient } of destinations) {
        const known = recipients.get(id) ?? new Map<string, string>();
        const key = recipient.toLowerCase();
        if (!known.has(key)) known.set(key, recipient);
        recipients.set(id, known);
      }
      const received_at = toTimestamp((parts.wall ?? parts.clock).now());
      const common = {
        // Headers stand in the index record, whose size must stay bounded.
        subject: toBounded(subject, 1000),
        sender: toBounded(sender, 500),
        snippet: toSnippet(body),
        received_at,
      };
      return inbox.deliver([...recipients.keys()], (id) => ({
        arrivals: [...(recipients.get(id)?.values() ?? [])].map((recipient) => ({
          summary: { ...common, recipient: toBounded(recipient, 500) },
          body,
          ...(links && { links }),
          ...(truncated && { truncated }),
        })),
      }));
    },
  };
}
