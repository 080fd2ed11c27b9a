import { describe, expect, test } from "vitest";
import { createMimeParser } from "../src/mime/mime-parser.ts";
import { type MailPart, openPart } from "../src/mime/mime-part.ts";
import { isExpensive, parseTree, parseTreeQuickly } from "../src/parse-tree.ts";

/** A part of this type with a body of so many bytes. */
function part(type: string, bytes: number, ...children: MailPart[]): MailPart {
  const opened = openPart(null, type);
  return Object.assign(opened, { body: Buffer.alloc(bytes, "x"), children });
}
const parts = (count: number) =>
  part("multipart/mixed", 0, ...Array.from({ length: count - 1 }, () => part("text/plain", 1)));

test.each([
  ["32 KiB of text", part("text/plain", 32 * 1024), false],
  ["more text", part("text/plain", 32 * 1024 + 1), true],
  ["more text in two parts", part("multipart/mixed", 0, part("text/plain", 20_000), part("image/png", 20_000)), true],
  ["8 KiB of HTML", part("text/html", 8 * 1024), false],
  ["more HTML", part("text/html", 8 * 1024 + 1), true],
  ["more HTML in two parts", part("multipart/mixed", 0, part("text/html", 5_000), part("text/html", 5_000)), true],
  ["a hundred parts", parts(100), false],
  ["more parts", parts(101), true],
])("a mail of %s is expensive: %s", (_what, root, expected) => {
  expect(isExpensive(root)).toBe(expected);
});

