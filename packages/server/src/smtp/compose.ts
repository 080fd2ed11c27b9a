/** A mail that a program delivers without SMTP. */
export interface MailToDeliver {
  /** One email address or several, as in `RCPT TO`. */
  to: string | readonly string[];
  /** An email address, or a name with an email address in angle brackets. @default "hello@example.com" */
  from?: string;
  /** @default "" */
  subject?: string;
  text?: string;
  html?: string;
  /** The complete mail, with headers, as it would follow `DATA`. Replaces subject, text and html. */
  raw?: string | Uint8Array;
}

/** A mail to compose. Every value may be hostile: none can add a header of its own. */
interface ComposedMail extends Omit<MailToDeliver, "raw"> {
  from: string;
  /** Each an email address, or a name with an email address in angle brackets. */
  cc?: readonly string[];
  /** Like `cc`. */
  replyTo?: readonly string[];
  /** Further header fields. Those that `composeMail` writes itself, and names that are none, are left out. */
  headers?: readonly (readonly [name: string, value: string])[];
}

/** Splits `"A shop" <hello@shop.example>` into name and email address. The name is empty for an email address alone. */
function parseSender(from: string): { name: string; address: string } {
  const trimmed = from.trim();
  const start = trimmed.lastIndexOf("<");
  if (start < 0 || !trimmed.endsWith(">")) return { name: "", address: trimmed };
  const name = trimmed.slice(0, start).trim();
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"');
  return { name: isQuoted ? name.slice(1, -1) : name, address: trimmed.slice(start + 1, -1).trim() };
}

/** Returns the envelope's sender: the email address without a name. */
export function toEnvelopeSender(from: string): string {
  return parseSender(from).address;
}

/** Writes the mail as RFC 5322 bytes, so that it is parsed like a mail from SMTP. */
export function composeMail(mail: ComposedMail): Uint8Array {
  return Buffer.concat([...composeInPieces(mail)]);
}

/**
 * Yields the bytes of a mail (RFC 5322) in pieces, each of which is fast to compose. The caller may let other requests run in
 * between. Text and HTML become a `multipart/alternative`. A mail with neither gets an empty text. Adds those of
 * `headers` that it does not compose itself (`isFurtherField`).
 */
export function* composeInPieces(mail: ComposedMail): Generator<Uint8Array, void, undefined> {
  const { to, from, cc = [], replyTo = [], subject = "", text, html, headers = [] } = mail;
  const toList = (addresses: readonly string[]) => addresses.map(toMailbox).join(",\r\n ");
  const furtherFields = headers.filter(([name]) => isFurtherField(name));
  const head = [
    `From: ${toMailbox(from)}`,
    `To: ${toList([to].flat())}`,
    ...(cc.length > 0 ? [`Cc: ${toList(cc)}`] : []),
    ...(replyTo.length > 0 ? [`Reply-To: ${toList(replyTo)}`] : []),
    `Subject: ${toEncodedWords(subject)}`,
    ...furtherFields.map(([name, value]) => `${name}: ${toEncodedWords(value)}`),
    "MIME-Version: 1.0",
  ];
  const parts = [
    text === undefined ? null : toMimePart("plain", text),
    html === undefined ? null : toMimePart("html", html),
  ];
  yield Buffer.from(`${head.join("\r\n")}\r\n`);
  const [first = toMimePart("plain", ""), second] = parts.filter((part) => part !== null);
  if (second === undefined) return yield* first;
  // Need not be random, because the parts are in base64, which cannot contain it.
  const boundary = "frontdesk-alternative";
  yield Buffer.from(`Content-Type: multipart/alternative; boundary=${boundary}\r\n\r\n--${boundary}\r\n`);
  yield* first;
  yield Buffer.from(`\r\n--${boundary}\r\n`);
  yield* second;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/** Fields that the composed mail has already, or that would change how its body is read. */
const composedFields =
  /^(?:from|to|cc|bcc|reply-to|subject|mime-version|content-.*|received|delivered-to|x-original-to)$/i;
/** Name of a header field (RFC 5322 section 2.2). */
const fieldNameForm = /^[!-9;-~]+$/;

/** Returns whether a header field may be added to a composed mail. Not if its name has a line break, which would begin another. */
function isFurtherField(name: string): boolean {
  return fieldNameForm.test(name) && !composedFields.test(name);
}

/** Writes a sender or recipient for a header: `name <address>`, or the address alone if it has no name. */
function toMailbox(nameAndAddress: string): string {
  const { name, address } = parseSender(nameAndAddress);
  return name === "" ? toSingleLine(address) : `${toPhrase(name)} <${toSingleLine(address)}>`;
}

/**
 * Writes a display name for a header. One of ASCII is quoted if it has characters that an unquoted name may not have (RFC 5322
 * section 3.2.3), such as a comma, which would begin another address. Any other is encoded if necessary.
 */
function toPhrase(name: string): string {
  // A text with `=?` could be read as an encoded word.
  const isPlainAscii = /^[\x20-\x7e]*$/.test(name) && !name.includes("=?");
  const needsQuotes = isPlainAscii && /[^\w .!#$%&'*+/=?^`{|}~-]/.test(name);
  return needsQuotes ? `"${name.replace(/["\\]/g, "\\$&")}"` : toEncodedWords(name);
}

/** A multiple of the 57 bytes that a line of base64 has (RFC 2045 section 6.8). */
const bytesPerPiece = 57 * 1024;

/** Writes a text as a MIME part in base64, which cannot contain the boundary, in lines of 76 characters (RFC 2045 section 6.8). */
function* toMimePart(kind: "plain" | "html", content: string): Generator<Uint8Array, void, undefined> {
  yield Buffer.from(`Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n`);
  const bytes = Buffer.from(content);
  // Pieces of whole lines: their length is a multiple of the 57 bytes that 76 characters stand for.
  for (let start = 0; start < bytes.length; start += bytesPerPiece) {
    const digits = bytes.subarray(start, start + bytesPerPiece).toString("base64");
    yield Buffer.from(digits.replace(/.{76}/g, "$&\r\n"));
  }
}

/**
 * Encodes a header's text as RFC 2047 encoded words, one a line. RFC 2047 allows 75 characters for each: eleven characters are
 * at most 44 bytes of UTF-8 and 60 of base64. ASCII stays as it is.
 */
function toEncodedWords(text: string): string {
  // A text with `=?` could be read as an encoded word.
  const isPlainAscii = /^[\x20-\x7e]*$/.test(text) && !text.includes("=?");
  if (isPlainAscii) return text;
  const chunks = text.match(/.{1,11}/gsu) ?? [];
  return chunks.map((chunk) => `=?utf-8?B?${Buffer.from(chunk).toString("base64")}?=`).join("\r\n ");
}

/** Replaces line breaks, so that a value cannot add headers of its own. */
function toSingleLine(value: string): string {
  return value.replace(/[\r\n]+/g, " ");
}
