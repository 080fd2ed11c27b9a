import { readAddresses } from "./addresses.ts";
import { parseHeaderBlock } from "./header-block.ts";

/** Fields that name the recipient of this copy, then those that name all recipients. The first that has any counts. */
const RECIPIENT_FIELDS = [["delivered-to"], ["x-original-to"], ["to", "cc"]];

/**
 * Returns the recipients that the header of a mail names, each once, for mail that comes without an SMTP envelope.
 *
 * @param head the beginning of the mail, at least to the empty line that ends the header
 */
export function readRecipients(head: Uint8Array): string[] {
  const text = Buffer.from(head).toString("latin1");
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const { fields } = parseHeaderBlock(text.slice(0, end).split(/\r?\n/), { isRoot: true });
  // `Delivered-To` and the like name the recipient of this copy. Without them, `To` and `Cc` count.
  for (const names of RECIPIENT_FIELDS) {
    const values = fields.filter(({ name }) => names.includes(name)).map(({ value }) => value);
    const recipients = values.flatMap(readEmailAddresses);
    if (recipients.length > 0) return [...new Set(recipients)];
  }
  return [];
}

/** Returns the email addresses of a header value, which is UTF-8 read as Latin-1. */
function readEmailAddresses(value: string): string[] {
  // `[]` adds nothing: a name without an address is no recipient.
  return readAddresses(Buffer.from(value, "latin1").toString("utf8")).flatMap(({ address }) => address || []);
}
