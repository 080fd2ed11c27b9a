import { describe, expect, test } from "vitest";
import { parseMail } from "../src/index.ts";

const read = (mail: string) => parseMail(Buffer.from(mail.replaceAll("\n", "\r\n"), "latin1"), { sender: "" });
const bodyOf = async (mail: string) => (await read(mail)).body;

describe("text/enriched", () => {
  test.each([
    ["marks are dropped, in any case", "<Bold>Code</BOLD> 4711", "Code 4711"],
    ["a mark's parameters are dropped", "<color><param>red</param>Code</color> 4711", "Code 4711"],
    ["parameters in capitals are dropped too", "<color><PARAM>red</Param>Code</color> 4711", "Code 4711"],
    ["parameters of 500 characters are dropped", `<param>${"x".repeat(500)}</param>4711`, "4711"],
    ["longer ones are text", `<param>${"x".repeat(501)}</param>4711`, `${"x".repeat(501)}4711`],
    ["marks of 80 characters are dropped", `<${"x".repeat(80)}>4711`, "4711"],
    ["longer ones are text, too", `<${"x".repeat(81)}>4711`, `<${"x".repeat(81)}>4711`],
    ["a doubled bracket is one", "1 << 2", "1 < 2"],
    ["one line break is a blank", "Code\n4711", "Code 4711"],
    ["two line breaks are one", "Code\n\n4711", "Code\n4711"],
    ["three line breaks are two", "Code\n\n\n4711", "Code\n\n4711"],
    ["several blanks and tabs are one blank", "Code \t\t4711  now", "Code 4711 now"],
    ["lines stay as they are without filling", "a\nb\n\n<nofill>c\nd</nofill>\n\ne\nf", "a b\nc\nd\ne f"],
    ["lines stay as they are in any case of the mark", "a\nb\n\n<NoFill>c\nd</NOFILL>\n\ne\nf", "a b\nc\nd\ne f"],
  ])("%s", async (_what, text, body) => {
    expect(await bodyOf(`Content-Type: text/enriched\n\n${text}\n`)).toBe(body);
  });
});

describe("text/richtext", () => {
  test.each([
    ["marks are dropped", "<bold>Code</bold> 4711", "Code 4711"],
    ["comments are dropped", "Code <comment>of the shop</comment>4711", "Code 4711"],
    ["comments in capitals are dropped too", "Code <COMMENT>of the shop</Comment>4711", "Code 4711"],
    ["comments of 500 characters are dropped", `<comment>${"x".repeat(500)}</comment>4711`, "4711"],
    ["longer ones are text", `<comment>${"x".repeat(501)}</comment>4711`, `${"x".repeat(501)}4711`],
    ["marks of 80 characters are dropped", `<${"x".repeat(80)}>4711`, "4711"],
    ["longer ones are text, too", `<${"x".repeat(81)}>4711`, `<${"x".repeat(81)}>4711`],
    ["line breaks are blanks", "Code\n\n4711", "Code 4711"],
    ["a mark is a line break", "Code<NL>4711", "Code\n4711"],
    ["paragraphs stand apart", "<paragraph>Code</paragraph>4711", "Code\n\n4711"],
    ["new pages stand apart", "Code<np>4711", "Code\n\n4711"],
    ["parts of one page stand apart", "Code<samepage>4711</SamePage>", "Code\n\n4711"],
    ["a mark is a bracket", "1 <LT> 2", "1 < 2"],
  ])("%s", async (_what, text, body) => {
    expect(await bodyOf(`Content-Type: text/richtext\n\n${text}\n`)).toBe(body);
  });
});

