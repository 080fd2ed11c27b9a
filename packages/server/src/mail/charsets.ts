import { CODE_PAGES } from "./code-pages.ts";
import { decodeBig5, decodeKorean } from "./double-byte.ts";
import { decodeHz, decodeIso2022Kr, decodeUtf7, dropIdleEscapes, toLatin1 } from "./shift-encodings.ts";

/** One way to turn bytes into text. */
export interface Charset {
  name: string;
  /** What a byte above 0x7F is: a character by itself, or a piece of one. `shift` encodings have no such bytes. */
  kind: "single" | "multi" | "utf-8" | "utf-16" | "shift";
  decode(bytes: Uint8Array): string;
}

const known = new Map<string, Charset | null>();

/** The charset a label means, in any of the spellings mail uses; null for an unknown one. */
export function findCharset(label: string): Charset | null {
  const key = label.trim().toLowerCase().slice(0, 40);
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const charset = resolveLabel(key);
  // Labels come from strangers: the cache must not grow with what they make up.
  if (known.size < 500) known.set(key, charset);
  return charset;
}

/** A charset that is certainly there. */
export function charsetOf(label: string): Charset {
  const charset = findCharset(label);
  if (!charset) throw new Error(`This runtime does not know the charset ${label}`);
  return charset;
}

function resolveLabel(label: string): Charset | null {
  if (NO_INFORMATION.has(label)) return null;
  const plain = label.replace(/[^a-z0-9]/g, "");
  const page = /^(?:x|cs|xcs)?(?:windows|win|codepage|cp|ms|ibm|dos|pc|microsoftcp)0*(\d{3,5})(?:multilingual)?$/.exec(
    plain,
  )?.[1];
  const special = SPECIAL[plain] ?? (page === "65000" ? SPECIAL.utf7 : undefined);
  if (special) return { name: plain, kind: "shift", decode: special };

  const iso = /^(?:x|cs)?(?:iso|iec)?8859(\d{1,2})(i|e)?(?:19\d\d|20\d\d)?$/.exec(plain)?.[1];
  const table = TABLE_NAMES[plain] ?? (iso === "16" ? "28606" : page);
  return (
    toTable(label, table) ??
    toDecoder(ALIASES[plain]) ??
    toDecoder(iso && `iso-8859-${Number(iso)}`) ??
    toDecoder(page && (PAGES[page] ?? (/^125\d$/.test(page) ? `windows-${page}` : undefined))) ??
    toDecoder(page && /^28[56]\d\d$/.test(page) ? `iso-8859-${Number(page) - 28590}` : undefined) ??
    toDecoder(label) ??
    toDecoder(label.replace(/^x-/, "").replaceAll("_", "-"))
  );
}

