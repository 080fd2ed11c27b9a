import { describe, expect, test } from "vitest";
import { parseMail } from "../src/index.ts";
import { createLineSplitter } from "../src/mime/lines.ts";
import { createMimeParser } from "../src/mime/mime-parser.ts";
import { type MailPart, walkParts } from "../src/mime/mime-part.ts";

function toTree(mail: string): MailPart {
  const parser = createMimeParser();
  parser.write(Buffer.from(mail, "latin1"));
  return parser.end();
}

const multipart = "Content-Type: multipart/mixed; boundary=b\r\n\r\n";
const html = "Content-Type: text/html\r\n";
/** A header of about 120 KB, within the limit of one part. */
const longHeader = `X-Filler: ${"x".repeat(1_000)}\r\n`.repeat(118);
const typesOf = (mail: string) => toTree(mail).children.map(({ content }) => content.type);

describe("the header of a part", () => {
  test("is ignored beyond its limit, and the next part begins with a new one", () => {
    const parts = [`${longHeader}${longHeader}${html}\r\na`, `${longHeader}${html}\r\nb`, `${html}\r\nc`];
    expect(typesOf(`${multipart}--b\r\n${parts.join("\r\n--b\r\n")}`)).toEqual([
      "text/plain",
      "text/html",
      "text/html",
    ]);
  });

  test.each([
    [0, "text/html"],
    [1, "text/plain"],
  ])("is read up to 128 KiB: with %i more, its type is %s", (extra, type) => {
    const filler = `X-Filler: ${"x".repeat(989)}\r\n`.repeat(130);
    // A line counts with one byte for its end.
    const rest = 128 * 1024 - 130 * 1_000 - "Content-Type: text/html\n".length + extra;
    expect(typesOf(`${multipart}--b\r\n${filler}${"X-Last:".padEnd(rest - 1, "x")}\r\n${html}\r\na`)).toEqual([type]);
  });

  test("is ignored once all headers of the mail are beyond their limit", () => {
    const parts = `--b\r\n${html}${longHeader}\r\n`.repeat(20);
    const types = typesOf(`${multipart}${parts}`);
    expect(types).toHaveLength(20);
    expect(new Set(types.slice(0, 15))).toEqual(new Set(["text/html"]));
    expect(typesOf(`${multipart}${parts}--b\r\n${html}\r\nlast`).at(-1)).toBe("text/plain");
  });

  test("that is too long does not make the next part lose a long text that has no header", () => {
    const text = `${"word ".repeat(20)}\r\n`.repeat(1_500);
    const tree = toTree(`${multipart}--b\r\n${longHeader}${longHeader}\r\n--b\r\n${text}--b--`);
    expect(tree.children[1]?.body.length).toBeGreaterThan(140_000);
  });

  test("turns out to be text with its own line breaks, even if a line of many kilobytes exceeds the limit", () => {
    const [long, short] = ["y".repeat(40_000), `${"word ".repeat(20)}\r\n`.repeat(1_200)];
    const [part] = toTree(`${multipart}--b\r\n${short}${long}\r\n--b--`).children;
    expect(part?.body.toString().endsWith(`word \n${long}\n`)).toBe(true);
  });

  test("that ends at a delimiter opens no multipart whose lines are found later", () => {
    const inner = "Content-Type: multipart/mixed; boundary=inner\r\n";
    const tree = toTree(`${multipart}--b\r\n${inner}--b\r\n\r\nCode 4711\r\n--inner\r\nof the shop\r\n--b--`);
    expect(tree.children[1]?.body.toString()).toBe("Code 4711\n--inner\nof the shop\n");
  });
});

describe("a forwarded message", () => {
  const forward = (type: string, encoding: string) =>
    `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\nSubject: inner\r\n\r\nbody\r\n`;

  test.each([
    ["message/rfc822", "7bit"],
    ["message/rfc822", "8bit"],
    ["message/rfc822", "binary"],
    ["message/global", "8bit"],
  ])("of the type %s is parsed as it arrives if its encoding is %s", (type, encoding) => {
    const [message] = toTree(forward(type, encoding)).children;
    expect(message).toMatchObject({ isNested: true });
    expect(message?.body.toString()).toBe("body\n");
  });

  test.each(["base64", "quoted-printable", "uuencode", "x-uuencode"])(
    "in the encoding %s is kept as it is, for it must be decoded first",
    (encoding) => {
      const { children, body } = toTree(forward("message/rfc822", encoding));
      expect(children).toEqual([]);
      expect(body.toString()).toBe("Subject: inner\n\nbody\n");
    },
  );

  test("does not nest deeper than five hundred parts", () => {
    let depth = 0;
    for (let part: MailPart | undefined = toTree("Content-Type: message/rfc822\r\n\r\n".repeat(1_000)); part; depth++)
      part = part.children[0];
    expect(depth).toBe(501);
  });
});

