/** A mail that a program hands in, instead of sending it over SMTP. */
export interface MailToDeliver {
  /** One address or several, as a mail client would write them in `RCPT TO`. */
  to: string | readonly string[];
  /** An address, or a name with an address in angle brackets. @default "hello@example.com" */
  from?: string;
  /** @default "" */
  subject?: string;
  text?: string;
  html?: string;
  /** The whole mail as it would stand behind `DATA`, instead of subject, text and html. */
  raw?: string | Uint8Array;
}

/** `"A shop" <hello@shop.example>` in its two parts; an address may also stand alone. */
function toParts(from: string): { name: string; address: string } {
  const written = from.trim();
  const start = written.lastIndexOf("<");
  if (start < 0 || !written.endsWith(">")) return { name: "", address: written };
  const name = written.slice(0, start).trim();
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"');
  return { name: isQuoted ? name.slice(1, -1) : name, address: written.slice(start + 1, -1).trim() };
}

/** The envelope's sender: the bare address. */
export function toEnvelopeSender(from: string): string {
  return toParts(from).address;
}

/** The mail as bytes (RFC 5322, RFC 2045), so that it is read as any other. */
export function compose({ to, from, subject = "", text, html }: MailToDeliver & { from: string }): Uint8Array {
  const { name, address } = toParts(from);
  const recipients = [to].flat().map(toLine);
  const head = [
    `From: ${name === "" ? toLine(address) : `${toWord(name)} <${toLine(address)}>`}`,
    `To: ${recipients.join(", ")}`,
    `Subject: ${toWord(subject)}`,
    "MIME-Version: 1.0",
  ];
  const parts = [text === undefined ? null : toPart("plain", text), html === undefined ? null : toPart("html", html)];
  const [first = toPart("plain", ""), second] = parts.filter((part) => part !== null);
  if (second === undefined) return Buffer.from(`${head.join("\r\n")}\r\n${first}`);
  const boundary = "frontdesk-alternative";
  return Buffer.from(
    `${head.join("\r\n")}\r\nContent-Type: multipart/alternative; boundary=${boundary}\r\n\r\n` +
      `--${boundary}\r\n${first}\r\n--${boundary}\r\n${second}\r\n--${boundary}--\r\n`,
  );
}

/** Base64, in which no boundary can stand. */
function toPart(kind: "plain" | "html", content: string): string {
  const lines = Buffer.from(content).toString("base64").replace(/.{76}/g, "$&\r\n");
  return `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}`;
}

/** Words of any script (RFC 2047), in pieces of whole characters, none of which takes more than 75 characters as it is written. */
function toWord(words: string): string {
  if (/^[\x20-\x7e]*$/.test(words) && !words.includes("=?")) return words;
  const pieces = words.match(/.{1,11}/gsu) ?? [];
  return pieces.map((piece) => `=?utf-8?B?${Buffer.from(piece).toString("base64")}?=`).join("\r\n ");
}

/** A line ends where a header would begin that nobody meant. */
function toLine(value: string): string {
  return value.replace(/[\r\n]+/g, " ");
}
