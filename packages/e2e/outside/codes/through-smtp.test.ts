import { extractLink } from "@frontdesk/codes/all";
import { expect, test } from "vitest";
import { jsonlFiles, readLines } from "../../../codes/test/guard/read-cases.ts";
import { type Desk, openDesk } from "../support/desk.ts";
import { openSender, type Sent } from "../support/mail-sender.ts";

interface Case {
  source: string;
  id: string;
  channel?: string;
  format?: string;
  subject?: string;
  text: string;
  expected: string | null;
  accept?: string[];
  link?: string | null;
  soft?: string;
}

interface Answer {
  code: string | null;
  link: string | null;
  body: string;
}

/** How many mails a mailbox keeps. */
const KEPT = 10;
const cases = jsonlFiles(process.env.FRONTDESK_CODES ?? "")
  .flatMap((file) => readLines<Case>(file))
  .filter(({ channel, soft }) => channel === "email" && !soft);
if (cases.length === 0)
  console.log(
    "outside -- codes reads no mails: FRONTDESK_CODES names no file or folder of cases (docs/explanation/codes.md)",
  );

test.skipIf(cases.length === 0)("a message sent by SMTP as HTML and as text gives the same result", async () => {
  await using desk = await openDesk();
  const mails = cases.map(({ subject = "", format, text }) =>
    format === "html"
      ? ({ subject, type: "html", body: text } as const)
      : ({ subject, type: "html", body: toHtml(text) } as const),
  );
  const asHtml = await answersTo(desk, "html", mails);
  // As a mailer's own text beside its HTML.
  const asText = await answersTo(
    desk,
    "text",
    cases.map(({ subject = "", format, text }, index) => ({
      subject,
      type: "plain",
      body: format === "html" ? (asHtml[index]?.body ?? "") : text,
    })),
  );
  const rows = cases.map((item, index) => ({ item, html: asHtml[index], text: asText[index] }));
  const share = (good: (row: (typeof rows)[number]) => boolean, of = rows) => of.filter(good).length / of.length;
  const isRight = ({ expected, accept = [] }: Case, code: string | null | undefined) =>
    code === expected || accept.includes(code ?? "");
  const linked = rows.filter(({ item }) => item.link !== undefined);
  const figures = {
    mails: rows.length,
    "same code both ways": share(({ html, text }) => html?.code === text?.code),
    "right code, as HTML": share(({ item, html }) => isRight(item, html?.code)),
    "right code, as text": share(({ item, text }) => isRight(item, text?.code)),
    "right link, as HTML": share(({ item, html }) => html?.link === item.link, linked),
    "right link, as text": share(({ item, text }) => text?.link === item.link, linked),
  };
  console.table(figures);
  for (const { item, html, text } of rows)
    if (html?.code !== text?.code || !isRight(item, html?.code))
      console.log(item.source, item.id, { wanted: item.expected, html: html?.code, text: text?.code });
  for (const [name, figure] of Object.entries(figures)) expect(figure, name).toBeGreaterThanOrEqual(0.99);
});

async function answersTo(desk: Desk, name: string, mails: Omit<Sent, "to">[]): Promise<Answer[]> {
  const mailbox = await desk.register(name);
  const sender = await openSender(desk.smtpPort);
  const answers: Answer[] = [];
  for (let from = 0; from < mails.length; from += KEPT) {
    const batch = mails.slice(from, from + KEPT);
    for (const mail of batch) await sender.send({ to: mailbox.address, ...mail });
    const url = `${desk.url}/svc-api/mail/recent?full=true&n=${batch.length}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${mailbox.key}` } });
    // As openapi.yaml has it.
    const { emails } = (await response.json()) as { emails: Received[] };
    for (const { body, codes, links, subject } of emails.reverse()) {
      const best = codes.find(({ kind }) => kind === "one_time");
      const link = extractLink(body, { format: "text", channel: "email", subject, links });
      answers.push({ code: best && best.confidence >= 0.5 ? best.value : null, link, body });
    }
  }
  sender.close();
  return answers;
}

interface Received {
  subject: string;
  body: string;
  links: { url: string; text: string }[];
  codes: { value: string; kind: string; confidence: number }[];
}

function toHtml(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<p>${escaped.replaceAll("\n", "<br>\n")}</p>`;
}
