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
  /** Reads what is dear to read. Without one it is read in this thread, however long that takes. */
  thread?: ReadingThread;
  /** Told when a mail could not be read well, and was read plainly instead. */
  onFailure?(reason: string): void;
}

export function createMailReader(envelope: Envelope, { thread, onFailure }: MailReaderOptions = {}): MailReader {
  const reader = createMimeReader();
  return {
    write: (chunk) => reader.write(chunk),
    async end() {
      const root = reader.end();
      try {
        if (thread === undefined || !isDear(root)) return readTree(root, envelope);
        const mail = await thread.read(root, envelope);
        if (mail !== null) return mail;
      } catch (error) {
        onFailure?.(error instanceof Error ? error.message : String(error));
      }
      return readTreePlainly(root, envelope);
    },
  };
}

/** Reads a whole mail, of any age and however broken. */
export async function parseMail(raw: Uint8Array | AsyncIterable<Uint8Array>, envelope: Envelope): Promise<ParsedMail> {
  const reader = createMailReader(envelope);
  if (raw instanceof Uint8Array) reader.write(raw);
  else for await (const chunk of raw) reader.write(chunk);
  return reader.end();
}
