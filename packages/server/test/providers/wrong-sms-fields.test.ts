import { describe, expect, test } from "vitest";
import { sns } from "../../src/providers/apis/sns.ts";
import { twilio } from "../../src/providers/apis/twilio.ts";
import { vonage } from "../../src/providers/apis/vonage.ts";
import type { ProviderOutlet } from "../../src/providers/outgoing.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { findRoute } from "../../src/providers/routes.ts";

const phone = "+15550100001";
const text = "369385 is your code.";
type Outcome = Awaited<ReturnType<ProviderOutlet["checkVerification"]>>;
type Row = [changes: object, error: { fault?: string; message: string; field?: string; code?: number | string }];

/** Sends a request for which the verifications have this outcome, and returns the error. Nothing is started or sent. */
async function failWith(provider: Provider, path: string, body: object, outcome: Partial<Outcome> = {}) {
  const outlet = { startVerification: async () => null, checkVerification: async () => outcome };
  const { path: parameters, route } = findRoute(provider, path)!;
  const readText = (value: string) => value;
  async function* readBytes() {}
  const request = { path: parameters, headers: new Headers(), body, readText, readHeader: readText, readBytes };
  return route.respond(request, outlet as unknown as ProviderOutlet).then(
    () => null,
    ({ fault, message, field, code }) => ({ fault, message, field, code }),
  );
}
const toError = (error: Row[1]) => ({ fault: "invalid", field: null, code: undefined, ...error });
const noSuchChannel = (channel: string) => ({
  fault: "not_implemented",
  message: `The channel ${channel} is not there. Frontdesk has sms and email.`,
});

describe("Amazon SNS", () => {
  const onlyPublish = {
    fault: "not_implemented",
    message: "Frontdesk has only the action Publish with a PhoneNumber.",
  };

  test.each<Row>([
    [{ Action: "Subscribe" }, onlyPublish],
    [{ PhoneNumber: "" }, onlyPublish],
    [
      { PhoneNumber: "5550100001" },
      { message: "Invalid parameter: PhoneNumber Reason: 5550100001 is not valid to publish to" },
    ],
    [{ Message: " " }, { message: "Invalid parameter: Empty message" }],
    [{ Message: "x".repeat(1_601) }, { message: "Invalid parameter: Message too long" }],
  ])("tells the app what is wrong with %j", async (changes, error) => {
    const body = { Action: "Publish", PhoneNumber: phone, Message: text, ...changes };
    expect(await failWith(sns, "/", body)).toEqual(toError(error));
  });
});

describe("Twilio Verify", () => {
  const service = "/v2/Services/VA1";
  const invalid = (field: string, value: string) => ({
    message: `Invalid parameter \`${field}\`: ${value}`,
    field,
    code: 60200,
  });

  test.each<Row>([
    [{ Channel: "call" }, noSuchChannel("call")],
    [{ To: "5550100001" }, invalid("To", "5550100001")],
    [{ To: phone, Channel: "email" }, invalid("To", phone)],
    [{ CustomCode: "12" }, invalid("CustomCode", "12")],
    [{}, { fault: "rate_limited", message: "Max send attempts reached", code: 60203 }],
  ])("tells the app why %j starts nothing", async (changes, error) => {
    const body = { To: phone, Channel: "sms", ...changes };
    expect(await failWith(twilio, `${service}/Verifications`, body)).toEqual(toError(error));
  });

  test.each<[object, Outcome["status"], Row[1]]>([
    [{ Code: "x y" }, "approved", invalid("Code", "x y")],
    [{ To: "" }, "approved", invalid("To", "")],
    [
      {},
      "not_found",
      { fault: "not_found", message: "The requested resource /Services/VA1/VerificationCheck was not found" },
    ],
    [{}, "too_many_checks", { fault: "rate_limited", message: "Max check attempts reached", code: 60202 }],
  ])("tells the app why %j approves nothing, if it is %s", async (changes, status, error) => {
    const body = { To: phone, Code: "123456", ...changes };
    const outcome = { status } as Outcome;
    expect(await failWith(twilio, `${service}/VerificationCheck`, body, outcome)).toEqual(toError(error));
  });
});

describe("Vonage", () => {
  test.each<Row>([
    [{ to: "" }, { message: "Missing to param", code: "2" }],
    [{ from: "" }, { message: "Missing from param", code: "2" }],
    [{ text: " " }, { message: "Missing text param", code: "2" }],
    [{ text: "x".repeat(3_201) }, { message: "The text param is too long" }],
    [{ to: "12" }, { message: "Invalid value for param: to" }],
    [{ to: 12 }, { message: "The field to is not valid.", field: "to" }],
  ])("tells the app what is wrong with %j", async (changes, error) => {
    const body = { from: "Shop", to: phone, text, ...changes };
    expect(await failWith(vonage, "/sms/json", body)).toEqual(toError(error));
  });

  const sms = { channel: "sms", to: phone };

  test.each<Row>([
    [{ workflow: [] }, { message: "The workflow is empty.", field: "workflow" }],
    [{ workflow: [{ channel: "voice", to: phone }] }, noSuchChannel("voice")],
    [{ workflow: [{ channel: "sms", to: "12" }] }, { message: "workflow[0].to is not valid: 12", field: "to" }],
    [{ workflow: [{ channel: "email" }] }, { message: "workflow[0].to is not valid: ", field: "to" }],
    [{ workflow: Array(4).fill(sms) }, { message: "At most 3 are allowed here.", field: "workflow" }],
    [{ brand: undefined }, { message: "The field brand is missing.", field: "brand" }],
    [{}, { fault: "conflict", message: "Concurrent verifications to the same number are not allowed" }],
  ])("tells the app why %j starts no verification", async (changes, error) => {
    const body = { brand: "Shop", workflow: [sms], ...changes };
    expect(await failWith(vonage, "/v2/verify", body)).toEqual(toError(error));
  });

  test.each<[Outcome["status"], Row[1]]>([
    ["pending", { message: "The code you provided does not match the expected value.", code: 400 }],
    [
      "too_many_checks",
      { message: "An incorrect code has been provided too many times. Workflow terminated.", code: 410 },
    ],
    ["not_found", { fault: "not_found", message: "Request 'ab-cd' was not found or it has been verified already." }],
  ])("tells the app why a code is not approved: %s", async (status, error) => {
    const outcome = { status } as Outcome;
    expect(await failWith(vonage, "/v2/verify/ab-cd", { code: "1234" }, outcome)).toEqual(toError(error));
  });
});
