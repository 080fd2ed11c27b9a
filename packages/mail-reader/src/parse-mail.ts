import { createMimeParser } from "./mime/mime-parser.ts";
import type { MailPart } from "./mime/mime-part.ts";
import { type Envelope, isExpensive, type ParsedMail, parseTree, parseTreeQuickly } from "./parse-tree.ts";
import type { ParserPool } from "./worker/parser-pool.ts";

/** Parses a mail chunk by chunk as it arrives. Attachments are dropped at once. */
export interface MailParser {
  write(chunk: Uint8Array): void;
  /** Returns the parsed mail. Falls back to a quick parse if the full parse fails or takes too long. */
  end(): Promise<ParsedMail>;
}

export interface MailParserOptions {
  /** Schedules the work fairly among all mails. Without it, even an expensive mail is parsed at once on the main thread. */
  pool?: ParserPool;
  /** Parties charged for the processor time: the sender's network and the mailboxes. */
  parties?: readonly string[];
  /** Called if the full parse failed and a quick parse was used. */
  onParseFailure?(reason: string): void;
}

/**
 * Creates a parser for one mail. With a pool, expensive mail is parsed in a worker thread, and the processor time is charged to the
 * `parties` (the sender's network and the mailboxes), so that the mail of one does not delay that of others.
 */
export function createMailParser(envelope: Envelope, options: MailParserOptions = {}): MailParser {
  const { pool, parties = [], onParseFailure } = options;
  const runScheduled = <T>(work: () => T): T | Promise<T> => (pool ? pool.mainThread.run(parties, work) : work());
  const needsWorker = (root: MailPart) => pool !== undefined && isExpensive(root);
  const mimeParser = createMimeParser();
  return {
    write: (chunk) => mimeParser.write(chunk),
    /**
     * Parses the mail: a cheap one on this thread, an expensive one in the worker. If that fails, parses only its beginning. The time is
     * charged to the `parties`: the sender's network and the mailboxes.
     */
    async end() {
      const { root, parsedHere } = await runScheduled(() => {
        const root = mimeParser.end();
        return { root, parsedHere: needsWorker(root) ? null : tryParse(root) };
      });
      if (parsedHere) return parsedHere;
      // A cheap mail is here because `tryParse` has failed. A worker would fail in the same way.
      // `needsWorker` is true only with a pool.
      const parsedByWorker = needsWorker(root) ? await pool?.parse(root, envelope, parties) : null;
      return parsedByWorker ?? runScheduled(() => parseTreeQuickly(root, envelope));
    },
  };

  /** Parses the mail on this thread. Reports an exception and returns `null`. */
  function tryParse(root: MailPart): ParsedMail | null {
    try {
      return parseTree(root, envelope);
    } catch (error) {
      onParseFailure?.(error instanceof Error ? error.message : String(error));
      return null;
    }
  }
}

/** Parses a complete mail on this thread. Tolerates broken mail and formats from before MIME. */
export async function parseMail(raw: Uint8Array | AsyncIterable<Uint8Array>, envelope: Envelope): Promise<ParsedMail> {
  const parser = createMailParser(envelope);
  if (raw instanceof Uint8Array) parser.write(raw);
  else for await (const chunk of raw) parser.write(chunk);
  return parser.end();
}