describe("format=flowed", () => {
  const flowed = "Content-Type: text/plain; format=flowed";
  test.each([
    ["joins lines that end in a blank", flowed, "Your code \nis 4711", "Your code is 4711"],
    ["joins lines in any case of the format", "Content-Type: text/plain; format=Flowed", "a \nb", "a b"],
    ["drops the blanks if the header says so", `${flowed}; delsp=Yes`, "47 \n11", "4711"],
    ["keeps the blanks if the header does not", `${flowed}; delsp=no`, "47 \n11", "47 11"],
    ["drops a blank before a line", flowed, " a\n b", "a\nb"],
    ["keeps quotes of another depth apart", flowed, "> a \n>> b \n> c", "> a \n>> b \n> c"],
    ["joins quotes of one depth", flowed, "> a \n> b", "> a b"],
    ["ends a paragraph before a signature in a quote", flowed, "> a \n> -- \n> b", "> a \n> -- \n> b"],
    ["ends a paragraph before a signature", flowed, "a \n-- \nb", "a \n-- \nb"],
  ])("%s", async (_what, header, text, body) => {
    expect(await bodyOf(`${header}\n\n${text}\n`)).toBe(body);
  });
});

test("carriage returns without line feeds end lines, also empty ones", async () => {
  expect(await bodyOf("Content-Transfer-Encoding: quoted-printable\n\nCode=0D=0D4711\n")).toBe("Code\n\n4711");
});

describe("a file in the text is dropped", () => {
  const line = `M${"0".repeat(60)}`;
  const base64 = "QUJD".repeat(15);
  test.each([
    ["with rights of three digits", `begin 644 x.bin\n${line}\n#0V%T\n\`\nend`],
    ["with rights of four digits", `begin 0644 x.bin\n${line}\n\`\nend`],
    ["with a blank before its end", `begin 644 x.bin\n${line}\n \nend`],
    ["with an empty line before its end", `begin 644 x.bin\n${line}\n\nend`],
    ["with checksums", `begin 644 x.bin\n${line}0\n#0V%T\n\`\nend`],
    ["with lines whose blanks were stripped", `begin 644 x.bin\n${line.slice(0, -2)}\n\`\nend`],
    ["with a checksum in a short line", "begin 644 x.bin\n#0V%T0\n`\nend"],
    ["with a short line whose blanks were stripped", "begin 644 x.bin\n#0P\n`\nend"],
    ["of short lines", "begin 644 x.bin\n#0V%T\n`\nend"],
    ["in base64", `begin-base64 644 x.bin\n${base64}\n${base64}\n====`],
    ["in yEnc", "=ybegin line=128 size=3 name=x.bin\nabc\n=yend size=3"],
  ])("%s", async (_what, file) => {
    expect(await bodyOf(`Subject: x\n\nbefore\n${file}\nafter\n`)).toBe("before\nafter");
  });

  test.each([
    ["a sentence", "begin 644 times and end"],
    ["a sentence before another", "begin 644 x.bin\nYour code is 4711 and no data of a file."],
    ["a yEnc line without a name", "=ybegin line=128\nabc"],
  ])("but not %s", async (_what, text) => {
    expect(await bodyOf(`Subject: x\n\nbefore\n${text}\nafter\n`)).toBe(`before\n${text}\nafter`);
  });

  test("and text after its end is kept, though it begins with empty lines", async () => {
    expect(await bodyOf(`Subject: x\n\nbegin 644 x\n${line}\n\`\nend\n\nend of the mail\n`)).toBe("end of the mail");
  });
});

