import PostalMime from "postal-mime";

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

/** Takes a mail piece by piece as it arrives. */
export interface MailReader {
  write(chunk: Uint8Array): void;
  end(): Promise<ParsedMail>;
}

export function createMailReader(envelope: Envelope): MailReader {
  const chunks: Uint8Array[] = [];
  return {
    write: (chunk) => void chunks.push(chunk),
    end: async () => {
      const mail = await PostalMime.parse(Buffer.concat(chunks));
      const { name = "", address = "" } = mail.from ?? {};
      return {
        subject: mail.subject ?? "",
        sender: address ? (name ? `${name} <${address}>` : address) : envelope.sender,
        body: (mail.text ?? "").replace(/\r\n/g, "\n").trimEnd(),
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
