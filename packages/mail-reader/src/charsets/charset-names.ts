/** Labels that say nothing about the charset. */
export const UNINFORMATIVE_LABELS: ReadonlySet<string> = new Set([
  "",
  ...namesIn(
    "unknown x-unknown unknown-8bit default default_charset 8bit 7bit binary none user-defined x-user-defined us-ascii ascii ansi_x3.4-1968 iso646-us replacement charset _autodetect auto",
  ),
]);

/** Maps label names, reduced to letters and digits, to code page numbers of `CODE_PAGE_TABLES`. */
export const CODE_PAGE_ALIASES = invertNames({
  10029: "xmacce macce maccentraleurope",
  1125: "ruscii",
});

/**
 * Maps label names, reduced to letters and digits, to `TextDecoder` labels. GB2312 and GBK are decoded as their superset
 * GB18030, as other mail clients do.
 */
export const DECODER_ALIASES = invertNames({
  "utf-8": "utf8 utf8mb4 utf8mac",
  gb18030: "gb2312 csgb2312 gb231280 gbk xgbk euccn",
  big5: "big5eten big5hkscs cnbig5",
  "euc-kr": "uhc ksc5601 ksc56011987 xwindows949 euckr xeuckr",
  "euc-jp": "eucjp xeucjp eucjpms eucjpwin",
  shift_jis: "sjis xsjis sjiswin shiftjis mskanji windows31j",
  "iso-2022-jp": "iso2022jp iso2022jp1 iso2022jp2 iso2022jp3 iso2022jpms jis",
  "windows-874": "tis620 tis620533",
  "koi8-r": "koi8 koi8rfc1489",
  "windows-1252": "latin1 iso885911987 iso88591windows31latin1 ansi",
  "iso-8859-2": "latin2",
  "windows-1254": "latin5",
  "iso-8859-15": "latin9 latin0",
  macintosh: "macroman xmacroman macos",
  "x-mac-cyrillic": "maccyrillic",
  // RFC 2781 assumes big-endian without a byte order mark, but real senders wrote little-endian.
  "utf-16le": "utf16 ucs2",
});

/** Maps code page numbers to `TextDecoder` labels. */
export const DECODERS_BY_CODE_PAGE = invertNames({
  "windows-1252": "819 20127",
  ibm866: "866",
  "windows-874": "874",
  shift_jis: "932 943",
  gb18030: "936 20936 51936 54936",
  "euc-kr": "949 20949 51949",
  big5: "950",
  "utf-16le": "1200",
  "utf-16be": "1201",
  macintosh: "10000",
  "x-mac-cyrillic": "10007",
  "koi8-r": "20866",
  "euc-jp": "20932 51932",
  "koi8-u": "21866",
  "iso-2022-jp": "50220 50221 50222",
  "utf-8": "65001",
});

/**
 * Inverts a table of names: `{ "utf-8": "utf8 utf8mb4" }` maps `utf8` and `utf8mb4` to `utf-8`. No object, which would have
 * properties such as `constructor` for a sender to name.
 */
function invertNames(namesByTarget: Record<string, string>): ReadonlyMap<string, string> {
  const targets = Object.entries(namesByTarget);
  return new Map(targets.flatMap(([target, names]) => namesIn(names).map((name) => [name, target] as const)));
}

function namesIn(list: string): string[] {
  return list.split(" ");
}
