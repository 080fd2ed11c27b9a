import { describe, expect, test } from "vitest";
import { sns } from "../../src/providers/apis/sns.ts";
import { twilio } from "../../src/providers/apis/twilio.ts";
import { vonage } from "../../src/providers/apis/vonage.ts";
import { callRoute } from "./route-bed.ts";

const phone = "+15550100001";
const text = "369385 is your code.";

describe("Twilio", () => {
  const path = "/2010-04-01/Accounts/AC1/Messages.json";
  const body = { To: phone, From: "+15005550006", Body: text };

  test("delivers a message from its sender, and describes it", async () => {
    const { sms, reply } = await callRoute(twilio, path, body);
    expect(sms).toEqual([{ to: phone, sender: "+15005550006", body: text }]);
    const date = "Thu, 01 Jan 2026 12:00:00 +0000";
    const { sid } = reply.body as { sid: string };
    const uri = `/2010-04-01/Accounts/AC1/Messages/${sid}`;
    // SDKs read every field that Twilio has.
    expect(reply).toEqual({
      status: 201,
      body: {
        account_sid: "AC1",
        api_version: "2010-04-01",
        body: text,
        date_created: date,
        date_sent: null,
        date_updated: date,
        direction: "outbound-api",
        error_code: null,
        error_message: null,
        from: "+15005550006",
        messaging_service_sid: null,
        num_media: "0",
        num_segments: "1",
        price: null,
        price_unit: "USD",
        sid,
        status: "queued",
        subresource_uris: { media: `${uri}/Media.json` },
        to: phone,
        uri: `${uri}.json`,
      },
    });
  });

  test("delivers from the sender, if there is one, and else from the messaging service", async () => {
    const both = await callRoute(twilio, path, { ...body, MessagingServiceSid: "MG1" });
    expect(both.sms).toMatchObject([{ sender: "+15005550006" }]);
    expect(both.reply.body).toMatchObject({ status: "accepted", messaging_service_sid: "MG1" });
    const service = await callRoute(twilio, path, { ...body, From: "", MessagingServiceSid: "MG1" });
    expect(service.sms).toMatchObject([{ sender: "MG1" }]);
    expect(service.reply.body).toMatchObject({ from: null });
  });

  test.each([
    [160, "1"],
    [161, "2"],
    [1_600, "10"],
  ])("counts a text of %i characters as %s segments", async (length, count) => {
    const { reply } = await callRoute(twilio, path, { ...body, Body: "x".repeat(length) });
    expect(reply.body).toMatchObject({ num_segments: count });
  });

  test("has no content templates", async () => {
    const request = callRoute(twilio, path, { ...body, ContentSid: "HX1" });
    await expect(request).rejects.toMatchObject({ fault: "not_implemented" });
  });
});

describe("Twilio Verify", () => {
  const [service, path] = ["twilio VA1", "/v2/Services/VA1"];

  test("starts a verification by SMS by Twilio's rules, and sends its code", async () => {
    const { starts, sms, reply } = await callRoute(twilio, `${path}/Verifications`, { To: phone, Channel: "sms" });
    const rules = { lifetimeMs: 600_000, maxSends: 5, maxFailures: 5 };
    expect(starts).toEqual([{ service, to: phone, channel: "sms", rules, length: 6, code: undefined }]);
    expect(sms).toEqual([{ to: phone, sender: "Verify", body: "Your verification code is: 369385" }]);
    const { sid } = reply.body as { sid: string };
    const time = "2026-01-01T12:00:00.000Z";
    expect(reply).toEqual({
      status: 201,
      body: {
        sid: expect.stringMatching(/^VE07a{30}$/),
        service_sid: "VA1",
        account_sid: null,
        to: phone,
        channel: "sms",
        status: "pending",
        valid: false,
        lookup: {},
        amount: null,
        payee: null,
        send_code_attempts: [{ attempt_sid: sid.replace("VE", "VL"), channel: "SMS", time }],
        sna: null,
        date_created: "2026-01-01T11:59:59.000Z",
        date_updated: time,
        url: `https://verify.twilio.com/v2/Services/VA1/Verifications/${sid}`,
      },
    });
  });

  test.each([
    ["", "Verify", "Your verification code is: 1234"],
    ["Shop", "Shop", "Your Shop verification code is: 1234"],
  ])("sends a mail of the app %j in the name %s", async (CustomFriendlyName, name, subject) => {
    const body = { To: "a@x.example", Channel: "email", CustomCode: "1234", CustomFriendlyName };
    const { mails } = await callRoute(twilio, `${path}/Verifications`, body);
    const from = { name, email: "verify@example.com" };
    expect(mails).toEqual([{ from, to: [{ name: "", email: "a@x.example" }], subject, text: `${subject}\n` }]);
  });

  test.each([
    [{ To: phone, Code: "1234" }, { to: phone }],
    [{ To: phone, VerificationSid: "VE07ab", Code: "1234" }, { id: "07ab" }],
  ])("checks the verification that %j names", async (body, target) => {
    const { checks } = await callRoute(twilio, `${path}/VerificationCheck`, body);
    expect(checks).toMatchObject([{ service, target, code: "1234" }]);
  });

  test.each(["123", "12345678901", "12 34", ""])("takes no code such as %j", async (code) => {
    const check = callRoute(twilio, `${path}/VerificationCheck`, { To: phone, Code: code });
    await expect(check).rejects.toMatchObject({ code: 60200, field: "Code" });
    const start = { To: phone, Channel: "sms", CustomCode: code };
    await expect(callRoute(twilio, `${path}/Verifications`, start)).rejects.toMatchObject({ field: "CustomCode" });
  });

  test("needs a recipient or a verification to check", async () => {
    const check = callRoute(twilio, `${path}/VerificationCheck`, { Code: "1234" });
    await expect(check).rejects.toMatchObject({ code: 60200, field: "To" });
  });
});

