import { describe, expect, test } from "vitest";
import { parseMail } from "../src/index.ts";

const read = (...lines: string[]) => parseMail(Buffer.from(lines.join("\r\n")), { sender: "" });
const multipart = (kind = "mixed") => [`Content-Type: multipart/${kind}; boundary=b`, ""];
const image = ["--b", "Content-Type: image/png", "", "PNG", "--b--"];
const part = (type: string, text: string, ...fields: string[]) => ["--b", `Content-Type: ${type}`, ...fields, "", text];

describe("text before the parts, of which none is shown,", () => {
  test.each([
    ["is shown", "Code 4711", "Code 4711"],
    ["is not shown if it speaks of MIME", "A multi-part message in MIME format, 4711", ""],
    ["is not shown if it speaks of it in small letters", "a mime message 4711", ""],
    ["is shown if another word only has these letters", "Mimesis 4711", "Mimesis 4711"],
    ["is not shown if it has only blanks", " \t ", ""],
  ])("%s", async (_what, text, body) => {
    expect((await read(...multipart(), text, ...image)).body).toBe(body);
  });

  test("is shown before attached texts", async () => {
    const attached = part("text/plain", "attached", "Content-Disposition: attachment");
    expect((await read(...multipart(), "Code 4711", ...attached, "--b--")).body).toBe("Code 4711\n\nattached");
  });

  test("has its links before those of attached texts", async () => {
    const attached = part("text/plain", "https://shop.test/b", "Content-Disposition: attachment");
    const { links } = await read(...multipart(), "Open https://shop.test/a", ...attached, "--b--");
    expect(links.map(({ url }) => url)).toEqual(["https://shop.test/a", "https://shop.test/b"]);
  });

  test.each([
    ["it speaks of MIME", "A MIME message, see https://shop.test/mime", []],
    ["another text is shown", "See https://shop.test/mime", part("text/plain", "Code 4711")],
  ])("has no links if %s", async (_why, text, shown) => {
    expect((await read(...multipart(), text, ...shown, ...image)).links).toEqual([]);
  });
});

describe("the plain text of a mail", () => {
  test.each(["text/enriched", "text/richtext", "text/html"])("is shown without the same text as %s", async (type) => {
    const alternatives = [...part("text/plain", "Code 4711 for Ann"), ...part(type, "Code 4711 for Ann"), "--b--"];
    expect((await read(...multipart("alternative"), ...alternatives)).body).toBe("Code 4711 for Ann");
    expect((await read(...multipart(), ...alternatives)).body).toBe("Code 4711 for Ann");
  });

  test("has a boundary in its header, but no line of one", async () => {
    expect((await read("Content-Type: text/plain; boundary=b", "", "Code --b", "x")).body).toBe("Code --b\nx");
  });

  test("has the links of a page that is not shown, too", async () => {
    const page = part("text/html", '<a href="https://shop.test/a">Verify</a>');
    const { body, links } = await read(...multipart("alternative"), ...part("text/plain", "Verify"), ...page, "--b--");
    expect([body, links]).toEqual(["Verify", [{ url: "https://shop.test/a", text: "Verify" }]]);
  });
});

test.each([
  ["text/enriched", "Code\r\n\r\n\r\n\r\n\r\n4711", "Code\n\n4711"],
  ["text/enriched", "Code <bold> \r\n\r\n </bold> 4711", "Code\n4711"],
  ["text/richtext", "Code<nl><nl><nl>4711", "Code\n\n4711"],
  ["text/richtext", "Code <nl> <paragraph> </paragraph>4711", "Code\n\n4711"],
])(
  "a text with marks of the type %s has at most one empty line, and no blanks beside it: %s",
  async (type, text, body) => {
    expect((await read(`Content-Type: ${type}`, "", text)).body).toBe(body);
  },
);