test.each([
  ["forwarded messages", "--b\r\nContent-Type: message/rfc822\r\n\r\n\r\nx\r\n"],
  ["ends of the multipart", "--b--\r\nx\r\n"],
  ["parts", "--b\r\n\r\nx\r\n"],
])("a mail has at most two thousand parts, also of %s", (_what, part) => {
  const tree = toTree(`${multipart}${part.repeat(2_100)}`);
  expect([...walkParts(tree)]).toHaveLength(2_001);
  expect(tree.isTruncated).toBe(true);
});

test("the last part that is permitted is not opened if it is a forwarded message", () => {
  const message = "--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nCode 4711\r\n";
  const tree = toTree(`${multipart}${"--b\r\n\r\nx\r\n".repeat(1_999)}${message}--b--`);
  const last = tree.children.at(-1);
  expect([last?.content.type, last?.children, last?.body.toString()]).toEqual([
    "message/rfc822",
    [],
    "Subject: inner\n\nCode 4711\n",
  ]);
});

test("the text of multiparts that nest too deep is shown", async () => {
  const open = (level: number) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`;
  const mail = `${Array.from({ length: 510 }, (_, level) => open(level)).join("")}\r\ncode 4711\r\n`;
  expect((await parseMail(Buffer.from(mail), { sender: "" })).body).toMatch(/code 4711/);
});

test("the last piece of a line of many kilobytes is no delimiter", async () => {
  const mail = `${multipart}--b\r\n\r\n${"x".repeat(16 * 1024)}--b--\r\nYour code is 471182.\r\n--b--\r\n`;
  expect((await parseMail(Buffer.from(mail), { sender: "" })).body).toMatch(/x--b--\nYour code is 471182\.$/);
});

describe("of the text of a mail is kept", () => {
  const long = "x".repeat(3 * 2 ** 20);
  const attachment = "Content-Disposition: attachment\r\n\r\n";
  test.each([
    ["2 MiB if it is the whole mail", `\r\n${long}`, 2 ** 21],
    ["2 MiB if the whole mail is an attachment", `${attachment}${long}`, 2 ** 21],
    ["256 KiB if it is an attachment", `${multipart}--b\r\n${attachment}${long}`, 2 ** 18],
    ["256 KiB if it follows the last part", `${multipart}--b--\r\n${long}`, 2 ** 18],
    ["256 KiB if it is forwarded", `Content-Type: message/rfc822\r\n\r\n\r\n${long}`, 2 ** 18],
    ["no more if all its lines are empty", `${multipart}--b--\r\n${"\r\n".repeat(2 ** 19)}`, 2 ** 18],
  ])("%s", (_what, mail, bytes) => {
    const parts = [...walkParts(toTree(mail))];
    expect(parts.reduce((sum, { body }) => sum + body.length, 0)).toBe(bytes);
  });
});

describe("the boundary of a multipart", () => {
  const countParts = (boundary: string, line = `--${boundary}`) =>
    toTree(`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${line}\r\n\r\nx`).children.length;

  test("may end in a blank, which its lines lack", () => {
    expect(countParts("b ", "--b")).toBe(1);
  });

  test("may be longer than the standard permits, up to a line of a thousand characters", () => {
    expect(countParts("b".repeat(998))).toBe(1);
    expect(countParts("b".repeat(999))).toBe(0);
  });
});

test("text after the last part is shown without other text, even if that part ends in its header", async () => {
  const forwarded = `${multipart}--b\r\nContent-Type: message/rfc822\r\n--b--\r\nYour code is 471182.`;
  expect((await parseMail(Buffer.from(forwarded), { sender: "" })).body).toBe("Your code is 471182.");
});

test("a carriage return between two pieces of a long line stays a line break", async () => {
  const mail = `\r\n${"x".repeat(16 * 1024 - 1)}\ry\r\n`;
  expect((await parseMail(Buffer.from(mail), { sender: "" })).body).toMatch(/x\ny$/);
});

test("lines whose carriage return a relay has doubled, or tripled, are read like others", async () => {
  const mail = `Subject: hello\n${multipart.replaceAll("\r", "")}--b\n${html.replace("\r", "")}\n<p>Code 4711</p>\n--b--\n`;
  for (const lineEnd of ["\r\n", "\r\r\n", "\r\r\r\n"]) {
    const { subject, body } = await parseMail(Buffer.from(mail.replaceAll("\n", lineEnd)), { sender: "" });
    expect({ lineEnd, subject, body }).toEqual({ lineEnd, subject: "hello", body: "Code 4711" });
  }
});

test.each([
  ["within the first 4,096 bytes", 4_095, ["a\r", "c"]],
  ["after them, as in mail whose lines end in carriage returns", 4_096, ["a", "\nc"]],
])("a line feed is looked for %s", (_what, position, [first = "", last = ""]) => {
  const lines: string[] = [];
  const splitter = createLineSplitter(({ bytes }) => void lines.push(bytes.toString("latin1")));
  splitter.write(Buffer.from(`${"a\r".padEnd(position, "x")}\nc`));
  splitter.end();
  expect(lines.map((line) => line.replace(/x+/, ""))).toEqual([first, last]);
});
