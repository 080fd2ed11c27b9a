import { maskTokens } from "@frontdesk/basics";
import type { ParsedMail } from "@frontdesk/mail-reader";
import { type EvidenceCollector, type MailEvidence, MailEvidenceCollector } from "../authentication/evidence.ts";
import type { MailToJudge } from "../authentication/judgment.ts";
import type { SenderVerdicts } from "../authentication/sender-verdicts.ts";
import type { ServerFacts } from "../facts.ts";
import type { MailMessageStore } from "../inbox/mail-message-store.ts";
import { truncate } from "../inbox/snippet.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { ServerOptions } from "../options/options.ts";
import type { MailboxStore } from "../store/mailboxes.ts";
import type { RejectedMail, RejectedRecipient } from "../store/rejected-mail.ts";
import { isPrivateIp } from "./capabilities.ts";
import { createMailParsing, type MailParsing } from "./mail-parsing.ts";
import { createRecipientParser, type ParseRecipient, toRecipientRules } from "./recipient.ts";
import type { MailDestination, MailOrigin, SmtpClient } from "./smtp-options.ts";

/** UTF-16 units of the recipients in a line of the log. */
const maxLoggedLength = 500;

export interface ResolveOptions {
  /** Whether mail for an unknown name may go to the catch-all mailbox. @default true */
  mayCatchAll?: boolean;
}

/** A recipient that is no mailbox of an account. */
interface RejectedDestination {
  recipient: string;
  reason: RejectedRecipient["reason"];
}

/**
 * Stores a mail in these mailboxes. `origin` and `evidence` are those of a mail from SMTP; its sender is checked with them.
 * `evidence` is `null` if the sender is not to be checked.
 */
type StoreMail<Result> = (
  destinations: MailDestination[],
  mail: ParsedMail & { via: string },
  origin?: MailOrigin,
  evidence?: MailEvidence | null,
) => Promise<Result>;

/** Handles incoming mail from SMTP, over HTTP, and from `deliver()`. */
export interface Intake {
  parsing: MailParsing;
  /** Resolves to the id of the mailbox with this lower-case base name, else of the catch-all mailbox, else to `null`. */
  resolve(name: string, options?: ResolveOptions): Promise<string | null>;
  parseRecipient: ParseRecipient;
  /** Finds the account's mailboxes of these recipients, and rejects the others. Mailboxes of other accounts are unknown here. */
  resolveOwned(
    recipients: readonly string[],
    account: string,
    client: string,
  ): Promise<{ destinations: MailDestination[]; rejected: RejectedDestination[] }>;
  /** Resolves when the mail is durable: to the ids of the mailboxes that have it. Others were deleted meanwhile. */
  store: StoreMail<readonly string[]>;
  /** Like `store`. Resolves to `false` if all mailboxes were deleted meanwhile. */
  deliver: StoreMail<boolean>;
  /** Stops the parser. */
  close(): Promise<void>;
  /** Returns what collects the evidence of a mail; `null` for clients that may send as anybody: loopback and private ones. */
  collectEvidence(client: SmtpClient): EvidenceCollector | null;
  /** Logs, counts and publishes a rejected recipient. */
  onRecipientRejected(recipient: string, reason: RejectedRecipient["reason"], client?: string): void;
  /** Logs and counts a mail that was rejected after its recipients were accepted. */
  onMailRejected(reason: "too_large" | "deleted" | "full" | "storage", client: string): void;
}

export interface IntakeParts {
  options: ServerOptions;
  facts: ServerFacts;
  log: Log;
  metrics: Metrics;
  mailboxes: MailboxStore;
  mail: MailMessageStore;
  senderVerdicts: SenderVerdicts;
  rejectedMail: RejectedMail;
  /** Called with each recipient that was rejected. */
  onRejected?: ((rejected: Pick<RejectedRecipient, "recipient" | "reason">) => void) | undefined;
}

