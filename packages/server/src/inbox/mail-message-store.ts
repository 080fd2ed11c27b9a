import type { ParsedMail } from "@frontdesk/mail-reader";
import { type Clock, toTimestamp } from "../clock.ts";
import { consoleLog, type Log } from "../log.ts";
import { createMessageStore, type MessageStore } from "./message-store.ts";
import type { InboxIndex, StoredSummary } from "./record.ts";
import { toSnippet, truncate } from "./snippet.ts";
import { type Authenticated, createVerdicts, type PendingVerdict, type SenderCheck, type Verdict } from "./verdicts.ts";

/** Fields of a mail that lists show. */
export interface StoredMailSummary extends StoredSummary {
  subject: string;
  sender: string;
  recipient: string;
  snippet: string;
  received_at: string;
  /** Missing for mails that are not checked, and for mails stored by earlier versions. */
  authenticated?: Verdict | PendingVerdict;
}

/** A parsed mail before it is stored. Without `links`, they are extracted from the text when the mail is read. */
export type IncomingMail = Omit<ParsedMail, "links"> &
  Partial<Pick<ParsedMail, "links">> &
  Pick<StoredMailSummary, "via">;

export type MailMessageStore = MessageStore<StoredMailSummary, InboxIndex<StoredMailSummary>> & {
  /**
   * Stores one mail durably in all of the mailboxes or in none; in each mailbox once per email address it was sent to. `check`
   * is the verdict on its sender, if it is known, or runs afterwards; then its verdict is recorded. @default "none"
   *
   * @returns the ids of the mailboxes that still exist.
   */
  receive(
    destinations: readonly { id: string; recipient: string }[],
    mail: IncomingMail,
    check?: SenderCheck,
  ): Promise<string[]>;
  /** Returns whether the sender of a listed mail is authentic. */
  verdictOf(summary: StoredMailSummary): Authenticated;
  /** Like `verdictOf`, for a copy of a mail that may have been made before its verdict. */
  currentVerdictOf(mailboxId: string, copy: StoredMailSummary): Promise<Authenticated>;
  /** Stores the verdicts that are not stored yet. Called after the last check. */
  saveVerdicts(): Promise<void>;
};

/** Limits of a mail's listed fields, in UTF-16 units, so that the index record stays of bounded size. */
const maxSubjectLength = 1000;
const maxAddressLength = 500;
/** Mails kept in each mailbox (interface section 8). */
export const emailsPerMailbox = 10;

type MailMessageStoreParts = Omit<
  Parameters<typeof createMessageStore<StoredMailSummary, InboxIndex<StoredMailSummary>>>[0],
  "channel" | "emptyIndex" | "groupOf" | "maxPerGroup" | "addressOf" | "verdictOf"
> & {
  /** Clock for `received_at`, if `clock` only measures retention. @default clock */
  wallClock?: Clock;
  /** @default consoleLog */
  log?: Pick<Log, "warn">;
};

/** Creates the message store of all mailboxes. */
export function createMailMessageStore(parts: MailMessageStoreParts): MailMessageStore {
  const verdicts = createVerdicts({
    clock: parts.clock,
    isShared: parts.bus.isShared,
    save: (changes) => store.amend(changes),
    onSettled: (inbox) => store.wake(inbox),
    warn: (message) => (parts.log ?? consoleLog).warn(message),
  });
  const store = createMessageStore<StoredMailSummary, InboxIndex<StoredMailSummary>>({
    ...parts,
    channel: "mail",
    emptyIndex: { sequence: 0, messages: [] },
    addressOf: ({ recipient }) => recipient.toLowerCase(),
    verdictOf: verdicts.of,
    // All mails of a mailbox are one group.
    groupOf: () => "",
    maxPerGroup: emailsPerMailbox,
  });
  /**
   * Returns the field `authenticated` to store with a mail: the verdict on its sender, if it is known. `none` needs no field. If
   * `check` is a function, which finds the verdict later, the field has a record that readers see as "pending" until then.
   */
  function toStoredVerdict(check: SenderCheck): Pick<StoredMailSummary, "authenticated"> {
    if (check === "none") return {};
    const isKnown = typeof check === "string";
    return { authenticated: isKnown ? check : verdicts.begin() };
  }

  return {
    ...store,

    /**
     * Stores a mail once for each mailbox and email address that it was sent to. `check` is the verdict on its sender, "none" for an
     * unchecked mail; or a function that finds the verdict. It runs after the mail is stored, and its verdict is added to the stored
     * messages. Returns the mailboxes that still exist.
     */
    async receive(destinations, { subject, sender, body, links, truncated, via }, check = "none") {
      const recipientsByMailbox = groupByMailbox(destinations);
      // `clock` may be that of the retention time, which does not follow a jump of the wall clock; readers see the latter.
      const shownClock = parts.wallClock ?? parts.clock;
      const received_at = toTimestamp(shownClock.now());
      const common = {
        subject: truncate(subject, maxSubjectLength),
        sender: truncate(sender, maxAddressLength),
        snippet: toSnippet(body),
        received_at,
        ...(via && { via }),
        ...toStoredVerdict(check),
      };
      const storedByInbox = await store.deliver([...recipientsByMailbox.keys()], (id) => ({
        messages: [...(recipientsByMailbox.get(id)?.values() ?? [])].map((recipient) => ({
          summary: { ...common, recipient: truncate(recipient, maxAddressLength) },
          body,
          ...(links && { links }),
          ...(truncated && { truncated }),
        })),
      }));
      const added = storedByInbox.flatMap(({ inbox, messages }) => messages.map(({ id }) => ({ inbox, id })));
      if (typeof check === "function" && added.length > 0)
        void check().then((verdict) => verdicts.settle(added, verdict));
      return storedByInbox.map(({ inbox }) => inbox);
    },

    verdictOf: verdicts.of,

    /**
     * Returns the verdict on the sender of a mail, of which the caller has a copy, such as in a webhook's queue. A copy that was made
     * during the check of the sender has an object for a pending verdict. If this server does not know the verdict of that check, it is
     * read from the stored mail.
     */
    async currentVerdictOf(mailboxId, copy) {
      const verdict = verdicts.of(copy);
      const wasCopiedDuringCheck = typeof copy.authenticated === "object";
      // "none" may mean that the check took too long, perhaps on another server: its verdict may be stored by now.
      const isFinal = verdict === "pass" || verdict === "fail";
      if (!wasCopiedDuringCheck || isFinal) return verdict;
      const { messages } = await store.index(mailboxId);
      const storedMail = messages.find(({ id }) => id === copy.id);
      return verdicts.of(storedMail ?? copy);
    },

    saveVerdicts: verdicts.close,
  };
}

/** Returns the addresses by mailbox id and by lower-case address, as the sender wrote them. Two spellings of one address count once. */
function groupByMailbox(destinations: readonly { id: string; recipient: string }[]): Map<string, Map<string, string>> {
  const recipientsByMailbox = new Map<string, Map<string, string>>();
  for (const { id, recipient } of destinations) {
    const recipients = recipientsByMailbox.get(id) ?? new Map<string, string>();
    const lowerCase = recipient.toLowerCase();
    if (!recipients.has(lowerCase)) recipients.set(lowerCase, recipient);
    recipientsByMailbox.set(id, recipients);
  }
  return recipientsByMailbox;
}
