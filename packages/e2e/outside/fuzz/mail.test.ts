import { createMailParser, createParserPool, parseMail } from "@frontdesk/mail-reader";
import { createServer, type Server } from "@frontdesk/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { talk } from "../support/connection.ts";
import { fuzz, inPieces, mangled } from "./fuzz.ts";

let server: Server;
let port: number;
const complaints: string[] = [];
const pool = createParserPool({ onFailure: (reason) => void complaints.push(reason) });

beforeAll(async () => {
  const bootstrapKey = "svcagt_TestTestTestTestTestTest1234";
  const log = { info() {}, warn() {}, error: (what: string) => void complaints.push(what) };
  const limits = { smtpConnectionsPerIp: 0, smtpUnknownRecipients: 0, smtpNoops: 0, smtpBytesPerIp: 0 };
  server = await createServer({
    storage: "memory:",
    bootstrapKey,
    port: 0,
    smtpPort: 0,
    mailDomain: "mail.test",
    log,
    ...limits,
  });
  const { smtp } = await server.listen();
  port = Number(smtp?.split(":").at(-1));
  const { status } = await server.fetch(
    new Request("http://localhost/svc-api/mailbox/register", {
      method: "POST",
      headers: { authorization: `Bearer ${bootstrapKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "ann" }),
    }),
  );
  expect(status).toBe(200);
});
afterAll(async () => {
  await server?.close();
  await pool.close();
});

const part = (type: string, encoding: string, body: string) =>
  `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`;
const html =
  "<html><head><style>p{}</style></head><body><blockquote><p>Your code is <b>4711</b></p><a href='http://x.test/?a=1&amp;b=2'>here</a><ul><li>one<ol start=3><li>two</ol></ul></blockquote></body></html>";
const mails = [
  `Subject: =?utf-8?Q?Caf=C3=A9?= =?iso-2022-jp?B?GyRCJDMbKEI=?=\r\nFrom: "Ann, B." <ann@shop.test>\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\npreamble\r\n${part("text/plain; charset=utf-8", "quoted-printable", "Your code=20is =E2=82=AC4711=\r\n and more")}${part("text/html; charset=iso-8859-1", "7bit", html)}--b--\r\nepilogue`,
  `Subject: plain\r\nContent-Type: text/plain; charset=utf-7; format=flowed; delsp=yes\r\n\r\n> quoted \r\n> text +AGE-\r\n-- \r\nbegin 644 x\r\n#0V%T\r\n\`\r\nend\r\n`,
  `Content-Type: multipart/mixed; boundary*0=a; boundary*1=b\r\n\r\n--ab\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\ntext\r\n--ab\r\nContent-Type: text/enriched\r\n\r\n<bold>x</bold><<y\r\n--ab\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD\r\n--ab--`,
  `From: a@b.test (Comment \\( more)\r\nContent-Type: text/html\r\n\r\n${html.repeat(40)}`,
  "\r\n\u00c4\u00e3\u00ba\u00c3\u00ce\u00d2\u001b$B$3\u001b(B\u00ef\u00bb\u00bf",
];

test("every mail is parsed, completely and into no more than twice its size", async () => {
  await fuzz(mangled(...mails), async (mail) => {
    const raw = Buffer.from(mail, "latin1");
    const read = await parseMail(raw, { sender: "a@client.test" });
    expect(read.body.length).toBeLessThanOrEqual(2 * raw.length + 1_000);
    const reader = createMailParser({ sender: "a@client.test" }, { pool });
    reader.write(raw);
    expect(await reader.end()).toEqual(read);
    expect(complaints).toEqual([]);
  });
});

test("every SMTP dialogue ends, and the next mail is accepted", async () => {
  const begin =
    "EHLO client.test\r\nMAIL FROM:<a@client.test> SIZE=100 BODY=8BITMIME\r\nRCPT TO:<ann+tag@mail.test>\r\nDATA\r\n";
  const dialogues = [
    `${begin}Subject: x\r\n\r\n..body\r\n.\r\n`,
    `HELO x\r\nMAIL FROM:<>\r\nRCPT TO:<postmaster>\r\nRCPT TO:<nobody@mail.test>\r\nRSET\r\nNOOP\r\nVRFY ann\r\nHELP\r\n`,
    `EHLO x\r\nAUTH PLAIN AGEAYg==\r\nAUTH LOGIN\r\nYQ==\r\nYg==\r\n`,
    ...mails.map((mail) => `${begin}${mail}\r\n.\r\n`),
  ];
  const sound = [`${begin}Subject: sound\r\n\r\nbody\r\n.\r\n`, "QUIT\r\n"];
  await fuzz(inPieces(mangled(...dialogues)), async (pieces) => {
    await talk({ port }, [...pieces, "\r\n.\r\n\r\nQUIT\r\n"], /^(?:221|421) /m);
    expect(await talk({ port }, sound, /^221 /m)).toMatch(/^354 [^\n]*\n250 [^\n]*\n221 /m);
    expect(complaints).toEqual([]);
  });
});
