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

const charsetCache = new Map<string, Charset | null>();

/** Returns the charset for a label in any spelling that mail uses, or `null` for an unknown label. */
export function findCharset(label: string): Charset | null {
  const key = label.trim().toLowerCase().slice(0, 40);
  const cached = charsetCache.get(key);
  if (cached !== undefined) return cached;
  const charset = resolveLabel(key);
  // Labels come from untrusted senders, so the cache is limited.
  if (charsetCache.size < 500) charsetCache.set(key, charset);
  return charset;
}

/** Returns the charset for a label that every runtime supports. @throws Error for an unknown label. */
export function requireCharset(label: string): Charset {
  const charset = findCharset(label);
  if (!charset) throw new Error(`This runtime does not know the charset ${label}`);
  return charset;
}

function resolveLabel(label: string): Charset | null {
  if (UNINFORMATIVE_LABELS.has(label)) return null;
  const plain = label.replace(/[^a-z0-9]/g, "");
  const page = /^(?:x|cs|xcs)?(?:windows|win|codepage|cp|ms|ibm|dos|pc|microsoftcp)0*(\d{3,5})(?:multilingual)?$/.exec(
    plain,
  )?.[1];
  const special = SHIFT_DECODERS[plain] ?? (page === "65000" ? SHIFT_DECODERS.utf7 : undefined);
  if (special) return { name: plain, kind: "shift", decode: special };

  const iso = /^(?:x|cs)?(?:iso|iec)?8859(\d{1,2})(i|e)?(?:19\d\d|20\d\d)?$/.exec(plain)?.[1];
  const table = CODE_PAGE_ALIASES[plain] ?? (iso === "16" ? "28606" : page);
  return (
    fromCodePage(label, table) ??
    fromTextDecoder(DECODER_ALIASES[plain]) ??
    fromTextDecoder(iso && `iso-8859-${Number(iso)}`) ??
    fromTextDecoder(page && (DECODERS_BY_CODE_PAGE[page] ?? (/^125\d$/.test(page) ? `windows-${page}` : undefined))) ??
    fromTextDecoder(page && /^28[56]\d\d$/.test(page) ? `iso-8859-${Number(page) - 28590}` : undefined) ??
    fromTextDecoder(label) ??
    fromTextDecoder(label.replace(/^x-/, "").replaceAll("_", "-"))
  );
}

function fromTextDecoder(label: string | undefined): Charset | null {
  if (!label) return null;
  try {
    const decoder = new TextDecoder(label);
    const name = decoder.encoding;
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

function toKind(name: string): Charset["kind"] {
  if (name === "utf-8") return name;
  if (name.startsWith("utf-16")) return "utf-16";
  return /^(?:gb|big5|euc|shift)/.test(name) ? "multi" : "single";
}

function fromCodePage(name: string, page: string | undefined): Charset | null {
  const table = page === undefined ? undefined : CODE_PAGE_TABLES[page];
  if (table === undefined) return null;
  const toCharacter = (byte: string) => table[byte.charCodeAt(0) - 0x80] ?? "\ufffd";
  return { name, kind: "single", decode: (bytes) => toLatin1(bytes).replace(/[\x80-\xff]/g, toCharacter) };
}

const SHIFT_DECODERS: Record<string, (bytes: Uint8Array) => string> = {
  utf7: decodeUtf7,
  xutf7: decodeUtf7,
  unicode11utf7: decodeUtf7,
  csunicode11utf7: decodeUtf7,
  hz: decodeHz,
  hzgb2312: decodeHz,
  iso2022kr: decodeIso2022Kr,
  csiso2022kr: decodeIso2022Kr,
};
