import { expect, test } from "vitest";
import { providers } from "../../src/providers/index.ts";
import { ProviderError } from "../../src/providers/provider-error.ts";
import { mailCases } from "./outgoing-mail-cases.ts";
import { callRoute } from "./route-bed.ts";

const phone = "+15550100001";
const text = "369385 is your code.";
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);

test("Amazon SNS replies to a message with two ids, in its own XML", async () => {
  const { reply } = await callRoute(providers.sns, "/", { Action: "Publish", PhoneNumber: phone, Message: text });
  const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  expect(reply).toEqual({
    status: 200,
    body: expect.stringMatching(
      new RegExp(
        `^<PublishResponse xmlns="http://sns\\.amazonaws\\.com/doc/2010-03-31/"><PublishResult><MessageId>${id}</MessageId></PublishResult>` +
          `<ResponseMetadata><RequestId>${id}</RequestId></ResponseMetadata></PublishResponse>$`,
      ),
    ),
    headers: { "content-type": "text/xml" },
  });
});

test("Vonage replies to an SMS with its id, and a price and balance that are made up", async () => {
  const { reply } = await callRoute(providers.vonage, "/sms/json", { from: "Shop", to: "15550100001", text });
  expect(reply).toEqual({
    status: 200,
    body: {
      "message-count": "1",
      messages: [
        {
          to: "15550100001",
          "message-id": uuid,
          status: "0",
          "remaining-balance": "10.00000000",
          "message-price": "0.00000000",
          network: "00000",
        },
      ],
    },
  });
});

test("Postmark replies to a mail with its recipients and its id", async () => {
  const { provider, path, toBody } = mailCases.postmark;
  const body = toBody({ text });
  const ids = [];
  for (let time = 0; time < 2; time++) {
    const { reply } = await callRoute(provider, path, body);
    expect(reply).toEqual({
      status: 200,
      body: {
        To: "a@x.example, Bob <b@x.example>",
        Cc: "c@x.example",
        Bcc: "d@x.example",
        SubmittedAt: "2026-01-01T12:00:00.000Z",
        MessageID: uuid,
        ErrorCode: 0,
        Message: "OK",
      },
    });
    ids.push((reply.body as { MessageID: string }).MessageID);
  }
  expect(ids[0]).not.toBe(ids[1]);
});

const failed = new ProviderError("conflict", "why");

test.each([
  [
    "twilio",
    {
      status: 409,
      body: { code: 20409, message: "why", more_info: "https://www.twilio.com/docs/errors/20409", status: 409 },
    },
  ],
  [
    "ses",
    {
      status: 409,
      body: { message: "why" },
      headers: { "x-amzn-errortype": "ConflictException", "x-amzn-requestid": uuid },
    },
  ],
  [
    "vonage",
    {
      status: 409,
      body: { type: "https://developer.vonage.com/en/api-errors", title: "Conflict", detail: "why", instance: uuid },
      headers: { "content-type": "application/problem+json" },
    },
  ],
  ["sendgrid", { status: 409, body: { errors: [{ message: "why", field: null, help: null }] } }],
  ["resend", { status: 409, body: { statusCode: 409, name: "invalid_idempotent_request", message: "why" } }],
  ["postmark", { status: 409, body: { ErrorCode: 300, Message: "why" } }],
  ["mailgun", { status: 409, body: { message: "why" } }],
] as const)("an error has every field that the SDK of %s reads", (name, reply) => {
  expect(providers[name].toErrorReply(failed)).toEqual({ headers: {}, ...reply });
});

test("an error of Amazon SNS has the id of its request", () => {
  const { body } = providers.sns.toErrorReply(failed);
  expect(body).toMatch(
    /<\/Error><RequestId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}<\/RequestId><\/ErrorResponse>$/,
  );
});