test.each([1_999, 2_000, 3_000])("of %i parts in one mail, two thousand with the mail itself are kept", (count) => {
  const parser = createMimeParser();
  parser.write(Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\ntext\r\n".repeat(count)}`));
  expect(parser.end().children).toHaveLength(Math.min(count, 2_000));
});

function toTree(...lines: string[]): MailPart {
  const parser = createMimeParser();
  parser.write(Buffer.from(lines.join("\r\n"), "latin1"));
  return parser.end();
}
const multipart = ["Content-Type: multipart/mixed; boundary=b", ""];
const quick = (...lines: string[]) => parseTreeQuickly(toTree(...lines), { sender: "a@b.test" });
const forwarded = ["--b", "Content-Type: message/rfc822", "", "", "forwarded"];

describe("a quick parse", () => {
  test("shows forwarded mail only without other text", () => {
    expect(quick(...multipart, ...forwarded, "--b", "", "own", "--b--").body).toBe("own");
    expect(quick(...multipart, ...forwarded, "--b--").body).toBe("forwarded");
  });

  test("stops after 32 KiB of text, of which 100 parts are read", () => {
    const text = `${"word ".repeat(4_000)}`;
    const { body, truncated } = quick(
      ...multipart,
      "--b",
      "",
      text,
      "--b",
      "",
      `${text}end`,
      "--b",
      "",
      "third",
      "--b--",
    );
    expect(body).toMatch(/^word/);
    expect(body.length).toBeLessThanOrEqual(32 * 1024 + 2);
    expect(body).not.toMatch(/end|third/);
    expect(truncated).toBe(true);
    const many = (count: number) => Array.from({ length: count }, () => ["--b", "", "x"]).flat();
    expect(quick(...multipart, ...many(100), "--b--")).not.toHaveProperty("truncated");
    expect(quick(...multipart, ...many(101), "--b--")).toHaveProperty("truncated", true);
  });

  test("is truncated if a shown part was, or the mail has more parts than were read", () => {
    const tree = (isTruncated: { root?: boolean; shown?: boolean; hidden?: boolean }) => {
      const [shown, hidden] = [part("text/plain", 1), Object.assign(part("text/plain", 1), { isNested: true })];
      return Object.assign(
        part(
          "multipart/mixed",
          0,
          { ...shown, isTruncated: isTruncated.shown ?? false },
          { ...hidden, isTruncated: isTruncated.hidden ?? false },
        ),
        { isTruncated: isTruncated.root ?? false },
      );
    };
    const truncatedOf = (flags: Parameters<typeof tree>[0]) => parseTreeQuickly(tree(flags), { sender: "" }).truncated;
    expect(truncatedOf({ root: true })).toBe(true);
    expect(truncatedOf({ shown: true })).toBe(true);
    expect(truncatedOf({ hidden: true })).toBeUndefined();
  });

  test("is truncated if its parts have more text than it decodes, also if they are cut between two of them", () => {
    const truncatedOf = (...sizes: number[]) =>
      parseTreeQuickly(part("multipart/mixed", 0, ...sizes.map((size) => part("text/plain", size))), { sender: "" })
        .truncated;
    expect(truncatedOf(32 * 1024)).toBeUndefined();
    expect(truncatedOf(32 * 1024 - 1, 1)).toBeUndefined();
    expect(truncatedOf(32 * 1024, 1)).toBe(true);
    expect(truncatedOf(32 * 1024 - 1, 2)).toBe(true);
  });

  test("keeps the last word of a text of 32 KiB, and drops that of a longer one", () => {
    const bodyOf = (bytes: number) => parseTreeQuickly(part("text/plain", bytes), { sender: "" }).body;
    expect(bodyOf(32 * 1024)).toHaveLength(32 * 1024);
    expect(bodyOf(32 * 1024 + 1)).toBe("");
  });

  test("counts the bytes of a part as they came, though few of them are text", () => {
    const withBody = (type: string, text: string) => Object.assign(part(type, 0), { body: Buffer.from(text) });
    const parts = [withBody("text/html", "<i></i>".repeat(2_857)), withBody("text/plain", "word ".repeat(4_000))];
    const { body } = parseTreeQuickly(part("multipart/mixed", 0, ...parts), { sender: "" });
    // 19,999 bytes are those of the page.
    expect(body).toBe("word ".repeat(Math.floor((32 * 1024 - 19_999) / 5)).trim());
  });

  test("leaves no gap for a part without words", () => {
    expect(quick(...multipart, "--b", "", "a", "--b", "", " ", "--b", "", "b", "--b--").body).toBe("a\n\nb");
  });

  test("has the links of all that it shows, each once", () => {
    const link = ["--b", "", "See https://shop.test/a"];
    expect(quick(...multipart, ...link, ...link, "--b--").links).toHaveLength(1);
  });
});

describe("the charset of unlabelled text", () => {
  const russian = "\xeb\xcf\xc4";
  test("in the body is that of the header's words, before that of another part", () => {
    const latin = ["--b", "Content-Type: text/plain; charset=iso-8859-1", "", "caf\xe9"];
    const tree = toTree("Subject: =?koi8-r?Q?=EB=CF=C4?=", ...multipart, ...latin, "--b", "", russian, "--b--");
    expect(parseTree(tree, { sender: "" }).body).toBe("café\n\nКод");
  });

  test("in the body is that of the header's words in a quick parse too", () => {
    expect(quick("Subject: =?koi8-r?Q?=EB=CF=C4?=", "", russian).body).toBe("Код");
  });

  test.each([
    [10, "Код"],
    [11, "ëÏÄ"],
  ])("in the body is that of a page if it is among the first ten: page %i", (number, body) => {
    const pages = Array.from({ length: number - 1 }, () => ["--b", "Content-Type: text/html", "", "<br>"]).flat();
    const named = ["--b", "Content-Type: text/html", "", "<meta charset=koi8-r>"];
    const tree = toTree(...multipart, ...pages, ...named, "--b", "", russian, "--b--");
    expect(parseTree(tree, { sender: "" }).body).toBe(body);
  });

  test.each([
    [4_000, "Код"],
    [4_096, "ëÏÄ"],
  ])("of a page is looked for in its first 4 KiB: after %i characters", (length, body) => {
    const page = `<style>${" ".repeat(length)}</style><meta charset=koi8-r>${russian}`;
    expect(parseTree(toTree("Content-Type: text/html", "", page), { sender: "" }).body).toBe(body);
  });

  test("in the header is that of a part, before that of its own words", () => {
    const header = [`Subject: ${russian} =?iso-8859-1?Q?=E9?=`, "Content-Type: text/plain; charset=koi8-r", "", "x"];
    expect(parseTree(toTree(...header), { sender: "" }).subject).toBe("Код é");
  });

  test("in the header is that of its own words, if no part has any", () => {
    const header = [`Subject: ${russian} =?koi8-r?Q?=EB=CF=C4?=`, "Content-Type: text/plain", "", "x"];
    expect(parseTree(toTree(...header), { sender: "" }).subject).toBe("Код Код");
    expect(parseTreeQuickly(toTree(...header), { sender: "" }).subject).toBe("Код Код");
  });
});

test("a very long subject is cut, and has no line breaks or control characters", () => {
  const { subject } = parseTree(toTree(`Subject: a\tb\x07c ${"x".repeat(9_000)}`, "", "x"), { sender: "" });
  expect(subject).toMatch(/^a b c x+$/);
  expect(subject).toHaveLength(8_192);
});
