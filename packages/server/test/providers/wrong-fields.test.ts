import { describe, expect, test } from "vitest";
import { twilio } from "../../src/providers/apis/twilio.ts";
import { a, mailCases, text } from "./outgoing-mail-cases.ts";
import { callRoute } from "./route-bed.ts";

const nobody = "nobody";
type Row = [changes: object, error: { fault?: string; message: string; field?: string | null; code?: number | string }];

/** Sends a complete mail with changes, and returns the error. */
const failWith = (name: keyof typeof mailCases, changes: object, subPath = "") => {
  const { provider, path, toBody } = mailCases[name];
  return callRoute(provider, path + subPath, { ...(toBody({ text }) as object), ...changes }).then(
    () => null,
    ({ fault, message, field, code }) => ({ fault, message, field, code }),
  );
};
const toError = (error: Row[1]) => ({ fault: "invalid", field: null, code: undefined, ...error });

describe("Resend", () => {
  const form = "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";
  const invalid = (field: string) => ({ message: `Invalid \`${field}\` field. ${form}`, field });

  test.each<Row>([
    [{ from: nobody }, invalid("from")],
    [{ to: nobody }, invalid("to")],
    [{ to: [] }, invalid("to")],
    [{ cc: [a, nobody] }, invalid("cc")],
    [{ bcc: nobody }, invalid("bcc")],
    [{ reply_to: nobody }, invalid("reply_to")],
    [{ from: undefined }, { message: "Missing `from` field.", field: "from" }],
    [{ from: 1 }, { message: "Invalid `from` field.", field: "from" }],
    [{ headers: { "X-Shop": 1 } }, { message: "Invalid `headers.X-Shop` field.", field: "headers.X-Shop" }],
    [
      { text: null, html: null },
      { message: "Missing `html` or `text` field.", code: "missing_required_field" },
    ],
    [
      { template: {} },
      { fault: "not_implemented", message: "Templates are stored at Resend. Send `html` or `text` here." },
    ],
  ])("tells the app what is wrong with %j", async (changes, error) => {
    expect(await failWith("resend", changes)).toEqual(toError(error));
  });
});

describe("Postmark", () => {
  const invalid = (field: string) => ({ message: `Invalid '${field}' address: 'nobody'.`, field });

  test.each<Row>([
    [{ From: nobody }, invalid("From")],
    [{ To: nobody }, invalid("To")],
    [{ Cc: `${a}, nobody` }, invalid("Cc")],
    [{ Bcc: nobody }, invalid("Bcc")],
    [{ ReplyTo: nobody }, invalid("ReplyTo")],
    [{ Cc: Array(51).fill(a).join() }, { message: "The field Cc has more than 50 addresses." }],
    [{ To: "", Cc: null, Bcc: undefined }, { message: "Zero recipients specified" }],
    [{ TextBody: "", HtmlBody: null }, { message: "Provide either email TextBody or HtmlBody or both." }],
    [{ From: undefined }, { message: "The field From is missing.", field: "From" }],
    [{ Subject: 1 }, { message: "The field Subject is not valid.", field: "Subject" }],
  ])("tells the app what is wrong with %j", async (changes, error) => {
    expect(await failWith("postmark", changes)).toEqual(toError(error));
  });
});

describe("Mailgun", () => {
  const invalid = (field: string) => ({
    message: `${field} parameter is not a valid address. please check documentation`,
    field,
  });
  const missing = { message: "to parameter is missing" };

  test.each<Row>([
    [{ from: nobody }, invalid("from")],
    [{ to: nobody }, invalid("to")],
    [{ cc: nobody }, invalid("cc")],
    [{ bcc: [a, nobody] }, invalid("bcc")],
    [{ from: "" }, { message: "from parameter is missing" }],
    [{ to: [] }, missing],
    [{ to: Array(1_001).fill(a) }, { message: "There are more than 1000 recipients." }],
    [{ text: "" }, { message: "Need at least one of 'text' or 'html' parameters specified" }],
    [
      { template: "code" },
      { fault: "not_implemented", message: "Templates are stored at Mailgun. Send text or html here." },
    ],
  ])("tells the app what is wrong with %j", async (changes, error) => {
    expect(await failWith("mailgun", changes)).toEqual(toError(error));
  });

  test.each<Row>([
    [{ to: nobody, message: text }, invalid("to")],
    [{ to: "", message: text }, missing],
    [{}, { message: "The field message is missing.", field: "message" }],
  ])("tells the app what is wrong with %j of a raw mail", async (changes, error) => {
    expect(await failWith("mailgun", changes, ".mime")).toEqual(toError(error));
  });
});

