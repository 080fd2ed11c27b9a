import { expect, test } from "vitest";
import { vonage } from "../../src/providers/apis/vonage.ts";
import { a, mailCases, text } from "./outgoing-mail-cases.ts";
import { callRoute } from "./route-bed.ts";

const { resend, sendgrid, postmark, ses } = mailCases;
const complete = (mailCase: typeof resend) => mailCase.toBody({ text }) as object;
const email = { email: a };
const header = { Name: "X-Shop", Value: "1" };
const step = { channel: "sms", to: "+15550100001" };
const none = { to: a, cc: [], bcc: [], reply_to: [] };

/** A list of so many entries in a field of the request. */
const inField =
  (mailCase: typeof resend, field: string, entry: unknown, changes: object = {}) =>
  (count: number) =>
    callRoute(mailCase.provider, mailCase.path, {
      ...complete(mailCase),
      ...changes,
      [field]: Array(count).fill(entry),
    });

test.each([
  ["Resend's to", 50, inField(resend, "to", a, none)],
  ["Resend's cc", 50, inField(resend, "cc", a, none)],
  ["Resend's bcc", 50, inField(resend, "bcc", a, none)],
  ["Resend's reply_to", 50, inField(resend, "reply_to", a, none)],
  [
    "Resend's batch",
    100,
    (count: number) => callRoute(resend.provider, "/emails/batch", Array(count).fill(complete(resend))),
  ],
  ["SendGrid's personalizations", 1_000, inField(sendgrid, "personalizations", { to: [email] })],
  ["SendGrid's reply_to_list", 1_000, inField(sendgrid, "reply_to_list", email, { reply_to: undefined })],
  ["SendGrid's content", 10, inField(sendgrid, "content", { type: "text/plain", value: text })],
  ["Postmark's Headers", 100, inField(postmark, "Headers", header)],
  ["SES's ReplyToAddresses", 50, inField(ses, "ReplyToAddresses", a)],
  [
    "SES's Headers",
    15,
    (count: number) => {
      const Simple = { Subject: { Data: "Hi" }, Body: { Text: { Data: text } }, Headers: Array(count).fill(header) };
      return callRoute(ses.provider, ses.path, { ...complete(ses), Content: { Simple } });
    },
  ],
  [
    "Vonage's workflow",
    3,
    (count: number) => callRoute(vonage, "/v2/verify", { brand: "Shop", workflow: Array(count).fill(step) }),
  ],
  [
    "Vonage's brand",
    16,
    (count: number) => callRoute(vonage, "/v2/verify", { brand: "x".repeat(count), workflow: [step] }),
  ],
] as const)("%s may have %i entries or characters, and one more is an error", async (_what, max, call) => {
  const { mails, sms } = await call(max);
  expect(mails.length + sms.length).toBeGreaterThan(0);
  await expect(call(max + 1)).rejects.toMatchObject({ fault: "invalid" });
});

test.each(["to", "cc", "bcc", "reply_to"])(
  "Resend's error for too many addresses names the field %s",
  async (field) => {
    const mail = { ...complete(resend), ...none, [field]: Array(51).fill(a).join(",") };
    await expect(callRoute(resend.provider, resend.path, mail)).rejects.toMatchObject({
      message: `The \`${field}\` field has more than 50 recipients.`,
      field,
    });
  },
);