function toDecoder(label: string | undefined): Charset | null {
  if (!label) return null;
  try {
    const decoder = new TextDecoder(label);
    const name = decoder.encoding;
    if (name === "windows-1252") return toTable(name, "1252");
    if (name === "euc-kr") return { name, kind: "multi", decode: decodeKorean };
    if (name === "big5") return { name, kind: "multi", decode: decodeBig5 };
    if (name === "iso-2022-jp")
      return { name, kind: "shift", decode: (bytes) => decoder.decode(dropIdleEscapes(bytes)) };
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

function toTable(name: string, page: string | undefined): Charset | null {
  const table = page === undefined ? undefined : CODE_PAGES[page];
  if (table === undefined) return null;
  const toCharacter = (byte: string) => table[byte.charCodeAt(0) - 0x80] ?? "\ufffd";
  return { name, kind: "single", decode: (bytes) => toLatin1(bytes).replace(/[\x80-\xff]/g, toCharacter) };
}

const NO_INFORMATION = new Set(
  [
    "",
    "unknown",
    "x-unknown",
    "unknown-8bit",
    "default",
    "default_charset",
    "8bit",
    "7bit",
    "binary",
    "none",
    "user-defined",
  ].concat([
    "x-user-defined",
    "us-ascii",
    "ascii",
    "ansi_x3.4-1968",
    "iso646-us",
    "replacement",
    "charset",
    "_autodetect",
    "auto",
  ]),
);

const SPECIAL: Record<string, (bytes: Uint8Array) => string> = {
  utf7: decodeUtf7,
  xutf7: decodeUtf7,
  unicode11utf7: decodeUtf7,
  csunicode11utf7: decodeUtf7,
  hz: decodeHz,
  hzgb2312: decodeHz,
  iso2022kr: decodeIso2022Kr,
  csiso2022kr: decodeIso2022Kr,
};

const TABLE_NAMES: Record<string, string> = {
  xmacce: "10029",
  macce: "10029",
  maccentraleurope: "10029",
  ruscii: "1125",
};

/** GB2312 and GBK are read as their superset, as every other reader of mail does. */
const ALIASES: Record<string, string> = {
  utf8: "utf-8",
  utf8mb4: "utf-8",
  utf8mac: "utf-8",
  gb2312: "gb18030",
  csgb2312: "gb18030",
  gb231280: "gb18030",
  gbk: "gb18030",
  xgbk: "gb18030",
  euccn: "gb18030",
  big5eten: "big5",
  big5hkscs: "big5",
  cnbig5: "big5",
  uhc: "euc-kr",
  ksc5601: "euc-kr",
  ksc56011987: "euc-kr",
  xwindows949: "euc-kr",
  euckr: "euc-kr",
  xeuckr: "euc-kr",
  eucjp: "euc-jp",
  xeucjp: "euc-jp",
  eucjpms: "euc-jp",
  eucjpwin: "euc-jp",
  sjis: "shift_jis",
  xsjis: "shift_jis",
  sjiswin: "shift_jis",
  shiftjis: "shift_jis",
  mskanji: "shift_jis",
  windows31j: "shift_jis",
  iso2022jp: "iso-2022-jp",
  iso2022jp1: "iso-2022-jp",
  iso2022jp2: "iso-2022-jp",
  iso2022jp3: "iso-2022-jp",
  iso2022jpms: "iso-2022-jp",
  jis: "iso-2022-jp",
  tis620: "windows-874",
  tis620533: "windows-874",
  koi8: "koi8-r",
  koi8rfc1489: "koi8-r",
  latin1: "windows-1252",
  iso885911987: "windows-1252",
  iso88591windows31latin1: "windows-1252",
  ansi: "windows-1252",
  latin2: "iso-8859-2",
  latin5: "windows-1254",
  latin9: "iso-8859-15",
  latin0: "iso-8859-15",
  macroman: "macintosh",
  xmacroman: "macintosh",
  macos: "macintosh",
  maccyrillic: "x-mac-cyrillic",
  // Written without a byte order mark, these were big-endian by their RFCs and little-endian by their senders.
  utf16: "utf-16le",
  ucs2: "utf-16le",
};

const PAGES: Record<string, string> = {
  "819": "windows-1252",
  "866": "ibm866",
  "874": "windows-874",
  "932": "shift_jis",
  "936": "gb18030",
  "943": "shift_jis",
  "949": "euc-kr",
  "950": "big5",
  "1200": "utf-16le",
  "1201": "utf-16be",
  "10000": "macintosh",
  "10007": "x-mac-cyrillic",
  "20127": "windows-1252",
  "20866": "koi8-r",
  "20932": "euc-jp",
  "20936": "gb18030",
  "20949": "euc-kr",
  "21866": "koi8-u",
  "50220": "iso-2022-jp",
  "50221": "iso-2022-jp",
  "50222": "iso-2022-jp",
  "51932": "euc-jp",
  "51936": "gb18030",
  "51949": "euc-kr",
  "54936": "gb18030",
  "65001": "utf-8",
};