describe("Amazon SES", () => {
  const invalid = { message: "Not an email address: nobody" };
  const Simple = { Subject: { Data: "Hi" }, Body: {} };

  test.each<Row>([
    [{ FromEmailAddress: nobody }, invalid],
    [{ Destination: { ToAddresses: [nobody] } }, invalid],
    [{ ReplyToAddresses: [a, nobody] }, invalid],
    [{ Content: { Raw: { Data: text } }, Destination: { BccAddresses: [nobody] } }, invalid],
    [{ Content: { Raw: { Data: text } }, FromEmailAddress: nobody }, invalid],
    [{ Content: { Simple } }, { message: "Content.Simple.Body has neither Text nor Html." }],
    [{ Content: undefined }, { message: "The field Content is missing.", field: "Content" }],
    [
      { Content: { Raw: { Data: text } }, Destination: { CcAddresses: Array(50).fill(a), ToAddresses: [a] } },
      { message: "There are more than 50 recipients." },
    ],
    [
      { Content: { Template: {} } },
      { fault: "not_implemented", message: "Templates are stored at Amazon. Send Content.Simple or .Raw." },
    ],
  ])("tells the app what is wrong with %j", async (changes, error) => {
    expect(await failWith("ses", changes)).toEqual(toError(error));
  });
});

describe("SendGrid", () => {
  const to = [{ email: a }];
  const address = "Does not contain a valid address.";

  test.each<Row>([
    [{ from: { email: nobody } }, { message: address, field: "from.email" }],
    [
      { personalizations: [{ to }, { to: [...to, { email: nobody }] }] },
      { message: address, field: "personalizations.1.to.1.email" },
    ],
    [
      { personalizations: [{ to, cc: [{ email: nobody }] }] },
      { message: address, field: "personalizations.0.cc.0.email" },
    ],
    [
      { personalizations: [{ to: [] }] },
      { message: "The to array is required for all personalization objects.", field: "personalizations.0.to" },
    ],
    [{ personalizations: [] }, { message: "The personalizations field is required.", field: "personalizations" }],
    [
      { personalizations: Array(501).fill({ to, bcc: to }) },
      { message: "There are more than 1000 recipients.", field: "personalizations" },
    ],
    [{ subject: "" }, { message: "The subject is required, here or in every personalization.", field: "subject" }],
    [
      { content: [] },
      { message: "Unless a valid template_id is provided, the content parameter is required.", field: "content" },
    ],
    [{ from: undefined }, { message: "The from field is required.", field: "from" }],
    [{ subject: 1 }, { message: "The subject field is not valid.", field: "subject" }],
    [
      { template_id: "d-1" },
      {
        fault: "not_implemented",
        message: "Templates are at SendGrid. Send content.",
        field: "template_id",
      },
    ],
  ])("tells the app what is wrong with %j", async (changes, error) => {
    expect(await failWith("sendgrid", changes)).toEqual(toError(error));
  });
});

describe("Twilio", () => {
  const body = { To: "+15550100001", From: "+15005550006", Body: text };

  test.each<Row>([
    [{ To: "" }, { message: "A 'To' phone number is required.", code: 21604 }],
    [{ To: "5550100001" }, { message: "Invalid 'To' Phone Number: 5550100001", code: 21211 }],
    [{ From: "" }, { message: "A 'From' phone number is required.", code: 21603 }],
    [{ Body: " " }, { message: "Message body is required.", code: 21602 }],
    [
      { Body: "x".repeat(1_601) },
      { message: "The concatenated message body exceeds the 1600 character limit", code: 21617 },
    ],
    [
      { ContentSid: "HX1" },
      { fault: "not_implemented", message: "Content templates are stored at Twilio. Send Body here." },
    ],
  ])("tells the app what is wrong with %j", async (changes, error) => {
    const request = callRoute(twilio, "/2010-04-01/Accounts/AC1/Messages.json", { ...body, ...changes });
    await expect(request).rejects.toMatchObject(toError(error));
  });
});
