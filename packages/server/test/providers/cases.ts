import { expect } from "vitest";
import type { providers } from "../../src/providers/index.ts";

/** What a provider's app sends: the code in a text, to one person. */
export interface CaseMessage {
  to: string;
  text: string;
}

/** How requests to one provider look, for the suite that runs over all of them. */
export interface ProviderCase {
  channel: "mail" | "sms";
  path: string;
  contentType: string;
  toCredential(key: string): Record<string, string>;
  toBody(message: CaseMessage): string;
  /** Statuses of a send, a malformed recipient, and a missing or wrong key. */
  statuses: { sent: number; malformed: number; unauthenticated: number };
  /** What the provider's SDK reads of an error. */
  error: unknown;
  /** Error of a path that is no route, if its form is another one. */
  otherRoutesError?: unknown;
  /** Whether errors of the request's fields have status 200, as at Vonage. */
  hasErrorsInBody?: boolean;
}

const json = "application/json";
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const from = "shop@shop.example";
const subject = "Your code";

export const cases: Record<keyof typeof providers, ProviderCase> = {
  resend: {
    channel: "mail",
    path: "/emails",
    contentType: json,
    toCredential: (key) => bearer(`re_${key}`),
    toBody: ({ to, text }) => JSON.stringify({ from: `Shop, Inc. <${from}>`, to: [to], subject, text }),
    statuses: { sent: 200, malformed: 422, unauthenticated: 401 },
    error: { statusCode: expect.any(Number), name: expect.any(String), message: expect.any(String) },
  },
  sendgrid: {
    channel: "mail",
    path: "/v3/mail/send",
    contentType: json,
    toCredential: (key) => bearer(`SG.${key}`),
    toBody: ({ to, text }) =>
      JSON.stringify({
        personalizations: [{ to: [{ email: to }] }],
        from: { email: from, name: "Shop, Inc." },
        subject,
        content: [{ type: "text/plain", value: text }],
      }),
    statuses: { sent: 202, malformed: 400, unauthenticated: 401 },
    error: { errors: [expect.objectContaining({ message: expect.any(String) })] },
  },
  postmark: {
    channel: "mail",
    path: "/email",
    contentType: json,
    toCredential: (key) => ({ "x-postmark-server-token": key }),
    toBody: ({ to, text }) =>
      JSON.stringify({ From: `"Shop, Inc." <${from}>`, To: to, Subject: subject, TextBody: text }),
    statuses: { sent: 200, malformed: 422, unauthenticated: 401 },
    error: { ErrorCode: expect.any(Number), Message: expect.any(String) },
  },
  ses: {
    channel: "mail",
    path: "/v2/email/outbound-emails",
    contentType: json,
    toCredential: (key) => ({
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/ses/aws4_request, SignedHeaders=host, Signature=00`,
    }),
    toBody: ({ to, text }) =>
      JSON.stringify({
        FromEmailAddress: `"Shop, Inc." <${from}>`,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: text } } } },
      }),
    statuses: { sent: 200, malformed: 400, unauthenticated: 403 },
    error: { message: expect.any(String) },
  },
  twilio: {
    channel: "sms",
    path: "/2010-04-01/Accounts/AC00000000000000000000000000000000/Messages.json",
    contentType: "application/x-www-form-urlencoded",
    toCredential: (key) => ({
      authorization: `Basic ${Buffer.from(`AC00000000000000000000000000000000:${key}`).toString("base64")}`,
    }),
    toBody: ({ to, text }) => new URLSearchParams({ To: to, From: "+15005550006", Body: text }).toString(),
    statuses: { sent: 201, malformed: 400, unauthenticated: 401 },
    error: { code: expect.any(Number), message: expect.any(String), more_info: expect.any(String) },
  },
  vonage: {
    channel: "sms",
    path: "/sms/json",
    contentType: json,
    toCredential: (key) => ({ authorization: `Basic ${Buffer.from(`any:${key}`).toString("base64")}` }),
    toBody: ({ to, text }) => JSON.stringify({ to: to.replace(/^\+/, ""), from: "Shop", text }),
    statuses: { sent: 200, malformed: 200, unauthenticated: 200 },
    error: { messages: [{ status: expect.stringMatching(/^[1-9]/), "error-text": expect.any(String) }] },
    otherRoutesError: { type: expect.any(String), title: "Not Implemented", detail: expect.any(String) },
    hasErrorsInBody: true,
  },
  sns: {
    channel: "sms",
    path: "/",
    contentType: "application/x-www-form-urlencoded",
    toCredential: (key) => ({
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/sns/aws4_request, SignedHeaders=host, Signature=00`,
    }),
    toBody: ({ to, text }) => {
      const fields = { Action: "Publish", Version: "2010-03-31", Message: text };
      return new URLSearchParams({ ...fields, PhoneNumber: to || "none" }).toString();
    },
    statuses: { sent: 200, malformed: 400, unauthenticated: 403 },
    error: expect.stringMatching(/^<ErrorResponse .*<Code>\w+<\/Code><Message>[^<]+<\/Message>/),
  },
  mailgun: {
    channel: "mail",
    path: "/v3/shop.example/messages",
    contentType: "multipart/form-data; boundary=x",
    toCredential: (key) => ({ authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` }),
    toBody: ({ to, text }) => toMultipart({ from: `"Shop, Inc." <${from}>`, to, subject, text }),
    statuses: { sent: 200, malformed: 400, unauthenticated: 401 },
    error: { message: expect.any(String) },
  },
};

/** Writes a form of multipart/form-data with the boundary x. */
export function toMultipart(fields: Record<string, string>, files: Record<string, string> = {}): string {
  const part = (name: string, value: string, more: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const parts = [
    ...Object.entries(fields).map(([name, value]) => part(name, value, "")),
    ...Object.entries(files).map(([name, value]) =>
      part(name, value, '; filename="a.bin"\r\nContent-Type: application/octet-stream'),
    ),
  ];
  return `${parts.join("")}--x--\r\n`;
}
