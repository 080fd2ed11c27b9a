import type { ParsedMail } from "@frontdesk/mail-reader";
import { type Clock, toTimestamp } from "../clock.ts";
import { createMessageStore, type MessageStore } from "./message-store.ts";
import type { InboxIndex, StoredSummary } from "./record.ts";
import { toSnippet, truncate } from "./snippet.ts";

/** What lists show of a mail. */
export interface StoredMailSummary extends StoredSummary {
  subject: string;
  sender: string;
  recipient: string;
  snippet: string;
  received_at: string;
}

/** A mail as it was read, before it is stored. One that a program hands in may leave its links to be found in the text. */
export type IncomingMail = Omit<ParsedMail, "links"> & Partial<Pick<ParsedMail, "links">>;

export type MailMessageStore = MessageStore<StoredMailSummary, InboxIndex<StoredMailSummary>> & {
  /**
   * Stores one mail in each of the mailboxes, all or none, durably; once for each address that was written. Resolves with
   * the mailboxes that were not deleted meanwhile.
   */
  receive(destinations: readonly { id: string; recipient: string }[], mail: IncomingMail): Promise<string[]>;
};

/** Mails kept in each mailbox (interface section 8). */
export const emailsPerMailbox = 10;

type MailMessageStoreParts = Omit<
  Parameters<typeof createMessageStore<StoredMailSummary, InboxIndex<StoredMailSummary>>>[0],
  "channel" | "emptyIndex" | "groupOf" | "maxPerGroup" | "addressOf"
> & {
  /** What mails say of when they came, where messages age by another. @default clock */
  wallClock?: Clock;
};

export function createMailMessageStore(parts: MailMessageStoreParts): MailMessageStore {
  const inbox = createMessageStore<StoredMailSummary, InboxIndex<StoredMailSummary>>({
    ...parts,
    channel: "mail",
    emptyIndex: { sequence: 0, messages: [] },
    addressOf: ({ recipient }) => recipient.toLowerCase(),
    groupOf: () => "",
    maxPerGroup: emailsPerMailbox,
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
      const received_at = toTimestamp((parts.wallClock ?? parts.clock).now());
      const common = {
        // Headers stand in the index record, whose size must stay bounded.
        subject: truncate(subject, 1000),
        sender: truncate(sender, 500),
        snippet: toSnippet(body),
        received_at,
      };
      return inbox.deliver([...recipients.keys()], (id) => ({
        messages: [...(recipients.get(id)?.values() ?? [])].map((recipient) => ({
          summary: { ...common, recipient: truncate(recipient, 500) },
          body,
          ...(links && { links }),
          ...(truncated && { truncated }),
        })),
      }));
    },
  };
}
