/** One field of a mail's header, as a latin1 string. */
export interface RawField {
  /** In lower case; empty for a line that is no field. */
  name: string;
  /** The field as it was sent, with its folded lines joined by CRLF, without the last line end. */
  text: string;
  /** The text after the colon. */
  value: string;
}

/**
 * Splits a header, a latin1 string, into its fields, strictly: what signers and verifiers agree on, not what mail clients tolerate.
 * The empty line that ends it is no field.
 */
export function splitHeader(header: string): RawField[] {
  const lines = header.split("\n");
  const texts: string[][] = [];
  for (const lineWithCr of lines) {
    const line = lineWithCr.endsWith("\r") ? lineWithCr.slice(0, -1) : lineWithCr;
    if (line === "") continue;
    const isFolded = line.startsWith(" ") || line.startsWith("\t");
    const current = texts.at(-1);
    // A folded line that no field precedes is a line of its own.
    if (isFolded && current) current.push(line);
    else texts.push([line]);
  }
  return texts.map((folded) => toField(folded.join("\r\n")));
}

/** Returns whether a mail has any DKIM signature, of whatever domain. */
export function isSigned(fields: readonly RawField[]): boolean {
  return fields.some(({ name }) => name === "dkim-signature");
}

/**
 * Splits a field into its name, in lower case, and its value. A line without a colon is no field: it gets an empty name, under
 * which nothing looks for it.
 */
function toField(text: string): RawField {
  const colonIndex = text.indexOf(":");
  if (colonIndex < 0) return { name: "", text, value: "" };
  return { name: text.slice(0, colonIndex).trim().toLowerCase(), text, value: text.slice(colonIndex + 1) };
}