describe("a multipart in which no part is found", () => {
  test.each([
    ["has another boundary than it says", "Content-Type: multipart/mixed; boundary=a"],
    ["names no boundary", "Content-Type: multipart/mixed"],
    ["is called text", "Content-Type: text/plain; boundary=b"],
  ])("is read where it %s", async (_what, header) => {
    const { body, links } = await read(
      `${header}\n\n--b\nContent-Type: text/html\n\n<a href="https://shop.test/a">Code 4711</a>\n--b--\n`,
    );
    expect(body).toMatch(/^Code 4711/);
    expect(links).toEqual([{ url: "https://shop.test/a", text: "Code 4711" }]);
  });

  test("is read where it is called text and its end is missing", async () => {
    const parts = "--b\nContent-Type: text/html\n\n<p>Code 4711</p>\n";
    expect(await bodyOf(`Content-Type: text/plain; boundary=b\n\n${parts}`)).toBe("Code 4711");
  });

  test("is read where its transfer encoding hides the parts", async () => {
    const parts = "--b\nContent-Type: text/html\n\n<p>Code 4711</p>\n--b--\n";
    const header = "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64";
    expect(await bodyOf(`${header}\n\n${Buffer.from(parts).toString("base64")}\n`)).toBe("Code 4711");
  });

  test("is read where its boundary has a quotation mark and a backslash", async () => {
    const boundary = String.raw`a"b\c`;
    const parts = `--${boundary}\nContent-Type: text/html\n\n<p>Code 4711</p>\n--${boundary}--\n`;
    expect(await bodyOf(`Content-Type: multipart/mixed; boundary=x\n\n${parts}`)).toBe("Code 4711");
  });

  test("is text, with its links and without files in it", async () => {
    const file = "begin 644 x\n#0V%T\n`\nend\n";
    const mail = `Content-Type: multipart/mixed; boundary=b\n\nCode 4711 https://shop.test/a\n${file}`;
    expect(await read(mail)).toMatchObject({
      body: "Code 4711 https://shop.test/a",
      links: [{ url: "https://shop.test/a" }],
    });
  });

  test("is text in the charset that the header suggests", async () => {
    const mail = "Subject: =?koi8-r?Q?=EB=CF=C4?=\nContent-Type: multipart/mixed; boundary=b\n\n\xeb\xcf\xc4 4711\n";
    expect(await bodyOf(mail)).toBe("Код 4711");
  });
});

test("the lines of a page are not joined, nor are files in it dropped, though its header says that it is flowed", async () => {
  const page = "<pre>Your code \nis 4711\nbegin 644 x\n#0V%T\n`\nend</pre>";
  expect(await bodyOf(`Content-Type: text/html; format=flowed\n\n${page}\n`)).toMatch(/^Your code\nis 4711\nbegin/);
  const enriched = "<nofill>Your code \nis 4711</nofill>";
  expect(await bodyOf(`Content-Type: text/enriched; format=flowed\n\n${enriched}\n`)).toBe("Your code\nis 4711");
});

test("the charset that a page names counts more than that of other parts", async () => {
  const page = "--b\nContent-Type: text/html\n\n<meta charset=koi8-r><p>\xeb\xcf\xc4</p>\n";
  const text = "--b\nContent-Type: text/plain; charset=iso-8859-1\n\ncaf\xe9\n";
  const body = await bodyOf(`Content-Type: multipart/mixed; boundary=b\n\n${text}${page}--b--\n`);
  expect(body).toBe("caf\xe9\n\nКод");
});

test.each([
  [9, "Код"],
  [10, "\xeb\xcf\xc4"],
])("after %i pages that name no charset, that of the next one makes the text «%s»", async (count, expected) => {
  const page = (text: string) => `--b\nContent-Type: text/html\n\n${text}\n`;
  const text = "--b\nContent-Type: text/plain\n\n\xeb\xcf\xc4\n";
  const pages = page("<p></p>").repeat(count) + page("<meta charset=koi8-r>");
  expect(await bodyOf(`Content-Type: multipart/mixed; boundary=b\n\n${text}${pages}--b--\n`)).toBe(expected);
});

test.each([
  ["base64", Buffer.from("<meta charset=windows-1251><p>\xeb\xcf\xc4</p>", "latin1").toString("base64")],
  ["quoted-printable", "<meta charset=3Dwindows-1251><p>=EB=CF=C4</p>"],
])(
  "text without a charset is in that which a page in %s names, even if it looks like another",
  async (encoding, page) => {
    const html = `Content-Type: text/html\nContent-Transfer-Encoding: ${encoding}\n\n${page}\n`;
    expect(await bodyOf(html)).toBe("лПД");
    const text = "Content-Type: text/plain\n\n\xeb\xcf\xc4 4711\n";
    const both = `Content-Type: multipart/alternative; boundary=b\n\n--b\n${text}--b\n${html}--b--\n`;
    expect(await bodyOf(both)).toBe("лПД 4711");
  },
);

