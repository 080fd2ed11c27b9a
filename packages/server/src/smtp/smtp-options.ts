import type { ParsedMail } from "@frontdesk/mail-reader";
import type { FairnessLimits } from "./fairness.ts";
import type { Offer } from "./offers.ts";
import type { RejectedRecipient } from "./rejected-mail.ts";

/** Where a mail goes: the mailbox, and its address as the sender wrote it, with any `+tag`. */
export interface Destination {
  id: string;
  recipient: string;
}

export interface SmtpLog {
  info(message: string): void;
  warn(message: string): void;
}

/** By whom and how a mail came. */
export interface Transfer {
  /** The client's address. */
  client: string;
  /** The envelope's sender; empty for none. */
  from: string;
  bytes: number;
}

export interface SmtpOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** The mail domain; every other one is refused. */
  domain: string;
  /** How the server names itself in the greeting. @default the domain */
  name?: string;
  /** Largest message accepted, in bytes. @default 36_700_160 (25 MiB of attachments and what base64 adds) */
  size?: number;
  /** PEM texts for STARTTLS; without them it is not announced. */
  tls?: { key: string; cert: string } | null;
  /** What a client at this address is offered. @default STARTTLS and no AUTH */
  offer?(address: string): Offer;
  /**
   * Most recipients of one mail; the next one gets 452, and its sender brings it in another mail. Each gets a copy, and so does
   * each webhook, in one commit. @default 100 (no fewer may be refused: RFC 5321, 4.5.3.1.8)
   */
  maxRecipients?: number;
  /** Most connections at a time; beyond, the address with the most gives one up. 0 for any number. @default 2000 */
  maxClients?: number;
  /** What one address or connection may take. @default 200 connections, 20 refusals, 100 NOOPs, 1 GiB a minute */
  fairness?: Partial<FairnessLimits>;
  /** Milliseconds a client may stay silent; 0 for as long as it likes. @default 60_000 */
  idleTimeout?: number;
  /** Milliseconds one message may take to arrive. @default 600_000 */
  dataTimeout?: number;
  /** Milliseconds that messages under way get to finish on `close()`. @default 5_000 */
  closeTimeout?: number;
  /** The mailbox id for a lower-case base name, or null; a rejection answers 451. */
  resolve(name: string): Promise<string | null>;
  /**
   * Resolves once the mail is durable, with whether any of the mailboxes was still there: none answers 550. A rejection
   * answers 452 where the storage is full, else 451.
   */
  deliver(destinations: Destination[], mail: ParsedMail, transfer: Transfer): Promise<boolean>;
  /** Told of each recipient that got 550, and of the client's address. */
  onRecipientRejected?(recipient: string, reason: RejectedRecipient["reason"], client: string): void;
  /** Told of each mail that was refused after its recipients had been taken. */
  onMailRejected?(reason: "too_large" | "deleted" | "full" | "storage", client: string): void;
  log?: SmtpLog;
}
