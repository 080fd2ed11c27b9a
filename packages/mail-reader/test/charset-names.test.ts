import { describe, expect, test } from "vitest";
import { findCharset } from "../src/charsets/charsets.ts";
import { decodeText } from "../src/charsets/decode-text.ts";

const expand = (names: Record<string, string>) =>
  Object.entries(names).flatMap(([charset, labels]) => labels.split(" ").map((label) => [label, charset] as const));

describe("a name that mailers use for a charset means that charset", () => {
  test.each(
    expand({
      "utf-8": "utf8 utf8mb4 utf-8-mac cp65001",
      gb18030: "gb2312 csGB2312 gb_2312-80 gbk x-gbk euc-cn cp936 cp20936 cp51936 cp54936",
      big5: "big5-eten big5-hkscs cn-big5 cp950",
      "euc-kr": "uhc ks_c_5601 ks_c_5601-1987 x-windows-949 euckr x-euc-kr cp949 cp20949 cp51949",
      "euc-jp": "eucjp x-euc-jp eucjp-ms eucjp-win cp20932 cp51932",
      shift_jis: "sjis x-sjis sjis-win shift-jis ms_kanji windows-31j cp932 cp943",
      "iso-2022-jp": "iso2022jp iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-3 iso-2022-jp-ms jis cp50220 cp50221 cp50222",
      "windows-874": "tis-620 tis-620-533 cp874",
      "koi8-r": "koi8 koi8-rfc1489 cp20866",
      "koi8-u": "koi8-u cp21866",
      "windows-1252": "latin1 iso-8859-1-1987 iso-8859-1-windows-3.1-latin-1 ansi cp819 cp20127",
      "windows-1251": "cp1251 win1251 x-cp1251",
      "iso-8859-2": "latin2 iso8859-2 iso_8859-2:1987 windows-28592",
      "iso-8859-8": "iso-8859-8-e cp28598",
      "windows-1254": "latin5",
      "iso-8859-15": "latin9 latin0 cp28605",
      macintosh: "macroman x-mac-roman mac-os cp10000",
      "x-mac-cyrillic": "mac-cyrillic cp10007",
      ibm866: "cp866 dos-866",
      "utf-16le": "utf16 ucs-2 cp1200",
      "utf-16be": "cp1201 utf_16be",
    }),
  )("%s is %s", (label, charset) => {
    expect(findCharset(label)?.name).toBe(charset);
  });

  test.each(["utf-7", "x-utf-7", "unicode-1-1-utf-7", "csUnicode11UTF7", "cp65000"])("%s is UTF-7", (label) => {
    expect(findCharset(label)?.decode(Buffer.from("+BBoEPgQ0-: 4711"))).toBe("Код: 4711");
  });

  test.each(["hz", "hz-gb-2312"])("%s is HZ", (label) => {
    expect(findCharset(label)?.decode(Buffer.from("~{VPND~} 4711"))).toBe("中文 4711");
  });

  test.each(["iso-2022-kr", "csISO2022KR"])("%s is ISO-2022-KR", (label) => {
    expect(findCharset(label)?.decode(Buffer.from("\x1b$)C\x0e0!\x0f 4711"))).toBe("가 4711");
  });
});

test.each(
  "unknown x-unknown unknown-8bit default default_charset 8bit 7bit binary none user-defined x-user-defined us-ascii ascii ansi_x3.4-1968 iso646-us replacement charset _autodetect auto".split(
    " ",
  ),
)("the label %s says nothing, so the charset is guessed", (label) => {
  expect(findCharset(label)).toBeNull();
  expect(decodeText(Buffer.from([0xd1, 0xe9, 0xd6, 0xa4]), { label, hint: "gbk" })).toBe("验证");
});

test.each(["constructor", "__proto__", "x-constructor", "hasOwnProperty"])("no charset has the name %s", (label) => {
  expect(findCharset(label)).toBeNull();
  expect(decodeText(Buffer.from("Code 4711"), { label })).toBe("Code 4711");
});

/** Each read by another implementation, that of Python. */
test.each([
  ["cp437", "ÄÜñ╒µ√"],
  ["cp720", "\u008eأج╒µ√"],
  ["cp737", "Ογν╒ό√"],
  ["cp775", "ÄÜżšµ¹"],
  ["cp850", "ÄÜñıµ¹"],
  ["cp850-multilingual", "ÄÜñıµ¹"],
  ["cp852", "ÄÜĄŇŠű"],
  ["cp855", "јџцНТч"],
  ["cp857", "ÄÜñ\ufffdµ¹"],
  ["IBM00858", "ÄÜñ€µ¹"],
  ["cp860", "ÃÜñ╒µ√"],
  ["dos-862", "מתñ╒µ√"],
  ["cp863", "ÀÜ¨╒µ√"],
  ["cp865", "ÄÜñ╒µ√"],
  ["cp869", "―³ΑΩμϋ"],
  ["cp1125", "ОЪд╒ц√"],
  ["ruscii", "ОЪд╒ц√"],
  ["cp10029", "éö§’śŻ"],
  ["x-mac-ce", "éö§’śŻ"],
  ["mac-ce", "éö§’śŻ"],
  ["mac-central-europe", "éö§’śŻ"],
  ["windows-1252", "Žš¤Õæû"],
  ["cp1252", "Žš¤Õæû"],
  ["cp01252", "Žš¤Õæû"],
  ["microsoft-cp1252", "Žš¤Õæû"],
  ["iso-8859-16", "\u008e\u009a€Őæû"],
  ["cp28606", "\u008e\u009a€Őæû"],
])("%s is decoded by the table of its code page", (label, text) => {
  expect(findCharset(label)?.decode(Uint8Array.from([0x8e, 0x9a, 0xa4, 0xd5, 0xe6, 0xfb]))).toBe(text);
});

test("the last byte is decoded by the table of a code page too", () => {
  expect(findCharset("cp437")?.decode(Uint8Array.from([0x41, 0xff]))).toBe("A\u00a0");
  expect(findCharset("x-mac-ce")?.decode(Uint8Array.from([0x41, 0xff]))).toBe("Aˇ");
});

test.each([
  [3, "gb18030"],
  [4, "utf-8"],
])(
  "%i characters that are valid UTF-8 by accident are read as %s, if the label names a charset of Asia",
  (count, charset) => {
    const bytes = Buffer.from("äöüß".slice(0, count));
    expect(decodeText(bytes, { label: "gb2312" })).toBe(new TextDecoder(charset).decode(bytes));
  },
);
