import {
  createMailParser,
  createParserPool,
  type Envelope,
  type MailParser,
  type ParserPool,
} from "@frontdesk/mail-reader";

/** Parses the mails of all entrances, fairly among senders and mailboxes. */
export interface MailParsing {
  pool: ParserPool;
  /** Creates a parser for one mail. The parties are charged for the processor time. */
  createParser(envelope: Envelope, parties: readonly string[]): MailParser;
  close(): Promise<void>;
}

/**
 * Creates the parsers of incoming mails, which share a pool of worker threads. Logs failures. The processor time of a mail counts
 * against its parties, such as its sender and its mailbox, so that none of them delays the mails of others.
 */
export function createMailParsing(log: { warn(message: string): void } | undefined): MailParsing {
  const onFailure = (reason: string) =>
    log?.warn(`Mail parsing failed; the mail was stored with a plain reading: ${reason}`);
  const pool = createParserPool({ onFailure });
  return {
    pool,
    createParser: (envelope, parties) => createMailParser(envelope, { pool, parties, onParseFailure: onFailure }),
    close: () => pool.close(),
  };
}
