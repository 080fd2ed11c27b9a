import { createMimeParser } from "./mime/mime-parser.ts";
import type { MailPart } from "./mime/mime-part.ts";
import { type Envelope, isExpensive, type ParsedMail, parseTree, parseTreeQuickly } from "./parse-tree.ts";
import type { ParserPool } from "./worker/parser-pool.ts";

/** Takes a mail piece by piece as it arrives; what is not text is gone before the next piece comes. */
export interface MailParser {
  write(chunk: Uint8Array): void;
  /** The mail as it can be read: what cannot be read well is read plainly, never not at all. */
  end(): Promise<ParsedMail>;
}

export interface MailParserOptions {
  /** Shares the reading with other mail. Without it the mail is read at once, however long that takes. */
  pool?: ParserPool;
  /** What the reading is charged to: the sender's network and the mailboxes. */
  parties?: readonly string[];
  /** Called if the mail could not be read well, and was read plainly instead. */
  onParseFailure?(reason: string): void;
}

export function createMailParser(envelope: Envelope, options: MailParserOptions = {}): MailParser {
  const { pool, parties = [], onParseFailure } = options;
  const run = <T>(work: () => T): T | Promise<T> => (pool ? pool.mainThread.run(parties, work) : work());
  const isTooExpensive = (root: MailPart) => pool !== undefined && isExpensive(root);
  const mimeParser = createMimeParser();
  return {
    write: (chunk) => mimeParser.write(chunk),
    async end() {
      const { root, mail } = await run(() => {
        const root = mimeParser.end();
        return { root, mail: isTooExpensive(root) ? null : tryParse(root) };
      });
      const whole = mail ?? (isTooExpensive(root) ? await pool?.parse(root, envelope, parties) : null);
      return whole ?? run(() => parseTreeQuickly(root, envelope));
    },
  };

  function tryParse(root: MailPart): ParsedMail | null {
    try {
      return parseTree(root, envelope);
    } catch (error) {
      onParseFailure?.(error instanceof Error ? error.message : String(error));
      return null;
    }
  }
}

/** Reads a whole mail, of any age and however broken. */
export async function parseMail(raw: Uint8Array | AsyncIterable<Uint8Array>, envelope: Envelope): Promise<ParsedMail> {
  const parser = createMailParser(envelope);
  if (raw instanceof Uint8Array) parser.write(raw);
  else for await (const chunk of raw) parser.write(chunk);
  return parser.end();
}