describe("Vonage", () => {
  const body = { from: "Shop", to: "15550100001", text };

  test.each(["15550100001", phone])("delivers an SMS to %s, which it writes without a plus sign", async (to) => {
    const { sms, reply } = await callRoute(vonage, "/sms/json", { ...body, to });
    expect(sms).toEqual([{ to: phone, sender: "Shop", body: text }]);
    expect(reply.body).toMatchObject({ messages: [{ to: "15550100001", status: "0" }] });
  });

  test.each([
    [{ to: "" }, "Missing to param", "2"],
    [{ from: "" }, "Missing from param", "2"],
    [{ text: " " }, "Missing text param", "2"],
    [{ text: "x".repeat(3_201) }, "The text param is too long", undefined],
    [{ to: "12" }, "Invalid value for param: to", undefined],
  ])("rejects an SMS with %j", async (changes, message, code) => {
    const request = callRoute(vonage, "/sms/json", { ...body, ...changes });
    await expect(request).rejects.toMatchObject({ fault: "invalid", message, code });
  });

  test("takes the longest text", async () => {
    expect((await callRoute(vonage, "/sms/json", { ...body, text: "x".repeat(3_200) })).sms).toHaveLength(1);
  });

  test.each([
    [{ authorization: "Bearer two" }, { api_secret: "three" }, "two"],
    [{ authorization: `Basic ${Buffer.from("any:one").toString("base64")}` }, { api_secret: "three" }, "one"],
    [{ authorization: `Basic ${Buffer.from("any:").toString("base64")}` }, { api_secret: "three" }, "three"],
    [{}, { api_secret: "three" }, "three"],
    [{}, { api_secret: 3 }, null],
    [{}, null, null],
  ])("has the credential of the headers %j and the body %j", (headers, requestBody, credential) => {
    expect(vonage.readCredential(new Headers(headers as Record<string, string>), requestBody)).toBe(credential);
  });
});

describe("Vonage Verify v2", () => {
  const [service, path] = ["vonage", "/v2/verify"];
  const [sms, email] = [
    { channel: "sms", to: phone },
    { channel: "email", to: "a@x.example" },
  ];
  const rules = { lifetimeMs: 300_000, maxSends: 1, maxFailures: 3 };

  test("starts a verification by the first step of its workflow, in the name of the brand", async () => {
    const bySms = await callRoute(vonage, path, { brand: "Shop", workflow: [sms, email] });
    expect(bySms.starts).toEqual([{ service, ...sms, rules, length: 4, code: undefined }]);
    const body = "369385 is your Shop verification code";
    expect(bySms.sms).toEqual([{ to: phone, sender: "Shop", body }]);
    const byMail = await callRoute(vonage, path, { brand: "Shop", workflow: [email, sms], code_length: 10 });
    expect(byMail.starts).toEqual([{ service, ...email, rules, length: 10, code: undefined }]);
    const from = { name: "Shop", email: "verify@example.com" };
    expect(byMail.mails).toEqual([{ from, to: [{ name: "", email: email.to }], subject: body, text: `${body}\n` }]);
  });

  test.each([
    { brand: "" },
    { brand: "x".repeat(17) },
    { code_length: 11 },
    { code_length: 3 },
    { code: "123" },
    { code: "12345678901" },
    { code_length: 4.5 },
    { code: "a-b-c-d" },
    { workflow: [sms, sms, sms, sms] },
    { workflow: [{ channel: "email", to: phone }] },
  ])("rejects a start with %j", async (changes) => {
    const request = callRoute(vonage, path, { brand: "Shop", workflow: [sms], ...changes });
    await expect(request).rejects.toMatchObject({ fault: "invalid" });
  });
});

describe("Amazon SNS", () => {
  const body = { Action: "Publish", PhoneNumber: phone, Message: text };
  const sender = (entry: number, value: string) => ({
    [`MessageAttributes.entry.${entry}.Name`]: "AWS.SNS.SMS.SenderID",
    [`MessageAttributes.entry.${entry}.Value.StringValue`]: value,
  });

  test.each([
    [{}, "NOTICE"],
    [sender(1, "Shop"), "Shop"],
    [sender(10, "Shop"), "Shop"],
    [sender(11, "Shop"), "NOTICE"],
    [sender(1, " "), "NOTICE"],
  ])("delivers a message with the attributes %j from %s", async (attributes, expected) => {
    const { sms } = await callRoute(sns, "/", { ...body, ...attributes });
    expect(sms).toEqual([{ to: phone, sender: expected, body: text }]);
  });

  test.each([
    [{ Action: "Subscribe" }, "not_implemented"],
    [{ PhoneNumber: "" }, "not_implemented"],
    [{ PhoneNumber: "5550100001" }, "invalid"],
    [{ Message: " " }, "invalid"],
    [{ Message: "x".repeat(1_601) }, "invalid"],
    [{ Message: `${"x".repeat(1_600)} ` }, "invalid"],
  ])("rejects %j", async (changes, fault) => {
    await expect(callRoute(sns, "/", { ...body, ...changes })).rejects.toMatchObject({ fault });
  });

  test("takes the longest message", async () => {
    expect((await callRoute(sns, "/", { ...body, Message: "x".repeat(1_600) })).sms).toHaveLength(1);
  });
});
