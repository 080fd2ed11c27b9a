import { describe, expect, test } from "vitest";
import { parseMail } from "../src/index.ts";
import { createByteBuffer } from "../src/mime/byte-buffer.ts";
import { createLineSplitter, type LinePiece } from "../src/mime/lines.ts";
import { createMimeParser } from "../src/mime/mime-parser.ts";
import { chooseRetention, type MailPart, openPart, walkParts } from "../src/mime/mime-part.ts";

function toTree(mail: string): MailPart {
  const parser = createMimeParser();
  parser.write(Buffer.from(mail, "latin1"));
  return parser.end();
}

/** Each part of a mail: its type, its text and whether it was cut. */
const partsOf = (mail: string) =>
  [...walkParts(toTree(mail))].map(({ content, body, isTruncated = false }) => [
    content.type,
    body.toString("latin1"),
    isTruncated,
  ]);

const multipart = (boundary: string, kind = "mixed") =>
  `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n`;

describe("a text is cut where it reaches its limit, though that is inside a line", () => {
  const line = `${"x".repeat(99)}\r\n`;
  test.each([
    ["of 2 MiB", 2 ** 21, `\r\n${line.repeat(21_000)}end`],
    ["of 256 KiB that is forwarded", 2 ** 18, `Content-Type: message/rfc822\r\n\r\n\r\n${line.repeat(3_000)}end`],
  ])("%s", (_what, limit, mail) => {
    const part = [...walkParts(toTree(mail))].at(-1);
    const lines = part?.body.toString("latin1").split("\n") ?? [];
    expect(lines.slice(-3).map(({ length }) => length)).toEqual([99, limit % 100, 0]);
    expect(lines).toHaveLength(Math.floor(limit / 100) + 2);
    expect(part?.isTruncated).toBe(true);
  });
});

test.each([
  [0, undefined],
  [1, true],
])("a text is cut with %i bytes beyond 2 MiB: %s", (extra, isTruncated) => {
  expect(toTree(`\r\n${"x".repeat(2 ** 21 + extra)}`).isTruncated).toBe(isTruncated);
});

test.each([
  [0, "text/html"],
  [1, "text/plain"],
])("the headers of a mail are read up to 2 MiB together: with %i bytes more, the last type is %s", (extra, type) => {
  const root = 'Content-Type: multipart/mixed; boundary="b"\n';
  const html = "Content-Type: text/html\n";
  const field = (bytes: number) => `${"X-Filler: ".padEnd(bytes - 1, "x")}\r\n`;
  const last = 2 ** 21 - root.length - 209 * 10_000 - html.length + extra;
  const parts = `--b\r\n${field(10_000).repeat(11)}\r\nx\r\n`.repeat(19);
  const mail = `${multipart("b")}${parts}--b\r\n${field(last)}Content-Type: text/html\r\n\r\nx\r\n`;
  expect(toTree(mail).children.at(-1)?.content.type).toBe(type);
});

describe("the lines of a mail", () => {
  function split(...chunks: string[]): { duringWrite: LinePiece[]; all: LinePiece[] } {
    const all: LinePiece[] = [];
    const splitter = createLineSplitter((piece) => void all.push({ ...piece, bytes: Buffer.from(piece.bytes) }));
    for (const chunk of chunks) splitter.write(Buffer.from(chunk, "latin1"));
    const duringWrite = [...all];
    splitter.end();
    return { duringWrite, all };
  }
  const show = ({ bytes, isStart, isEnd }: LinePiece) =>
    `${isStart ? "^" : ""}${bytes.length > 20 ? bytes.length : bytes.toString("latin1")}${isEnd ? "$" : ""}`;

  test.each([
    ["are passed on as they come", ["a\r\nb\r", "\nc"], ["^a$", "^b$"], ["^c$"]],
    ["wait until their end is known", ["a\rb\rc"], [], ["^a$", "^b$", "^c$"]],
    ["end in carriage returns once 4,096 bytes lack a line feed", ["a\r".padEnd(4_096, "x")], ["^a$"], ["^4094$"]],
    ["wait for one byte less", ["a\r".padEnd(4_095, "x")], [], ["^a$", "^4093$"]],
    ["do not end in a carriage return that is the last of all", ["a\r"], [], ["^a$"]],
    ["may be empty", ["\r\n\n\r\n"], ["^$", "^$", "^$"], []],
    ["of 16 KiB are one piece", [`${"x".repeat(16_384)}\n`], ["^16384$"], []],
    ["of one byte more are two", [`${"x".repeat(16_385)}\nb\n`], ["^16384", "x$", "^b$"], []],
    ["of 32 KiB are two", [`${"x".repeat(32_768)}\n`], ["^16384", "16384$"], []],
    ["are passed on in pieces before they end", ["x".repeat(16_385), "y"], ["^16384"], ["xy$"]],
    ["keep a carriage return within them", ["a\rb\n"], ["^a\rb$"], []],
    ["are none in an empty mail", [""], [], []],
  ])("%s", (_what, chunks, duringWrite, atEnd) => {
    const pieces = split(...chunks);
    expect(pieces.duringWrite.map(show)).toEqual(duringWrite);
    expect(pieces.all.map(show)).toEqual([...duringWrite, ...atEnd]);
  });
});

