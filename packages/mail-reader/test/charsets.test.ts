import { describe, expect, test } from "vitest";
import { findCharset } from "../src/charsets/charsets.ts";
import { decodeText } from "../src/charsets/decode-text.ts";
import { decodeIso2022Kr } from "../src/charsets/shift-encodings.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
/** «コード» in three encodings of Japan. */
const shiftJis = Buffer.from([0x83, 0x52, 0x81, 0x5b, 0x83, 0x68]);
const eucJp = Buffer.from([0xa5, 0xb3, 0xa1, 0xbc, 0xa5, 0xc9]);
const iso2022 = latin1("\x1b$B%3!<%I\x1b(B");

describe("text is decoded by the charset that fits its bytes", () => {
  test.each([
    [
      "a byte order mark of UTF-16, little end first",
      Buffer.from("\ufeffCode 4711", "utf16le"),
      undefined,
      "Code 4711",
    ],
    ["a byte order mark of UTF-16, big end first", utf16be("\ufeffCode 4711"), undefined, "Code 4711"],
    ["UTF-16 as its label says, without a mark", Buffer.from("é 4711", "utf16le"), "utf-16le", "é 4711"],
    ["UTF-16 of plain letters, without a mark", Buffer.from("Code 4711", "utf16le"), "utf-16le", "Code 4711"],
    ["a label of UTF-16 on bytes without a zero", latin1("caf\xe9 4711"), "utf-16", "café 4711"],
    ["a label of ISO-2022-JP on Shift JIS", shiftJis, "iso-2022-jp", "コード"],
    ["a label of ISO-2022-JP on EUC", eucJp, "iso-2022-jp", "コード"],
    ["escapes of Japan without a label", iso2022, undefined, "コード"],
    ["escapes of Japan under a label of ASCII", iso2022, "us-ascii", "コード"],
    ["escapes of Korea without a label", latin1("\x1b$)C\x0e0!3*\x0f"), undefined, "가나"],
    ["an escape of a terminal, which is no encoding", latin1("\x1b[1mCode"), undefined, "\x1b[1mCode"],
    ["a label of UTF-8 on as many broken characters as whole ones", latin1("\xc3\xa9\xe9"), "utf-8", "Ã©é"],
    ["a label of UTF-8 on fewer broken characters", latin1("\xc3\xa9\xc3\xa9\xe9"), "utf-8", "éé\ufffd"],
    ["a label of UTF-7 on bytes of eight bits", latin1("caf\xe9"), "utf-7", "café"],
    [
      "UTF-8 with a broken character at its end",
      Buffer.concat([Buffer.from("ключ "), Buffer.from([0xd0])]),
      "utf-8",
      "ключ \ufffd",
    ],
  ])("%s", (_what, bytes, label, text) => {
    expect(decodeText(bytes, { label })).toBe(text);
  });

  test.each([
    ["Chinese of a few characters", Buffer.from([0xd1, 0xe9, 0xd6, 0xa4]), "gbk", "验证"],
    ["Russian of one byte a letter", Buffer.from([0xeb, 0xcf, 0xc4]), "koi8-r", "Код"],
    ["the encoding of Japan's other parts", latin1("plain"), "iso-2022-jp", "plain"],
  ])("what the rest of the mail suggests helps: %s", (_what, bytes, hint, text) => {
    expect(decodeText(bytes, { hint })).toBe(text);
  });
});

describe("a label is recognised in every spelling that mail uses", () => {
  test.each([
    ["x-windows-1251", "windows-1251"],
    ["CP-1250", "windows-1250"],
    [" cp1125 ", "cp1125"],
    ["iso-8859-05", "iso-8859-5"],
    ["cp65001", "utf-8"],
    ["windows-28592", "iso-8859-2"],
    ["iso8859-15:1999", "iso-8859-15"],
    ["windows-28605", "iso-8859-15"],
    ["koi8_r", "koi8-r"],
    ["x-gbk", "gb18030"],
  ])("%s", (label, name) => {
    expect(findCharset(label)?.name).toBe(name);
  });

  test.each(["cp65000", "UTF-7", "x-utf-7"])("%s is UTF-7", (label) => {
    expect(findCharset(label)?.decode(latin1("+BBoEPgQ0-: 4711"))).toBe("Код: 4711");
  });

  test("an unknown label is undefined, however many senders make up", () => {
    for (let at = 0; at < 600; at += 1) expect(findCharset(`x-made-up-${at}`)).toBeNull();
    expect(findCharset("utf-8")?.name).toBe("utf-8");
  });
});

test("each row of Korean pairs is decoded as the runtime decodes it", () => {
  const runtime = new TextDecoder("euc-kr");
  // The first character of each row: punctuation, letters, syllables and, from 0xCA on, Hanja. Rows 0xC9 and 0xFE are for users.
  const rows = Array.from({ length: 0xfd - 0xa1 + 1 }, (_, row) => Buffer.from([0xa1 + row, 0xa1]));
  const texts = rows.map((bytes) => runtime.decode(bytes));
  expect(texts.filter((text) => text.length === 1 && text !== "\ufffd").length).toBeGreaterThan(80);
  for (const [row, bytes] of rows.entries())
    if (texts[row]?.length === 1) expect(findCharset("euc-kr")?.decode(bytes)).toBe(texts[row]);
});

