import { describe, expect, test } from "vitest";
import { findCharset } from "../src/charsets/charsets.ts";
import { decodeText } from "../src/charsets/decode-text.ts";
import { parseContentHeaders } from "../src/header/header-block.ts";
import { createMimeParser } from "../src/mime/mime-parser.ts";
import { parseTree, parseTreeQuickly } from "../src/parse-tree.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");

/** Each read by another implementation, that of Python. */
describe("the ends of each run of characters are decoded", () => {
  test.each([
    ["cp949", "8141 815a 8161 817a 8181 81fe", "갂갴갵걕걖괓"],
    ["cp949", "a041 a0fe a141 a15a a161 a1a0", "잸좤좥죁죂줎"],
    ["cp949", "c641 c652 b0a1 c8fe a1a1", "힍힣가힝\u3000"],
    ["big5", "c6a1 c6e7 c7f2", "①ぁヶ"],
  ])("%s %s", (label, hex, text) => {
    expect(findCharset(label)?.decode(Buffer.from(hex.replaceAll(" ", ""), "hex"))).toBe(text);
  });

  test.each([
    ["815b", "\ufffd["],
    ["8160", "\ufffd`"],
    ["817b", "\ufffd{"],
    ["8180", "\ufffd"],
    ["81ff", "\ufffd\ufffd"],
    ["8041", "\ufffdA"],
    ["c653", "\ufffdS"],
  ])("and those beside them are none: %s", (hex, text) => {
    expect(findCharset("cp949")?.decode(Buffer.from(hex, "hex"))).toBe(text);
  });
});

describe("a label is recognised with what programs put before and after it", () => {
  test.each([
    ["codepage-866", "ibm866"],
    ["ms-1251", "windows-1251"],
    ["pc-866", "ibm866"],
    ["cs-ibm-866", "ibm866"],
    ["x-cs-windows-1250", "windows-1250"],
    ["8859-2", "iso-8859-2"],
    ["cs-iso-8859-2", "iso-8859-2"],
    ["x-iso-8859-2", "iso-8859-2"],
    ["iec-8859-5", "iso-8859-5"],
    ["iso-8859-8-i", "iso-8859-8"],
    ["iso-8859-2:2001", "iso-8859-2"],
    ["windows-28593", "iso-8859-3"],
    ["windows-28603", "iso-8859-13"],
  ])("%s is %s", (label, name) => {
    expect(findCharset(label)?.name).toBe(name);
  });

  test.each(["iso-8859-2:1887", "iso-8859-99", "windows-12", "windows-1260", "windows-28999", "cp"])(
    "%s is none",
    (label) => {
      expect(findCharset(label)).toBeNull();
    },
  );

  test.each([
    ["gbk", "multi"],
    ["big5", "multi"],
    ["euc-jp", "multi"],
    ["euc-kr", "multi"],
    ["shift_jis", "multi"],
    ["koi8-r", "single"],
    ["cp850", "single"],
    ["windows-1252", "single"],
    ["utf-8", "utf-8"],
    ["utf-16be", "utf-16"],
    ["utf-7", "shift"],
    ["iso-2022-jp", "shift"],
  ])("%s has characters of the kind %s", (label, kind) => {
    expect(findCharset(label)?.kind).toBe(kind);
  });
});

test.each(["Код café 4711", "Код 4711"])(
  "UTF-16 that its label names is decoded without a byte order mark: %s",
  (text) => {
    const bytes = Buffer.from(text, "utf16le");
    expect(decodeText(bytes, { label: "utf-16" })).toBe(text);
    expect(decodeText(Buffer.from(bytes).swap16(), { label: "utf-16be" })).toBe(text);
  },
);

describe("text of seven bits", () => {
  test.each([
    ["switches at once to each set of Japan", "\x1b(J\x1b(I\x1b$@\x1b(B\x1b$B%3\x1b(B", "iso-2022-jp", "コ"],
    ["has Chinese without eighth bits from the first sign on", "~{!!~}", "hz", "\u3000"],
    ["has a tilde that is neither", "a ~b", "hz", "a ~b"],
    ["has two runs of Chinese", "~{VP~} ~{ND~}", "hz", "中 文"],
    ["loses base64 of less than a character", "1+1", "utf-7", "1"],
    ["ends its base64 before another sign", "+AOk. +AOk-x", "utf-7", "é. éx"],
  ])("%s", (_what, text, label, decoded) => {
    expect(decodeText(latin1(text), { label })).toBe(decoded);
  });
});

describe("the charset of unlabelled text beside encoded words", () => {
  const russian = "\xeb\xcf\xc4";
  const koi8 = "=?koi8-r?Q?=EB=CF=C4?=";
  const read = (...lines: string[]) => {
    const parser = createMimeParser();
    parser.write(latin1(lines.join("\r\n")));
    return parser.end();
  };

  test.each([
    ["is that of the sender's name", [`From: ${koi8} <a@b.test>`], "Код"],
    ["is that of the subject first", [`From: =?iso-8859-1?Q?=E9?= <a@b.test>`, `Subject: ${koi8}`], "Код"],
    ["is not that of another field", [`To: ${koi8} <a@b.test>`], "ëÏÄ"],
  ])("%s", (_what, header, body) => {
    const tree = read(...header, "", russian);
    expect([parseTree(tree, { sender: "" }).body, parseTreeQuickly(tree, { sender: "" }).body]).toEqual([body, body]);
  });

  test("also tells the bytes of the sender's name", () => {
    const tree = read(`From: ${russian} <a@b.test>`, `Subject: ${koi8}`, "", "x");
    expect(parseTree(tree, { sender: "" }).sender).toBe("Код <a@b.test>");
  });
});

test("of a part's encoding and disposition the first counts, in small letters and without parameters", () => {
  const fields = [
    { name: "content-transfer-encoding", value: "BASE64" },
    { name: "content-transfer-encoding", value: "7bit" },
    { name: "content-disposition", value: "ATTACHMENT; filename=a.txt" },
    { name: "content-disposition", value: "inline" },
  ];
  expect(parseContentHeaders(fields)).toEqual({
    type: "text/plain",
    parameters: new Map(),
    encoding: "base64",
    disposition: "attachment",
  });
});
