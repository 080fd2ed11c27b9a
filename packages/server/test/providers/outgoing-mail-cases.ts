import { mailgun } from "../../src/providers/apis/mailgun.ts";
import { postmark } from "../../src/providers/apis/postmark.ts";
import { resend } from "../../src/providers/apis/resend.ts";
import { sendgrid } from "../../src/providers/apis/sendgrid.ts";
import { ses } from "../../src/providers/apis/ses.ts";
import type { Provider } from "../../src/providers/provider.ts";

export const toAddress = (email: string) => ({ name: "", email });
export const [a, b, c, d, e] = ["a@x.example", "b@x.example", "c@x.example", "d@x.example", "e@x.example"];
export const shop = { name: "Shop, Inc.", email: "shop@shop.example" };
export const text = "369385 is your code.";
export const html = "<p>369385</p>";
const subject = "Your code";

/** What every provider's complete request below is read as. */
export const complete = {
  from: shop,
  to: [toAddress(a), { name: "Bob", email: b }],
  cc: [toAddress(c)],
  bcc: [toAddress(d)],
  replyTo: [toAddress(e)],
  subject,
  text,
  html,
  headers: [
    ["X-Shop", "1"],
    ["X-Order", "2"],
  ],
};

/** How a request with these texts looks, and what the provider has no field for. */
interface MailCase {
  provider: Provider;
  path: string;
  toBody(texts: { text?: string; html?: string }): unknown;
  missing?: readonly (keyof typeof complete)[];
}

const cases = {
  resend: {
    provider: resend,
    path: "/emails",
    toBody: (texts) => ({
      from: "Shop, Inc. <shop@shop.example>",
      to: [a, `Bob <${b}>`],
      cc: c,
      bcc: [d],
      reply_to: e,
      subject,
      headers: { "X-Shop": "1", "X-Order": "2" },
      ...texts,
    }),
  },
  sendgrid: {
    provider: sendgrid,
    path: "/v3/mail/send",
    toBody: (texts) => ({
      personalizations: [
        {
          to: [{ email: a }, { email: b, name: "Bob" }],
          cc: [{ email: c }],
          bcc: [{ email: d }],
          headers: { "X-Order": "2" },
        },
      ],
      from: shop,
      reply_to: { email: e },
      subject,
      headers: { "X-Shop": "1", "X-Order": "overridden" },
      content: [
        ...(texts.text === undefined ? [] : [{ type: "Text/Plain; charset=utf-8", value: texts.text }]),
        ...(texts.html === undefined ? [] : [{ type: "text/html", value: texts.html }]),
      ],
    }),
  },
  postmark: {
    provider: postmark,
    path: "/email",
    toBody: (texts) => ({
      From: '"Shop, Inc." <shop@shop.example>',
      To: `${a}, Bob <${b}>`,
      Cc: c,
      Bcc: d,
      ReplyTo: e,
      Subject: subject,
      TextBody: texts.text,
      HtmlBody: texts.html,
      Headers: [
        { Name: "X-Shop", Value: "1" },
        { Name: "X-Order", Value: "2" },
      ],
    }),
  },
  ses: {
    provider: ses,
    path: "/v2/email/outbound-emails",
    toBody: (texts) => ({
      FromEmailAddress: '"Shop, Inc." <shop@shop.example>',
      Destination: { ToAddresses: [a, `Bob <${b}>`], CcAddresses: [c], BccAddresses: [d] },
      ReplyToAddresses: [e],
      Content: {
        Simple: {
          Subject: { Data: subject },
          Body: {
            Text: texts.text === undefined ? undefined : { Data: texts.text },
            Html: texts.html === undefined ? undefined : { Data: texts.html },
          },
          Headers: [
            { Name: "X-Shop", Value: "1" },
            { Name: "X-Order", Value: "2" },
          ],
        },
      },
    }),
  },
  mailgun: {
    provider: mailgun,
    path: "/v3/shop.example/messages",
    toBody: (texts) => ({
      from: '"Shop, Inc." <shop@shop.example>',
      to: [a, `Bob <${b}>`],
      cc: c,
      bcc: d,
      subject,
      "h:X-Shop": "1",
      "h:X-Order": "2",
      "h:X-Repeated": ["1", "2"],
      "o:tag": "code",
      ...texts,
    }),
    // Mailgun's is a custom header.
    missing: ["replyTo"],
  },
} satisfies Record<string, MailCase>;

/** Complete requests to each provider of mail. */
export const mailCases: Record<keyof typeof cases, MailCase> = cases;
