import { beforeAll, describe, expect, test } from "vitest";
import { type Recording, readRecording, writeRecording } from "../../test/providers/recorded.ts";
import { openBed } from "./bed.ts";
import { toSdk } from "./installed.ts";

/** Each SDK's script, its channel, and how it throws errors: of a malformed recipient, and of a wrong key. */
const sdks = [
  {
    script: "resend.mjs",
    malformed: { error: "ErrorResponse", code: "validation_error", status: 422 },
    wrongKey: { error: "ErrorResponse", code: "missing_api_key", status: 401 },
  },
  {
    script: "sendgrid.mjs",
    malformed: { error: "ResponseError", status: 400, field: "personalizations.0.to.0.email" },
    wrongKey: { error: "ResponseError", status: 401 },
  },
  {
    script: "postmark.mjs",
    malformed: { error: "InvalidEmailRequestError", code: 300, status: 422 },
    wrongKey: { error: "InvalidAPIKeyError", code: 10, status: 401 },
  },
  {
    script: "mailgun.mjs",
    malformed: { error: "MailgunAPIError", status: 400 },
    wrongKey: { error: "MailgunAPIError", status: 401 },
  },
  {
    script: "ses.mjs",
    malformed: { error: "BadRequestException", status: 400 },
    wrongKey: { error: "UnrecognizedClientException", status: 403 },
  },
  {
    script: "twilio.mjs",
    malformed: { error: "RestException", code: 21211, status: 400 },
    wrongKey: { error: "RestException", code: 20003, status: 401 },
  },
  {
    script: "vonage.mjs",
    malformed: { error: "MessageSendPartialFailure", code: "3" },
    wrongKey: { error: "MessageSendPartialFailure", code: "4" },
  },
  {
    script: "sns.mjs",
    malformed: { error: "InvalidParameterException", status: 400 },
    wrongKey: { error: "InvalidClientTokenId", status: 403 },
  },
  {
    script: "sns-python.py",
    malformed: { error: "InvalidParameter", status: 400 },
    wrongKey: { error: "InvalidClientTokenId", status: 403 },
  },
  {
    script: "sendgrid-python.py",
    malformed: { error: "BadRequestsError", status: 400 },
    wrongKey: { error: "UnauthorizedError", status: 401 },
  },
  {
    script: "ses-python.py",
    malformed: { error: "BadRequestException", status: 400 },
    wrongKey: { error: "UnrecognizedClientException", status: 403 },
  },
  {
    script: "twilio-python.py",
    malformed: { error: "TwilioRestException", code: 21211, status: 400 },
    wrongKey: { error: "TwilioRestException", code: 20003, status: 401 },
  },
];

/** A number for each script, so that each has an SMS inbox of its own. */
const phones: Record<string, string> = {
  "twilio.mjs": "+15550100001",
  "twilio-python.py": "+15550100002",
  "vonage.mjs": "+15550100004",
  "sns.mjs": "+15550100005",
  "sns-python.py": "+15550100006",
};

let bed: Awaited<ReturnType<typeof openBed>>;
beforeAll(async () => {
  bed = await openBed();
});

describe.each(sdks)("the SDK of $script", ({ script, malformed, wrongKey }) => {
  const hasSdk = !script.endsWith(".py") || process.env.FRONTDESK_PROVIDERS_PYTHON !== undefined;
  const phone = phones[script];
  const recipient = phone ?? `${script.replace(".", "-")}@desk.example.com`;

  test.skipIf(!hasSdk)("sends a code that expectCode returns", async () => {
    bed.takeRequests();
    const { code } = await bed.expectCode(recipient, async () => {
      const sent = await bed.call(script, { to: recipient, text: "369385 is your verification code." });
      expect(sent).toEqual({ ...sent, id: expect.stringMatching(/^[\w-]{20,}$/) });
    });
    expect(code).toBe("369385");
    const name = script.split(".")[0] ?? "";
    const provider = name.replace("-python", "");
    const recording: Recording = { sdk: toSdk(script), provider, to: recipient, requests: bed.takeRequests() };
    if (process.env.FRONTDESK_RECORD) writeRecording(name, recording);
    expect(recording).toEqual(readRecording(name));
  });

  test.skipIf(!hasSdk)("throws its own errors", async () => {
    expect(await bed.call(script, { to: "nobody@nowhere", text: "Hello" })).toMatchObject(malformed);
    const credential = `svcagt_${"x".repeat(28)}`;
    expect(await bed.call(script, { to: recipient, text: "Hello" }, { credential })).toMatchObject(wrongKey);
  });
});

test("Twilio Verify sends and checks a code by SMS and by mail", async () => {
  const service = `VA${"0".repeat(32)}`;
  for (const to of ["+15550100003", "verify@desk.example.com"]) {
    const { code } = await bed.expectCode(to, async () => {
      expect(await bed.call("twilio.mjs", { to, service })).toMatchObject({ status: "pending" });
    });
    const wrong = code === "000000" ? "000001" : "000000";
    expect(await bed.call("twilio.mjs", { to, service, code: wrong })).toMatchObject({ status: "pending" });
    expect(await bed.call("twilio.mjs", { to, service, code })).toMatchObject({ status: "approved" });
    expect(await bed.call("twilio.mjs", { to, service, code })).toMatchObject({ code: 20404, status: 404 });
  }
});

test("Vonage Verify sends and checks a code, with a JWT that needs no key on this machine", async () => {
  const to = "+15550100007";
  let requestId: string | undefined;
  const { code } = await bed.expectCode(to, async () => {
    requestId = (await bed.call("vonage.mjs", { to: to.slice(1), brand: "Shop" })).id;
  });
  expect(await bed.call("vonage.mjs", { requestId, code: "000000" })).toMatchObject({ status: 400 });
  expect(await bed.call("vonage.mjs", { requestId, code })).toEqual({ status: "completed" });
});
