import { describe, expect, test } from "vitest";
import { parseMail } from "../src/index.ts";

const read = (mail: string) => parseMail(Buffer.from(mail.replaceAll("\n", "\r\n"), "latin1"), { sender: "" });
const bodyOf = async (mail: string) => (await read(mail)).body;
const russian = "\xeb\xcf\xc4";

test.each([
  [200, "Код"],
  [201, "ëÏÄ"],
])("the charset of a page is read after %i other characters of its mark: %s", async (length, body) => {
  const meta = `<meta ${"x".repeat(length - 1)}charset=koi8-r>`;
  expect(await bodyOf(`Content-Type: text/html\n\n${meta}<p>${russian}</p>\n`)).toBe(body);
});

test.each([
  [8_000, "Код"],
  [8_200, "ëÏÄ"],
])(
  "a text has the charset of a page in whose first 16 KiB it is named, after %i line ends: %s",
  async (count, body) => {
    const text = `--b\nContent-Type: text/plain\n\n${russian}\n`;
    // Each line end takes two bytes, and is nothing once it is decoded.
    const page = `${"=\n".repeat(count)}<meta charset=3Dkoi8-r>`;
    const html = `--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n${page}\n`;
    expect(await bodyOf(`Content-Type: multipart/mixed; boundary=b\n\n${text}${html}--b--\n`)).toBe(body);
  },
);

describe("a multipart that names another boundary is read by the one that it uses", () => {
  const mailWith = (boundary: string, others: number) =>
    `Content-Type: multipart/mixed; boundary=x\n\n--${boundary}\n${"X-Other: 1\n".repeat(others)}Content-Type: text/html\n\n<p>Code 4711</p>\n--${boundary}--\n`;

  test.each([
    ["of up to 200 characters", 200, 0, true],
    ["but of no more", 201, 0, false],
    ["with up to eight fields before that of its content", 1, 8, true],
    ["but with no more", 1, 9, false],
  ])("%s", async (_what, length, others, isRead) => {
    const body = await bodyOf(mailWith("b".repeat(length), others));
    expect(isRead ? body : body.slice(0, 3)).toBe(isRead ? "Code 4711" : "--b");
  });
});

test("a part of a yEnc file is dropped with all its lines", async () => {
  const file = "=ybegin part=1 line=128 size=3 name=x.bin\n=ypart begin=1 end=3\nabc\n=yend size=3";
  expect(await bodyOf(`Subject: x\n\nbefore\n${file}\nafter\n`)).toBe("before\nafter");
});

test("an empty address before that of the sender adds nothing to the name", async () => {
  expect((await read("From: <>, Ann <ann@shop.test>\n\nx\n")).sender).toBe("Ann <ann@shop.test>");
});

test("text before the first part is shown only if the mail has no other", async () => {
  const mailWith = (parts: string) => `Content-Type: multipart/mixed; boundary=b\n\nhidden 1234\n${parts}--b--\n`;
  expect(await bodyOf(mailWith("--b\n\nCode 4711\n"))).toBe("Code 4711");
  expect(await bodyOf(mailWith("--b\nContent-Type: image/png\n\nx\n"))).toBe("hidden 1234");
});