test("the charset of the header counts more than that which the page names", async () => {
  const page = "<meta charset=windows-1251><p>\xeb\xcf\xc4</p>";
  expect(await bodyOf(`Content-Type: text/html; charset=koi8-r\n\n${page}\n`)).toBe("Код");
});

test("a page that names no charset is in that which the header of the mail suggests", async () => {
  const header = "Subject: =?koi8-r?Q?=EB=CF=C4?=\nContent-Type: text/html";
  expect(await bodyOf(`${header}\n\n<p>\xeb\xcf\xc4 4711</p>\n`)).toBe("Код 4711");
});

test("a plain text of invisible characters is none: the page is shown", async () => {
  const plain = "--b\nContent-Type: text/plain; charset=utf-8\n\n \xe2\x80\x8b\xef\xbb\xbf\n";
  const page = "--b\nContent-Type: text/html\n\n<p>Code 4711</p>\n--b--\n";
  expect(await bodyOf(`Content-Type: multipart/alternative; boundary=b\n\n${plain}${page}`)).toBe("Code 4711");
});

test("a link of a text with marks is that which is shown", async () => {
  const mail = "Content-Type: text/enriched\n\nOpen https://shop.test/<bold>verify</bold>\n";
  expect((await read(mail)).links).toMatchObject([{ url: "https://shop.test/verify" }]);
});

test("text of an attached mail, and a text attachment, are shown only if there is no other", async () => {
  const attached =
    "--b\nContent-Disposition: attachment\n\nattached\n--b\nContent-Type: message/rfc822\n\n\nforwarded\n";
  const mail = `Content-Type: multipart/mixed; boundary=b\n\n${attached}`;
  expect(await bodyOf(`${mail}--b--\n`)).toBe("attached\n\nforwarded");
  expect(await bodyOf(`${mail}--b\n\nown\n--b--\n`)).toBe("own");
});

describe("a mail inside a mail, each in base64,", () => {
  /** The mail as a message in base64, so many times. */
  const wrap = (mail: string, times: number): string =>
    times === 0
      ? mail
      : wrap(
          `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${Buffer.from(mail).toString("base64")}\n`,
          times - 1,
        );

  test.each([
    [1, "Code 4711"],
    [2, "Code 4711"],
    [3, ""],
  ])("is decoded twice at most: %i times it is %j", async (times, body) => {
    expect(await bodyOf(wrap("Subject: x\n\nCode 4711\n", times))).toBe(body);
  });

  test("is in the charset that the header of the outer one suggests", async () => {
    const header = "Subject: =?koi8-r?Q?=EB=CF=C4?=\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64";
    const inner = Buffer.from("Content-Type: text/plain\n\n\xeb\xcf\xc4 4711\n", "latin1").toString("base64");
    expect(await bodyOf(`${header}\n\n${inner}\n`)).toBe("Код 4711");
  });

  test("is shown as it is where its parts are not parsed again", async () => {
    const parts = "Content-Type: multipart/mixed; boundary=a\n\n--b\nContent-Type: text/plain\n\nCode 4711\n--b--\n";
    expect(await bodyOf(wrap(parts, 1))).toBe("Code 4711");
    expect(await bodyOf(wrap(parts, 2))).toMatch(/^--b\nContent-Type: text\/plain\n\nCode 4711/);
  });
});

test("a plain text of nothing visible gives way to the HTML", async () => {
  const invisible = Buffer.from(" \u200b\ufeff\u00ad ").toString("latin1");
  const part = (type: string, text: string) => `--b\nContent-Type: ${type}; charset=utf-8\n\n${text}\n`;
  const parts = part("text/plain", invisible) + part("text/html", "<p>Hello Ann</p>");
  expect(await bodyOf(`Content-Type: multipart/alternative; boundary=b\n\n${parts}--b--\n`)).toBe("Hello Ann");
});
