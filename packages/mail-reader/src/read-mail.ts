import { decodeWords, namedCharset } from "./header/encoded-words.ts";
import { firstValue } from "./header/header-block.ts";
import { readSender } from "./header/sender.ts";
import { createMimeReader } from "./mime/mime-reader.ts";
import { readBody, suggestedCharset } from "./text/body.ts";

/** What is kept of a mail. */
export interface ParsedMail {
  subject: string;
  /** `Name <a@b>`, or the address alone. */
  sender: string;
  body: string;
}

/** What the SMTP dialogue says about a mail, beside the mail itself. */
export interface Envelope {
  sender: string;
}

/** Takes a mail piece by piece as it arrives; what is not text is gone before the next piece comes. */
export interface MailReader {
  write(chunk: Uint8Array): void;
  end(): ParsedMail;
}

const MAX_SUBJECT = 8192;

export function createMailReader(envelope: Envelope): MailReader {
  const reader = createMimeReader();
  return {
    write: (chunk) => reader.write(chunk),
    end() {
      const root = reader.end();
      const subject = firstValue(root.fields, "subject") ?? "";
      const from = firstValue(root.fields, "from");
      // Header bytes without a charset of their own are in the text's, else in the one an encoded word beside them names.
      const named = namedCharset(`${subject} ${from ?? ""}`);
      const hint = suggestedCharset(root) ?? named;
      return {
        subject: decodeWords(subject.slice(0, MAX_SUBJECT), { hint })
          .replace(/[\s\p{Cc}]+/gu, " ")
          .trim(),
        sender: readSender(from, envelope.sender, { hint }),
        body: readBody(root, named ?? hint),
      };
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
