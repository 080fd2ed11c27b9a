import type { Part } from "./mime/mime-part.ts";
import { createMimeReader } from "./mime/mime-reader.ts";
import { type Envelope, isDear, type ParsedMail, readTree, readTreePlainly } from "./read-tree.ts";
import type { ReadingThread } from "./thread/reading-thread.ts";

/** Takes a mail piece by piece as it arrives; what is not text is gone before the next piece comes. */
export interface MailReader {
  write(chunk: Uint8Array): void;
  /** The mail as it can be read: what cannot be read well is read plainly, never not at all. */
  end(): Promise<ParsedMail>;
}

export interface MailReaderOptions {
  /** Shares the reading with other mail. Without it the mail is read at once, however long that takes. */
  thread?: ReadingThread;
  /** What the reading is charged to: the sender's network and the mailboxes. */
  parties?: readonly string[];
  /** Called if the mail could not be read well, and was read plainly instead. */
  onFailure?(reason: string): void;
}

export function createMailReader(envelope: Envelope, options: MailReaderOptions = {}): MailReader {
  const { thread, parties = [], onFailure } = options;
  const run = <T>(work: () => T): T | Promise<T> => (thread ? thread.turns.run(parties, work) : work());
  const isExpensive = (root: Part) => thread !== undefined && isDear(root);
  const reader = createMimeReader();
  return {
    write: (chunk) => reader.write(chunk),
    async end() {
      const { root, mail } = await run(() => {
        const root = reader.end();
        return { root, mail: isExpensive(root) ? null : read(root) };
      });
      const whole = mail ?? (isExpensive(root) ? await thread?.read(root, envelope, parties) : null);
      return whole ?? run(() => readTreePlainly(root, envelope));
    },
  };

  function read(root: Part): ParsedMail | null {
    try {
      return readTree(root, envelope);
    } catch (error) {
      onFailure?.(error instanceof Error ? error.message : String(error));
      return null;
    }
  }
}

/** Reads a whole mail, of any age and however broken. */
export async function parseMail(raw: Uint8Array | AsyncIterable<Uint8Array>, envelope: Envelope): Promise<ParsedMail> {
  const reader = createMailReader(envelope);
  if (raw instanceof Uint8Array) reader.write(raw);
  else for await (const chunk of raw) reader.write(chunk);
  return reader.end();
}
