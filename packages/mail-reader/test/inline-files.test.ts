import { describe, expect, test } from "vitest";
import { openPart } from "../src/mime/mime-part.ts";
import { parseTreeQuickly } from "../src/parse-tree.ts";
import { dropInlineFiles, normalizeLineEnds, unflow } from "../src/text/plain-text.ts";

describe("a file in a text is recognised by the first line of its data", () => {
  const isDropped = (line: string) => {
    const text = `before\nbegin 644 x\n${line}\nend\nafter`;
    const rest = dropInlineFiles(text);
    expect([text, "before\nafter"]).toContain(rest);
    return rest !== text;
  };

  test.each([
    ["45 bytes and their stripped blanks", (length: number) => `M${"_".repeat(length)}`, 56, 62],
    ["a full line and tabs after it", (length: number) => `M${"_".repeat(length)}\t\t`, 56, 62],
    ["three bytes, some of them stripped, or a checksum", (length: number) => `#${"0".repeat(length)}`, 2, 6],
    ["four bytes, two groups", (length: number) => `$${"0".repeat(length)}`, 6, 10],
    ["base64", (length: number) => "q".repeat(length), 60, 76],
  ])("of %s", (_what, lineOf, shortest, longest) => {
    const lengths = Array.from({ length: 80 }, (_, length) => length + 1);
    const dropped = lengths.filter((length) => isDropped(lineOf(length)));
    expect([dropped[0], dropped.at(-1), dropped.length]).toEqual([shortest, longest, longest - shortest + 1]);
  });

  test.each([
    ["no byte", "`", false],
    ["no byte, by a blank", "   ", false],
    ["a sign that encodes nothing", "#0V%a", false],
    ["all signs that encode something", "# `_!", true],
    ["no base64 in a long line", `${"q".repeat(59)}.`, false],
  ])("of %s", (_what, line, expected) => {
    expect(isDropped(line)).toBe(expected);
  });
});

describe("of a text with a file is kept", () => {
  const data = "#0V%T";
  test.each([
    ["all if the rights have two digits", `begin 64 x\n${data}\nend`, `begin 64 x\n${data}\nend`],
    ["all if the rights have five digits", `begin 00644 x\n${data}\nend`, `begin 00644 x\n${data}\nend`],
    ["all if the rights have other digits", `begin 688 x\n${data}\nend`, `begin 688 x\n${data}\nend`],
    ["all if the file has no name", `begin 644  \n${data}\nend`, `begin 644  \n${data}\nend`],
    ["all if its beginning is inside a line", `a begin 644 x\n${data}`, `a begin 644 x\n${data}`],
    ["the line after its only end", `begin 644 x\n${data}\nend\nend\nb`, "end\nb"],
    ["what follows its data if it has no end", `a\nbegin 644 x\n${data}\nSee you`, "a\nSee you"],
    ["nothing after its beginning in yEnc without an end", "a\n=ybegin size=1 name=x\nb\nc", "a"],
    ["what is between two files", `begin 644 x\n${data}\nend\na\nbegin 644 y\n${data}\nend\nb`, "a\nb"],
    ["all beside a line of yEnc inside another", "a =ybegin name=x\nb", "a =ybegin name=x\nb"],
    ["all of a yEnc line whose name is part of a word", "=ybegin filename=x\nb", "=ybegin filename=x\nb"],
    ["nothing of a file that ends with its data", `begin 644 x\n${data}\n${data}`, ""],
    ["an empty line after its end with blanks", `begin 644 x\n${data}\nend  \n\na`, "\na"],
    ["nothing of its end with blanks", `begin 644 x\n${data}\n\`  \nend  \na`, "a"],
    ["all without a file", "We begin\nat nine", "We begin\nat nine"],
  ])("%s", (_what, text, rest) => {
    expect(dropInlineFiles(text)).toBe(rest);
  });
});

test.each([
  ["a\nb\r\nc\rd", "a\nb\nc\nd"],
  ["a\r\r\nb", "a\nb"],
  ["a\r\r\rb\r", "a\n\n\nb\n"],
])("the line ends of %j are one each: %j", (text, normalized) => {
  expect(normalizeLineEnds(text)).toBe(normalized);
});

test.each([
  ["an empty line ends a paragraph", "a \n\nb", false, "a \nb"],
  ["only the last blank of a line goes", "a  \nb", true, "a b"],
  ["only one blank before a line goes", "  a\n  b", false, " a\n b"],
  ["a quote has one blank after its marks", ">>a\n>> b\n>>  c", false, ">> a\n>> b\n>>  c"],
  ["a blank before a quote makes it text", " > a\nb", false, "> a\nb"],
  ["the last line may be open", "a \nb ", false, "a b "],
  ["three lines are one", "a \nb \nc\nd", false, "a b c\nd"],
  ["a signature is not continued", "-- \nAnn \nLee", true, "-- \nAnnLee"],
])("in flowed text %s", (_what, text, deletesSpace, expected) => {
  expect(unflow(text, { deletesSpace })).toBe(expected);
});

describe("a long text is cut before its last word, or tag", () => {
  const quick = (type: string, before: string, after: string) => {
    const body = Buffer.from(`${" ".repeat(32 * 1024 - Buffer.byteLength(before))}${before}${after}`);
    return parseTreeQuickly(Object.assign(openPart(null, type), { body }), { sender: "" });
  };

  test.each([
    ["text/plain", "Code 47", "11 is", "Code"],
    ["text/plain", "Code 4711 ", "is", "Code 4711"],
    ["text/plain", "Code a!b", "c", "Code"],
    ["text/plain", "Code ~=", "c", "Code"],
    ["text/plain", "Code ?!", "c", "Code"],
    ["text/plain", "Code a>", "b", "Code a>"],
    ["text/plain", "Код кода", "x", "Код кода"],
    ["text/plain", "Код:https://a.test", "/b", "Код"],
    ["text/plain", "From 1 < 2 on: Code 4711 ", "is", "From 1 < 2 on: Code 4711"],
    ["text/plain", "Dear <user, your code is 47", "11", "Dear <user, your code is"],
    ["text/enriched", "Code 4711 <par", "am>x</param>", "Code 4711"],
    ["text/html", "<p>Code 4711</p>", "<p>x</p>", "Code 4711"],
    ["text/html", '<p>Code</p><a title="a b" href="https://shop.test/ver', 'ify">x</a>', "Code"],
    ["text/html", "<p>Code 4711 <b", ">x</b>", "Code 4711"],
    ["text/html", "<b>Code</b> is <i>47", "11</i>", "Code is"],
  ])("%s %s", (type, before, after, body) => {
    expect(quick(type, before, after)).toEqual({ subject: "", sender: "", body, links: [], truncated: true });
  });
});
