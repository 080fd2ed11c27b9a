import type { RawField } from "./header-fields.ts";
import type { DkimSignature } from "./signatures.ts";

/** Returns the bytes that a signature signs: the fields that it names, then itself without value and line end (RFC 6376, 3.7). */
export function toSignedData({ signedNames, header, field }: DkimSignature, fields: readonly RawField[]): Buffer {
  const remaining = groupByName(fields, new Set(signedNames));
  const canonicalize = header === "relaxed" ? relaxField : ({ text }: RawField) => text;
  let data = "";
  for (const name of signedNames) {
    // The lowest of several fields comes first. A name without a field signs that there is none.
    const signed = remaining.get(name)?.pop();
    if (signed) data += `${canonicalize(signed)}\r\n`;
  }
  return Buffer.from(data + canonicalize(withoutSignatureValue(field)), "latin1");
}

/** Groups the fields that have one of the names by their name. A group is in the order of the mail. */
function groupByName(fields: readonly RawField[], names: ReadonlySet<string>): Map<string, RawField[]> {
  const groups = new Map<string, RawField[]>();
  for (const field of fields) {
    if (!names.has(field.name)) continue;
    const group = groups.get(field.name);
    if (group) group.push(field);
    else groups.set(field.name, [field]);
  }
  return groups;
}

/** Returns the relaxed form of a field (RFC 6376, 3.4.2): its `name`, which is in lower case, and its value in one line, single blanks. */
function relaxField({ name, value }: RawField): string {
  // Most values need no replacing, and searching is faster.
  const hasRuns = value.includes("\n") || value.includes("\t") || value.includes("  ");
  const collapsed = hasRuns ? value.replaceAll("\r\n", "").replace(/[ \t]+/g, " ") : value;
  return `${name}:${withoutOuterBlanks(collapsed)}`;
}

/**
 * Removes the blank at the start and at the end of a text whose blanks are single. Unlike `trim()`, keeps the byte 0xa0, which is no
 * white space in a mail.
 */
function withoutOuterBlanks(text: string): string {
  const start = text.startsWith(" ") ? 1 : 0;
  const hasBlankAtEnd = text.length > start && text.endsWith(" ");
  return text.slice(start, hasBlankAtEnd ? -1 : undefined);
}

/** Returns the signature field with an empty `b` tag, the signature: `v=1; b=Kc9x; bh=2jUS` becomes `v=1; b=; bh=2jUS`. */
function withoutSignatureValue(field: RawField): RawField {
  const value = field.value.replace(/(^|;)(\s*b\s*=)[^;]*/, "$1$2");
  // The text of a field is its name, a colon and its value.
  const nameAndColon = field.text.slice(0, field.text.length - field.value.length);
  return { ...field, value, text: nameAndColon + value };
}
