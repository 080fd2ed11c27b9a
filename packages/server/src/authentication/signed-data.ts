import type { RawField } from "./header-fields.ts";
import type { DkimSignature } from "./signatures.ts";

/** Returns the bytes that a signature signs: the fields that it names, then itself without its value (RFC 6376, 3.7). */
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

/** Returns a field with its name in lower case, in one line, with single blanks. */
function relaxField({ name, value }: RawField): string {
  const collapsed = value.replaceAll("\r\n", "").replace(/[ \t]+/g, " ");
  // Not `trim()`, which takes a byte 0xa0 for white space.
  return `${name}:${collapsed.replace(/^ /, "").replace(/ $/, "")}`;
}

/** Returns the signature field with an empty `b` tag. */
function withoutSignatureValue(field: RawField): RawField {
  const value = field.value
    .split(";")
    .map((tag) => (/^\s*b\s*=/.test(tag) ? tag.slice(0, tag.indexOf("=") + 1) : tag))
    .join(";");
  return { ...field, value, text: field.text.slice(0, field.text.length - field.value.length) + value };
}
