import * as v from "valibot";
import { toTimestamp } from "../../clock.ts";
import type { Verification, VerificationRules } from "../../store/verifications.ts";
import { isEmailAddress } from "../addresses.ts";
import type { ProviderOutlet } from "../outgoing.ts";
import type { ProviderReply, ProviderRequest, ProviderRoute } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { parseShape } from "../shape.ts";
import { isPhoneNumber } from "../sms-sender.ts";

/** Twilio's rules (https://www.twilio.com/docs/verify/api/rate-limits-and-timeouts). */
const twilioRules: VerificationRules = { lifetimeMs: 10 * 60_000, maxSends: 5, maxFailures: 5 };
/** Digits of a code, as a new service of Twilio has them. */
const codeLength = 6;

const startShape = v.object({
  To: v.optional(v.string(), ""),
  Channel: v.optional(v.string(), ""),
  CustomCode: v.optional(v.string()),
  CustomFriendlyName: v.optional(v.string(), ""),
});
const checkShape = v.object({
  To: v.optional(v.string(), ""),
  VerificationSid: v.optional(v.string(), ""),
  Code: v.optional(v.string(), ""),
});

/** Routes of Twilio Verify: start a verification, and check its code. */
export const twilioVerifyRoutes: readonly ProviderRoute[] = [
  { path: "/v2/Services/{service}/Verifications", channel: "chosen", body: "form", respond: startVerification },
  { path: "/v2/Services/{service}/VerificationCheck", channel: "chosen", body: "form", respond: checkVerification },
];

/** Stores a verification, then sends its code. After a failure, the app's retry sends the same code. Error codes are Twilio's. */
async function startVerification({ path, body }: ProviderRequest, outlet: ProviderOutlet): Promise<ProviderReply> {
  const { To, Channel, CustomCode, CustomFriendlyName } = parseShape(startShape, body);
  if (Channel !== "sms" && Channel !== "email")
    throw new ProviderError("not_implemented", `The channel ${Channel} is not there. Frontdesk has sms and email.`);
  const isValidTarget = Channel === "sms" ? isPhoneNumber(To) : isEmailAddress(To);
  if (!isValidTarget) throw invalidParameter("To", To);
  if (CustomCode !== undefined && !isVerificationCode(CustomCode)) throw invalidParameter("CustomCode", CustomCode);
  const verification = await outlet.startVerification({
    service: toServiceKey(path),
    to: To,
    channel: Channel,
    rules: twilioRules,
    length: codeLength,
    code: CustomCode,
  });
  // The code was sent to this number or address as often as `twilioRules` allow.
  if (verification === null) throw new ProviderError("rate_limited", "Max send attempts reached", { code: 60203 });
  await sendCode(verification, CustomFriendlyName, outlet);
  return { status: 201, body: toResource(path, verification, "pending", outlet.now()) };
}

/**
 * Checks a code that a person has entered, for the verification with this number, email address or id. Error codes are Twilio's. As
 * there, a wrong code is no error, and a verification that is approved or has expired no longer exists.
 */
async function checkVerification({ path, body }: ProviderRequest, outlet: ProviderOutlet): Promise<ProviderReply> {
  const { To, VerificationSid, Code } = parseShape(checkShape, body);
  if (!isVerificationCode(Code)) throw invalidParameter("Code", Code);
  if (To === "" && VerificationSid === "") throw invalidParameter("To", To);
  // Twilio's ids are ours after `VE`.
  const target = VerificationSid === "" ? { to: To } : { id: VerificationSid.replace(/^VE/, "") };
  const outcome = await outlet.checkVerification({
    service: toServiceKey(path),
    target,
    code: Code,
    rules: twilioRules,
  });
  switch (outcome.status) {
    case "not_found":
      throw new ProviderError(
        "not_found",
        `The requested resource /Services/${path.service}/VerificationCheck was not found`,
      );
    case "too_many_checks":
      throw new ProviderError("rate_limited", "Max check attempts reached", { code: 60202 });
    default:
      return { status: 200, body: toResource(path, outcome.verification, outcome.status, outlet.now()) };
  }
}

/** Sends a verification's code by SMS or mail, from an address that nobody has. `name` is the app's, for the text; empty for none. */
async function sendCode({ channel, to, code }: Verification, name: string, outlet: ProviderOutlet): Promise<void> {
  const owner = name === "" ? "Your" : `Your ${name}`;
  const body = `${owner} verification code is: ${code}`;
  if (channel === "sms") return outlet.sendSms({ to, sender: "Verify", body });
  const from = { name: name || "Verify", email: "verify@example.com" };
  return outlet.sendMail({ from, to: [{ name: "", email: to }], subject: body, text: `${body}\n` });
}

/** Returns the JSON of a verification or of its check, with all fields that Twilio has. `now` is in ms since 1970. */
function toResource(
  { service }: Record<string, string>,
  { id, to, channel, created }: Verification,
  status: "pending" | "approved",
  now: number,
): object {
  const sid = `VE${id}`;
  const [date_created, date_updated] = [toTimestamp(created), toTimestamp(now)];
  return {
    sid,
    service_sid: service,
    account_sid: null,
    to,
    channel,
    status,
    valid: status === "approved",
    lookup: {},
    amount: null,
    payee: null,
    send_code_attempts: [{ attempt_sid: `VL${id}`, channel: channel.toUpperCase(), time: date_updated }],
    sna: null,
    date_created,
    date_updated,
    url: `https://verify.twilio.com/v2/Services/${service}/Verifications/${sid}`,
  };
}

const toServiceKey = ({ service }: Record<string, string>) => `twilio ${service}`;

/** Returns whether a text can be a code at Twilio. */
function isVerificationCode(text: string): boolean {
  return /^[A-Za-z0-9]{4,10}$/.test(text);
}

function invalidParameter(name: string, value: string): ProviderError {
  return new ProviderError("invalid", `Invalid parameter \`${name}\`: ${value}`, { code: 60200, field: name });
}
