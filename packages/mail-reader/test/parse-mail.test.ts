import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ParsedMail, parseMail } from "../src/index.ts";
import { goldenNames, readGolden } from "./read-golden.ts";

const envelope = { sender: "envelope@client.test" };

describe("gives the golden file's result", () => {
  test.each(goldenNames)("%s", async (name) => {
    const { raw, expected } = readGolden(name);
    const { subject, sender, body } = await parseMail(raw, envelope);
    expect(`Subject: ${subject}\nSender: ${sender}\n\n${body}`.trimEnd()).toBe(expected);
  });
});

test("gives the same result wherever the network splits the mail", async () => {
  const mails = goldenNames.map((name) => readGolden(name).raw);
  const whole = await Promise.all(mails.map((raw) => parseMail(raw, envelope)));
  for (const [index, raw] of mails.entries()) {
    expect(await parseMail(cut(raw, [1]), envelope)).toEqual(whole[index]);
  }
  const chunking = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: mails.length - 1 }), chunking, async (index, sizes) => {
      expect(await parseMail(cut(mails[index] ?? Buffer.alloc(0), sizes), envelope)).toEqual(whole[index]);
    }),
    { numRuns: 300 },
  );
});

describe("an attachment of 3 MB before the text does not reduce its limit", () => {
  const filler = "attached line of text\r\n".repeat(140_000);
  const attachments: Record<string, string> = {
    "plain text": `Content-Type: text/plain\r\nContent-Disposition: attachment; filename=log.txt\r\n\r\n${filler}`,
    HTML: `Content-Type: text/html\r\nContent-Disposition: attachment; filename=page.html\r\n\r\n${filler}`,
    "a forwarded mail": `Content-Type: message/rfc822\r\n\r\nSubject: forwarded\r\n\r\n${filler}`,
    "a table": `Content-Type: text/csv\r\n\r\n${filler}`,
  };
  test.each(Object.entries(attachments))("%s", async (_name, attachment) => {
    const text = `Content-Type: text/plain\r\n\r\nYour code is 471182.\r\n`;
    const mail = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${attachment}\r\n--b\r\n${text}--b--\r\n`;
    expect((await parseMail(Buffer.from(mail), envelope)).body).toBe("Your code is 471182.");
  });
});

describe("the delimiter of a multipart", () => {
  const textOf = async (lines: string[]) => (await parseMail(Buffer.from(lines.join("\r\n")), envelope)).body;

  test("may itself end in two dashes", async () => {
    const lines = [
      "Content-Type: multipart/mixed; boundary=b--",
      "",
      "--b--",
      "",
      "Your code",
      "--b--",
      "",
      "is 471182",
    ];
    expect(await textOf([...lines, "--b----", "not shown"])).toBe("Your code\n\nis 471182");
  });

  test("is the first of several that the header names", async () => {
    const lines = [
      "Content-Type: multipart/mixed; boundary=a; boundary=b",
      "",
      "--a",
      "",
      "Your code is 471182.",
      "--b",
    ];
    expect(await textOf([...lines, "--a--"])).toBe("Your code is 471182.\n--b");
  });

  test("belongs to the innermost multipart that has it, until that has ended", async () => {
    const inner = ["--b", "Content-Type: multipart/alternative; boundary=b", ""];
    const alternatives = [
      "--b",
      "",
      "Your code is 471182.",
      "--b",
      "Content-Type: text/html",
      "",
      "<b>the same</b>",
      "--b--",
    ];
    const outer = ["Content-Type: multipart/mixed; boundary=b", "", ...inner, ...alternatives];
    expect(await textOf([...outer, "--b", "", "Footer", "--b--", "not shown"])).toBe("Your code is 471182.\n\nFooter");
    // As a third alternative, HTML would not be shown beside the text.
    const footer = ["--b", "Content-Type: text/html", "", "<p>Footer</p>", "--b--"];
    expect(await textOf([...outer, ...footer])).toBe("Your code is 471182.\n\nFooter");
  });
});

test("the lines of a mail end in CRLF, wherever the first one falls in the network's chunks", async () => {
  for (let length = 4_092; length <= 4_098; length++) {
    const mail = `${"X-A: ".padEnd(length, "x")}\r\nSubject: Hello\r\n\r\nYour code is 471182.`;
    expect(await parseMail(Buffer.from(mail), envelope)).toMatchObject({
      subject: "Hello",
      body: "Your code is 471182.",
    });
  }
});

test("never throws, whatever the bytes", async () => {
  const scraps = [
    "\r\n",
    "--b",
    "--b--",
    "Content-Type: multipart/mixed; boundary=b",
    "=?utf-8?B?",
    "?=",
    "<a href=",
    "\0",
  ];
  const scrap = fc.oneof(
    fc.constantFrom(...scraps).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(scrap, { maxLength: 60 }), async (pieces) => {
      const mail: ParsedMail = await parseMail(Buffer.concat(pieces), envelope);
      expect(Object.keys(mail)).toEqual(["subject", "sender", "body", "links"]);
    }),
    { numRuns: 1000 },
  );
});

async function* cut(raw: Buffer, sizes: number[]): AsyncGenerator<Uint8Array> {
  for (let position = 0, turn = 0; position < raw.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield raw.subarray(position, position + size);
    position += size;
  }
}