test("a buffer keeps what is appended, beyond twice its size too", () => {
  const buffer = createByteBuffer();
  expect(buffer.bytes()).toHaveLength(0);
  buffer.append(Buffer.from("a"));
  buffer.appendLine(Buffer.from("b"));
  expect(buffer.bytes().toString()).toBe("ab\n");
  buffer.appendLine(Buffer.alloc(508, "c"));
  buffer.append(Buffer.from("d"));
  expect(buffer.bytes().toString()).toBe(`ab\n${"c".repeat(508)}\nd`);
  buffer.append(Buffer.alloc(5_000, "e"));
  buffer.appendLine(Buffer.from(""));
  expect(buffer.bytes().toString()).toBe(`ab\n${"c".repeat(508)}\nd${"e".repeat(5_000)}\n`);
});

describe("a part keeps", () => {
  const whole = openPart(null, "text/plain");
  const child = openPart(whole, "text/plain");
  const nested = { ...child, isNested: true };
  test.each([
    ["the text", "text/plain", "", child, "text"],
    ["the text of a page", "text/html", "inline", child, "text"],
    ["an attached text for want of others", "text/plain", "attachment", child, "fallback"],
    ["the text of the whole mail, though it is attached", "text/plain", "attachment", whole, "text"],
    ["forwarded text for want of others", "text/plain", "", nested, "fallback"],
    ["a table for want of others", "text/csv", "", child, "fallback"],
    ["a multipart for want of others", "multipart/mixed", "", child, "fallback"],
    ["a message for want of others", "message/rfc822", "", child, "fallback"],
    ["no reference to a text elsewhere", "message/external-body", "", child, "nothing"],
    ["no image", "image/png", "", child, "nothing"],
    ["no file", "application/text", "", child, "nothing"],
    ["no type that only begins like a text", "texture/plain", "", child, "nothing"],
  ] as const)("%s", (_what, type, disposition, part, retention) => {
    expect(chooseRetention(type, disposition, part)).toBe(retention);
  });
});

test("a part of a forwarded message is forwarded too, and one level deeper", () => {
  const message = { ...openPart(openPart(null, "text/plain"), "text/plain"), isNested: true };
  expect(openPart(message, "text/html")).toMatchObject({
    isNested: true,
    depth: 2,
    retention: "nothing",
    content: { type: "text/html", encoding: "", disposition: "" },
  });
});

describe("the parts of a mail", () => {
  test.each([
    [
      "of a multipart that ends in the boundary of an inner one, which never ended",
      `${multipart("x")}--x\r\n${multipart("x--")}--x--\r\n\r\na\r\n--x\r\n\r\nb\r\n--x--\r\nend`,
      ["multipart/mixed", "multipart/mixed", "text/plain a", "text/plain b", "epilogue/none end"],
    ],
    [
      "of a digest are messages, and those of a multipart in it are texts",
      `${multipart("d", "digest")}--d\r\n\r\nSubject: s\r\n\r\na\r\n--d\r\n${multipart("m")}--m\r\n\r\nb\r\n--d--\r\n`,
      ["multipart/digest", "message/rfc822", "text/plain a", "multipart/mixed", "text/plain b", "epilogue/none"],
    ],
    [
      "of several multiparts with one boundary belong to the innermost",
      `${multipart("b")}--b\r\n${multipart("b", "related")}--b\r\n\r\na\r\n--b--\r\n--b\r\n\r\nc\r\n`,
      ["multipart/mixed", "multipart/related", "text/plain a", "epilogue/none", "text/plain c"],
    ],
    [
      "may follow the end of their multipart",
      `${multipart("b")}--b\r\n\r\na\r\n--b--\r\nx\r\n--b\r\n\r\nc\r\n`,
      ["multipart/mixed", "text/plain a", "epilogue/none x", "text/plain c"],
    ],
    [
      "begin at a whole line alone",
      `${multipart("b")}--b \t\r\n\r\na\r\n --b\r\n-b\r\n--bc\r\n--b -\r\n--b-\r\n--b--\r\n`,
      ["multipart/mixed", "text/plain a\n --b\n-b\n--bc\n--b -\n--b-", "epilogue/none"],
    ],
  ])("%s", (_what, mail, shown) => {
    expect(partsOf(mail).map(([type, text]) => `${type} ${text}`.trim())).toEqual(shown);
  });

  test("begin with their text if they have no header, with the empty lines of that", async () => {
    const mail = `${multipart("b")}--b\r\nCode\r\n\r\n4711\r\n--b\r\n\r\n\r\nend\r\n--b--\r\n`;
    expect(partsOf(mail).map(([, text]) => text)).toEqual(["", "Code\n\n4711\n", "\nend\n", ""]);
    expect((await parseMail(Buffer.from(mail), { sender: "" })).body).toBe("Code\n\n4711\n\nend");
  });
});
