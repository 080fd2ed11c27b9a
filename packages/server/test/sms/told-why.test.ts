import { expect, test } from "vitest";
import { createPhoneClassifier } from "../../src/sms/classify.ts";
import { readPush } from "../../src/sms/push.ts";
import { signSmsGate, verifySmsGateSignature } from "../../src/sms/signature.ts";

const sms = { phone: "5550123456", sender: "Shop", body: "481220" };
const now = Date.UTC(2026, 0, 1);

test.each<[object, string]>([
  [{ phone: null }, "phone` is missing, also at the top level."],
  [{ phone: " " }, "phone` is missing, also at the top level."],
  [{ phone: "123456" }, "phone` must be a phone number of 7 to 15 digits."],
  [{ sender: undefined }, "sender` is missing."],
  [{ sender: " " }, "sender` must not be blank."],
  [{ sender: "s".repeat(257) }, "sender` must have at most 256 characters."],
  [{ body: undefined }, "body` is missing."],
  [{ body: "\n" }, "body` must not be blank."],
  [{ received_at: "soon" }, "received_at` must be an RFC 3339 time, or epoch seconds or milliseconds."],
])("an app that pushes an SMS with %j is told what is wrong, and of which message", (changes, problem) => {
  const push = { messages: [sms, { ...sms, ...changes }] } as Parameters<typeof readPush>[0];
  expect(() => readPush(push, now)).toThrow(
    expect.objectContaining({ code: "invalid_request", message: `\`messages[1].${problem}` }),
  );
});

test("an app that pushes nothing is told what is missing", () => {
  expect(() => readPush({}, now)).toThrow(expect.objectContaining({ message: "`messages` is missing." }));
});

test("a push is read with the number and the time of the push where a message has none of its own", () => {
  const push = {
    phone: "+1 555 012 3456",
    messages: [
      { sender: "s".repeat(256), body: "1", received_at: null },
      { ...sms, received_at: 1_700_000_000 },
    ],
  };
  const longest = "s".repeat(256);
  expect(readPush(push as Parameters<typeof readPush>[0], now)).toEqual([
    { field: "messages[0]", phone: "5550123456", sender: longest, body: "1", sentAt: now },
    { field: "messages[1]", ...sms, sentAt: 1_700_000_000_000 },
  ]);
});

test("the third number of an inbox is rejected with what to do, and leaves the known ones as they are", () => {
  const known = ["5550000001", "5550000002"].map((phone, index) => ({ id: `${index}`, phone, last_received_at: null }));
  const { classify, phones } = createPhoneClassifier(known);
  expect(classify("15550000002", "messages[0].phone")).toBe(phones[1]);
  expect(phones[1]).not.toBe(known[1]);
  expect(() => classify("5550000003", "messages[0].phone")).toThrow(
    expect.objectContaining({
      code: "token_full",
      message:
        "`messages[0].phone`: this SMS inbox already has its two numbers, and 5550000003 is neither. Register another SMS inbox for it.",
      fields: { use_new_token: true, token_full: true },
    }),
  );
  expect(phones).toEqual(known);
});

test.each<[string, Record<string, string>, string]>([
  [
    "no signature",
    {},
    "X-Signature or X-Timestamp is missing or malformed. Set the SMS key as the webhook's signing key.",
  ],
  [
    "the signature of another key",
    { "x-signature": signSmsGate("other", "{}", `${now / 1000}`), "x-timestamp": `${now / 1000}` },
    "The signature does not match this SMS inbox. Set the SMS key as the webhook's signing key.",
  ],
  [
    "the signature of another time",
    { "x-signature": signSmsGate("key", "{}", "1"), "x-timestamp": "1" },
    "The signature's time is more than five minutes off. Correct the phone's clock.",
  ],
])("a phone that sends %s is told what to correct", async (_what, headers, message) => {
  const request = { key: "key", headers: new Headers(headers), body: async () => "{}", now };
  await expect(verifySmsGateSignature(request)).rejects.toMatchObject({
    code: "unauthenticated",
    message,
    headers: { "www-authenticate": "HMAC-SHA256" },
  });
});
