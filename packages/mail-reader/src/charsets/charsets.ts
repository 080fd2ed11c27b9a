import { CODE_PAGE_ALIASES, DECODER_ALIASES, DECODERS_BY_CODE_PAGE, UNINFORMATIVE_LABELS } from "./charset-names.ts";
import { CODE_PAGE_TABLES } from "./code-pages.ts";
import { decodeBig5, decodeKorean } from "./double-byte.ts";
import { decodeHz, decodeIso2022Kr, decodeUtf7, dropEmptyShifts, toLatin1 } from "./shift-encodings.ts";

/** A charset with its decoder. */
export interface Charset {
  name: string;
  /** `single`: each byte above 0x7F is a character. `multi`: it is part of one. `shift`: encodings without such bytes. */
  kind: "single" | "multi" | "utf-8" | "utf-16" | "shift";
  decode(bytes: Uint8Array): string;
}

const MAX_LABEL_LENGTH = 40;
const MAX_CACHED_LABELS = 500;
const charsetCache = new Map<string, Charset | null>();

/**
 * Returns the charset for a label in any spelling that mail uses, or `null` for an unknown label. Caches the results of a limited
 * number of labels, because labels come from untrusted senders.
 */
export function findCharset(label: string): Charset | null {
  // No known label is as long.
  const key = label.trim().toLowerCase().slice(0, MAX_LABEL_LENGTH);
  const cached = charsetCache.get(key);
  if (cached !== undefined) return cached;
  const charset = resolveLabel(key);
  if (charsetCache.size < MAX_CACHED_LABELS) charsetCache.set(key, charset);
  return charset;
}

/** Returns the charset for a label that every runtime supports. @throws Error for an unknown label. */
export function requireCharset(label: string): Charset {
  const charset = findCharset(label);
  if (!charset) throw new Error(`This runtime does not know the charset ${label}`);
  return charset;
}

/** `cp1252`, `x-windows-949`, `IBM00858`. */
const CODE_PAGE_LABEL =
  /^(?:x|cs|xcs)?(?:windows|win|codepage|cp|ms|ibm|dos|pc|microsoftcp)0*(\d{3,5})(?:multilingual)?$/;
/** `iso8859-1:1987`, and `iso-8859-8-i`, whose last letter is the direction of the text. */
const ISO_8859_LABEL = /^(?:x|cs)?(?:iso|iec)?8859(\d{1,2})(i|e)?(?:19\d\d|20\d\d)?$/;

/** Windows code page 65000 is UTF-7. */
const UTF7_CODE_PAGE = "65000";
/** Windows number of ISO 8859-16, the only part that this package has a table for: some Node releases have no decoder of it. */
const ISO_8859_16_CODE_PAGE = "28606";

/**
 * Returns the charset of a lower-case label in any usual spelling, or `null` for an unknown label. Charsets that change their
 * alphabet within a text (UTF-7, ISO-2022) have decoders of their own. Then come our tables, and last `TextDecoder`, the most
 * specific spelling first.
 */
function resolveLabel(label: string): Charset | null {
  // `unknown`, `8bit` and the like name no charset: the caller guesses it.
  if (UNINFORMATIVE_LABELS.has(label)) return null;
  const name = label.replace(/[^a-z0-9]/g, "");
  const codePage = CODE_PAGE_LABEL.exec(name)?.[1];
  const decodeShift = SHIFT_DECODERS.get(name) ?? (codePage === UTF7_CODE_PAGE ? decodeUtf7 : undefined);
  if (decodeShift) return { name, kind: "shift", decode: decodeShift };

  const isoPart = ISO_8859_LABEL.exec(name)?.[1];
  const needsIsoTable = isoPart === "16"; // some Node releases have no decoder of this part
  const tableKey = CODE_PAGE_ALIASES.get(name) ?? (needsIsoTable ? ISO_8859_16_CODE_PAGE : codePage);
  const tableCharset = fromCodePage(label, tableKey);
  if (tableCharset) return tableCharset;

  const decoderLabels = [
    DECODER_ALIASES.get(name),
    isoPart && `iso-8859-${Number(isoPart)}`,
    codePage && decoderOfCodePage(codePage),
    label,
    toStandardForm(label),
  ];
  for (const decoderLabel of decoderLabels) {
    const charset = fromTextDecoder(decoderLabel);
    if (charset) return charset;
  }
  return null;
}

/** Returns the standard form of labels such as `x-sjis` and `utf_16`. */
function toStandardForm(label: string): string {
  return label.replace(/^x-/, "").replaceAll("_", "-");
}

/** Returns the `TextDecoder` label of a code page number, if it has one. Windows numbers ISO 8859 parts from 28591 on. */
function decoderOfCodePage(codePage: string): string | undefined {
  const listed = DECODERS_BY_CODE_PAGE.get(codePage);
  if (listed !== undefined) return listed;
  if (/^125\d$/.test(codePage)) return `windows-${codePage}`;
  if (/^28[56]\d\d$/.test(codePage)) return `iso-8859-${Number(codePage) - 28590}`;
  return undefined;
}

/** Returns the charset of a `TextDecoder` label, or `null` if this runtime does not know it. */
function fromTextDecoder(label: string | undefined): Charset | null {
  if (!label) return null;
  try {
    const decoder = new TextDecoder(label);
    const name = decoder.encoding;
    // In several Node releases the first three decoders of the runtime are incomplete, and the last one rejects text that mail has.
    if (name === "windows-1252") return fromCodePage(name, "1252");
    if (name === "euc-kr") return { name, kind: "multi", decode: decodeKorean };
    if (name === "big5") return { name, kind: "multi", decode: decodeBig5 };
    if (name === "iso-2022-jp")
      return { name, kind: "shift", decode: (bytes) => decoder.decode(dropEmptyShifts(bytes)) };
    return { name, kind: toKind(name), decode: (bytes) => decoder.decode(bytes) };
  } catch {
    return null;
  }
}

/** Returns how many bytes a character has in a charset, by its `TextDecoder` name: `single`, `multi`, or a UTF. */
function toKind(name: string): Charset["kind"] {
  if (name === "utf-8") return name;
  if (name.startsWith("utf-16")) return "utf-16";
  return /^(?:gb|big5|euc|shift)/.test(name) ? "multi" : "single";
}

/** Returns the charset of a code page that is decoded with a table, or `null` if there is none for this number. */
function fromCodePage(name: string, codePage: string | undefined): Charset | null {
  const table = codePage === undefined ? undefined : CODE_PAGE_TABLES[codePage];
  if (table === undefined) return null;
  // The table starts with the character of byte 0x80.
  const toCharacter = (byte: string) => table[byte.charCodeAt(0) - 0x80] ?? "\ufffd";
  return { name, kind: "single", decode: (bytes) => toLatin1(bytes).replace(/[\x80-\xff]/g, toCharacter) };
}

const SHIFT_DECODERS = new Map<string, (bytes: Uint8Array) => string>([
  ["utf7", decodeUtf7],
  ["xutf7", decodeUtf7],
  ["unicode11utf7", decodeUtf7],
  ["csunicode11utf7", decodeUtf7],
  ["hz", decodeHz],
  ["hzgb2312", decodeHz],
  ["iso2022kr", decodeIso2022Kr],
  ["csiso2022kr", decodeIso2022Kr],
]);
