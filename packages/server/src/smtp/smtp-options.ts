import type { ParsedMail } from "@frontdesk/mail-reader";
import type { SMTPServerSession } from "smtp-server";
import type { EvidenceCollector, MailEvidence } from "../authentication/evidence.ts";
import type { RejectedRecipient } from "../store/rejected-mail.ts";
import type { SmtpCapabilities } from "./capabilities.ts";
import type { MailParsing } from "./mail-parsing.ts";
import type { ParseRecipient } from "./recipient.ts";
import type { SenderLimits } from "./sender-limits.ts";

/** A mailbox that a mail is delivered to. */
export interface MailDestination {
  /** The mailbox's id. */
  id: string;
  /** The email address as the sender wrote it, with any `+tag`. */
  recipient: string;
}

/** The log of the listener. */
export interface SmtpLog {
  info(message: string): void;
  warn(message: string): void;
}

/** The client of a session. */
export type SmtpClient = Pick<SMTPServerSession, "remoteAddress" | "hostNameAppearsAs">;

/** Origin and size of a mail received over SMTP; for the log. */
export interface MailOrigin {
  /** The client's IP address. */
  client: string;
  /** The envelope's sender; empty for bounces (`<>`). */
  from: string;
  bytes: number;
}

/**
 * Recipients of one mail. The next one gets 452, and the sender sends it in another mail. Bounded because one commit writes a
 * copy for each recipient and each webhook. The value is the least that RFC 5321, 4.5.3.1.8 allows.
 */
export const MAX_RECIPIENTS = 100;

export interface SmtpOptions {
  host: string;
  /** 0 chooses any free port. */
  port: number;
  /** The mail domain. Recipients of other domains are rejected. */
  domain: string;
  /** Largest message accepted, in bytes. @default 36_700_160 (25 MiB of attachments and what base64 adds) */
  maxSize?: number;
  /** PEM texts for STARTTLS, which is not announced without them. */
  tls?: { key: string; cert: string } | null;
  /** Returns the capabilities offered to the client with this IP address. @default STARTTLS and no AUTH */
  capabilitiesFor?(ip: string): SmtpCapabilities;
  /** Simultaneous connections. Above this, the IP with the most connections loses an idle one. 0: no limit. @default 2000 */
  maxClients?: number;
  /** Limits of one network or connection. @default 200 connections, 20 unknown recipients, 100 NOOPs, 1 GiB a minute */
  senderLimits?: Partial<SenderLimits>;
  /** Milliseconds without a command before a connection is closed; 0: no limit. @default 60_000 */
  idleTimeoutMs?: number;
  /** Milliseconds in which a message must arrive completely. @default 600_000 */
  dataTimeoutMs?: number;
  /** Milliseconds that `close()` waits for messages that are being received. @default 5_000 */
  closeTimeoutMs?: number;
  /** Resolves to the mailbox id for a lower-case base name, or to `null`. If it rejects, the client gets 451. */
  resolve(name: string, options: { mayCatchAll: boolean }): Promise<string | null>;
  /** Parses mails. @default one of its own, which ends with the listener */
  parsing?: MailParsing;
  /** Parses `RCPT TO` addresses. @default the mail domain alone, without reserved names */
  parseRecipient?: ParseRecipient;
  /**
   * Resolves when the mail is durable: to `false` if all mailboxes were deleted meanwhile, and the client gets 550. If it
   * rejects, the client gets 452 if the storage is full, else 451.
   */
  deliver(
    destinations: MailDestination[],
    mail: ParsedMail & { via: "smtp" },
    transfer: MailOrigin,
    evidence: MailEvidence | null,
  ): Promise<boolean>;
  /** Returns what collects a mail's evidence about its sender; `null` if mail from this client is not checked. */
  collectEvidence?(client: SmtpClient): EvidenceCollector | null;
  /** Called for each recipient rejected with 550, with the client's IP address. */
  onRecipientRejected?(recipient: string, reason: RejectedRecipient["reason"], clientIp: string): void;
  /** Called for each mail that was rejected after its recipients were accepted. */
  onMailRejected?(reason: "too_large" | "deleted" | "full" | "storage", clientIp: string): void;
  log?: SmtpLog;
}

/** Checks that limits are positive. @throws RangeError naming the first limit that is not a positive number */
export function requirePositive(limits: Record<string, number>): void {
  for (const [option, value] of Object.entries(limits)) {
    // Not `<= 0`, which is false for `NaN`.
    if (!(value > 0)) throw new RangeError(`SMTP option ${option} must be a number above 0, not ${value}`);
  }
}