/** Creates the intake, which stores, logs and counts mails. */
export function createIntake({
  options,
  facts,
  log,
  metrics,
  mailboxes,
  mail: messages,
  senderVerdicts,
  rejectedMail,
  onRejected,
}: IntakeParts): Intake {
  const parsing = createMailParsing(log);
  const parseRecipient = createRecipientParser(toRecipientRules(options, facts.publicUrl));
  return {
    parsing,
    // Not of private clients, which may send as anybody. Before its EHLO a client has no host name.
    collectEvidence: ({ remoteAddress, hostNameAppearsAs }) =>
      isPrivateIp(remoteAddress) ? null : new MailEvidenceCollector({ helo: hostNameAppearsAs || "" }),
    parseRecipient,
    resolve,
    resolveOwned,
    store,
    deliver: async (...mail) => (await store(...mail)).length > 0,
    close: parsing.close,
    /** Counts and logs a mail that was rejected after its recipients were accepted. */
    onMailRejected(reason, client) {
      metrics.recordRejectedMail(reason);
      log.info("Mail rejected", { reason, client });
    },
    onRecipientRejected,
  };

  /** Returns the id of the mailbox with this name, else of the catch-all mailbox; `null` if there is neither. */
  async function resolve(name: string, { mayCatchAll = true }: ResolveOptions = {}): Promise<string | null> {
    const id = await mailboxes.findByName(name);
    const usesCatchAll = id === null && mayCatchAll && options.catchAll !== "";
    return usesCatchAll ? mailboxes.findByName(options.catchAll) : id;
  }

  /**
   * Finds the mailboxes for a mail that an account itself brings in, over HTTP or through a provider's API (`client` names the way, for
   * the log). Rejects a mailbox of another account as unknown too, so that names cannot be probed. Logs and counts rejected recipients.
   */
  async function resolveOwned(recipients: readonly string[], account: string, client: string) {
    const destinations: MailDestination[] = [];
    const rejected: RejectedDestination[] = [];
    for (const recipient of recipients) {
      const target = parseRecipient(recipient);
      // `target` is also the options of `resolve`: it says whether the catch-all mailbox may get this recipient's mail.
      const id = target.type === "mailbox" ? await resolve(target.name, target) : null;
      const isOwn = id !== null && (await mailboxes.find(id))?.account === account;
      if (isOwn) {
        destinations.push({ id, recipient });
        continue;
      }
      const reason = target.type === "foreign" ? "other_domain" : "unknown_mailbox";
      rejected.push({ recipient, reason });
      onRecipientRejected(recipient, reason, client);
    }
    return { destinations, rejected };
  }

  /**
   * Logs, counts and lists a rejected recipient (for the API and the dashboard), and calls the program's hook. `client` is the IP
   * address, or says how a mail came without SMTP: "over HTTP", or from the embedding program by default.
   */
  function onRecipientRejected(address: string, reason: RejectedRecipient["reason"], client = "in process"): void {
    // A sender may have used a credential as the address by mistake.
    const recipient = maskTokens(address);
    metrics.recordRejectedMail(reason);
    const explanation =
      reason === "unknown_mailbox" ? "no such mailbox" : `this server accepts mail for @${options.mailDomain} only`;
    log.info(`Mail for ${recipient} rejected: ${explanation}`, { reason, client });
    rejectedMail.add(recipient, reason);
    onRejected?.({ recipient, reason });
  }

  /**
   * Stores a mail, and records how long that took. The sender of a mail from SMTP is checked once it is stored, unless the verdict is
   * known from an earlier mail. Without `evidence`, as of a private client, which may send as anybody, it is not checked. Returns the
   * ids of the mailboxes that still exist.
   */
  async function store(
    destinations: MailDestination[],
    mail: ParsedMail & { via: string },
    origin?: MailOrigin,
    evidence?: MailEvidence | null,
  ): Promise<readonly string[]> {
    const mailToJudge = origin && evidence ? toMailToJudge(mail, origin, evidence) : null;
    // The verdict if it is known, else a function that finds it once the mail is stored. "none" if it is not checked.
    const verdictOrCheck = mailToJudge
      ? (senderVerdicts.recall(mailToJudge) ?? (() => senderVerdicts.check(mailToJudge)))
      : "none";
    const start = performance.now();
    const elapsedMs = () => performance.now() - start;
    try {
      const stored = await messages.receive(destinations, mail, verdictOrCheck);
      const wereMailboxesDeleted = stored.length === 0;
      if (wereMailboxesDeleted) return stored;
      metrics.recordMail("stored", elapsedMs());
      const to = truncate(destinations.map(({ recipient }) => recipient).join(", "), maxLoggedLength);
      log.info("Mail stored", { to, ...origin, ms: Math.round(elapsedMs()) });
      return stored;
    } catch (error) {
      metrics.recordMail("failed", elapsedMs());
      throw error;
    }
  }
}

/** Returns what the check of the sender needs to know of a mail. */
function toMailToJudge(mail: ParsedMail, { client, from }: MailOrigin, evidence: MailEvidence): MailToJudge {
  return { evidence, clientIp: client, envelopeSender: from, shownSender: mail.sender };
}