describe("an invalid pair costs one character", () => {
  test.each([
    ["euc-kr", [0xb0, 0xa1, 0xff, 0x41], "가\ufffdA"],
    ["euc-kr", [0xfe, 0x41, 0x21], "\ufffdA!"],
    ["euc-kr", [0xb0], "\ufffd"],
  ])("%s %j", (label, bytes, text) => {
    expect(findCharset(label)?.decode(Buffer.from(bytes))).toBe(text);
  });

  test("an unassigned private character of Big5 is kept", () => {
    const text = findCharset("big5")?.decode(Buffer.from([0xa4, 0xa4, 0xfa, 0x40]));
    expect(text?.[0]).toBe("中");
    expect(text).toHaveLength(2);
  });
});

test("each line of ISO-2022-KR begins in ASCII, also after a line that did not switch back", () => {
  const lines = ["\x1b$)C", "\x0e0!", "abc", "\x0e0!\x0fdef"];
  for (const end of ["\n", "\r\n"])
    expect(decodeIso2022Kr(Buffer.from(lines.join(end), "latin1"))).toBe(["", "가", "abc", "가def"].join(end));
});

test("ISO-2022-KR may switch back to ASCII twice", () => {
  expect(decodeIso2022Kr(latin1("\x0e0!\x0fdef\x0fghi"))).toBe("가defghi");
});

describe("the escapes of Japan switch to another script without a label", () => {
  test.each([
    ["of 1978", "\x1b$@%3!<%I\x1b(B", "コード"],
    ["of 1983", "\x1b$B%3!<%I\x1b(B", "コード"],
    ["of Roman letters", "\x1b(J4711\x1b(B", "4711"],
    ["of half-width kana", "\x1b(I:\x1b(B", "\uff7a"],
  ])("%s", (_what, text, decoded) => {
    expect(decodeText(latin1(text))).toBe(decoded);
  });

  test("and back at once, between joined words", () => {
    expect(decodeText(latin1("\x1b$B%3\x1b(B\x1b$B!<\x1b(B"), { label: "iso-2022-jp" })).toBe("コー");
  });
});

describe("a byte order mark counts only if the bytes can be what it says", () => {
  test.each([
    ["UTF-8", Buffer.from("\ufeffключ"), "koi8-r", "ключ"],
    ["UTF-8 on other bytes", latin1("\xef\xbb\xbf\xeb\xcc\xc0\xde\xc9"), "koi8-r", "О╩©Ключи"],
    ["UTF-16 without a zero byte", latin1("\xff\xfe\xe9\xe9"), "iso-8859-1", "ÿþéé"],
    ["UTF-16 of an odd number of bytes", latin1("\xff\xfea\0b"), "iso-8859-1", "ÿþab"],
  ])("%s", (_what, bytes, label, text) => {
    expect(decodeText(bytes, { label })).toBe(text);
  });
});

describe("the charset of other parts", () => {
  test.each([
    ["is not used for a plus sign if it is UTF-7", latin1("1+1-1"), undefined, "utf-7", "1+1-1"],
    ["is not used against the text's own", latin1("\x1b[1m~{VPND~}"), "us-ascii", "hz", "\x1b[1m中文"],
    ["is used for seven-bit text without a label", latin1("~{VPND~}"), undefined, "hz", "中文"],
    ["is not used if the text has a label", latin1("~{VPND~}"), "iso-8859-1", "hz", "~{VPND~}"],
    [
      "outweighs UTF-8 in a short word, which may be that by accident",
      Buffer.from([0xc3, 0xa9]),
      undefined,
      "gbk",
      "茅",
    ],
    [
      "outweighs text that is mostly UTF-8, if it fits all of it",
      Buffer.from([0xc3, 0xa9, 0xc3, 0xa9, 0xc3, 0xa9, 0xd6, 0xd0]),
      undefined,
      "gbk",
      "茅茅茅中",
    ],
    ["outweighs UTF-8 of three characters", Buffer.from("ééé"), undefined, "gbk", "茅茅茅"],
    ["is not used for UTF-8 of four characters", Buffer.from("éééé"), undefined, "gbk", "éééé"],
    ["tells a word of two bytes from UTF-8", Buffer.from([0xd1, 0xe9]), undefined, "gbk", "验"],
    [
      "is not used for UTF-8 with a broken character, if it does not fit either",
      Buffer.concat([Buffer.from("ключи от дома "), Buffer.from([0xff])]),
      undefined,
      "gbk",
      "ключи от дома \ufffd",
    ],
    [
      "of one byte is used for bytes that are nothing else",
      latin1("\xb1\xe6 4711"),
      undefined,
      "iso-8859-2",
      "ąć 4711",
    ],
    ["of several bytes is used where the label is wrong", Buffer.from([0xb0, 0xa1]), "utf-8", "euc-kr", "가"],
    ["is not used for UTF-8", Buffer.from("ключи от дома"), undefined, "koi8-r", "ключи от дома"],
  ])("%s", (_what, bytes, label, hint, text) => {
    expect(decodeText(bytes, { label, hint })).toBe(text);
  });
});

test("characters that nobody sees are dropped", () => {
  expect(decodeText(latin1("Co\0de\0"))).toBe("Code");
});

test.each([
  ["utf-7", "1 +- 1 +AOk-", "1 + 1 é"],
  ["utf-7", "+AOkA", "é"],
  ["hz", "~~ ~{VPND~} ~\nend", "~ 中文 end"],
  ["hz", "~{VPND\nend", "中文\nend"],
])("the text of %s %j is %j", (label, text, decoded) => {
  expect(decodeText(latin1(text), { label })).toBe(decoded);
});
