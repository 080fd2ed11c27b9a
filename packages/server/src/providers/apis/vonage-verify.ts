import * as v from "valibot";
import type { Verification, VerificationRules } from "../../store/verifications.ts";
import { isEmailAddress } from "../addresses.ts";
import type { ProviderOutlet } from "../outgoing.ts";
import type { ProviderReply, ProviderRequest, ProviderRoute } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { parseShape, shortList } from "../shape.ts";
import { isPhoneNumber } from "../sms-sender.ts";

/** Vonage's rules (https://developer.vonage.com/en/verify/guides/verify-v2): one try of sending, three of the code. */
const vonageRules: VerificationRules = { lifetimeMs: 5 * 60_000, maxSends: 1, maxFailures: 3 };
const defaultCodeLength = 4;
/** Steps of a workflow. */
const maxSteps = 3;
/** Key under which verifications are stored: at Vonage, all apps of an account share them. */
const sharedService = "vonage";

const codeShape = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{4,10}$/));
const startShape = v.object({
  brand: v.pipe(v.string(), v.minLength(1), v.maxLength(16)),
  workflow: shortList(v.object({ channel: v.string(), to: v.optional(v.string(), "") }), maxSteps),
  code_length: v.optional(v.pipe(v.number(), v.integer(), v.minValue(4), v.maxValue(10)), defaultCodeLength),
  code: v.optional(codeShape),
});
const checkShape = v.object({ code: codeShape });

/** Routes of Vonage Verify v2: start a verification, and check its code. */
export const vonageVerifyRoutes: readonly ProviderRoute[] = [
  { path: "/v2/verify", channel: "chosen", body: "json", respond: startVerification },
  { path: "/v2/verify/{request}", channel: "chosen", body: "json", respond: checkVerification },
];

/** Returns a number with its `+`, which Vonage's clients may leave out. */
export function withPlus(phone: string): string {
  return phone.startsWith("+") ? phone : `+${phone}`;
}

/**
 * Stores a verification, then sends its code by the first step of the workflow. At Vonage, later steps send another code if this
 * one is not entered in time; here they are ignored. Vonage has no services, so all apps of an account share one (`sharedService`).
 */
async function startVerification({ body }: ProviderRequest, outlet: ProviderOutlet): Promise<ProviderReply> {
  const { brand, workflow, code_length, code } = parseShape(startShape, body);
  const [step] = workflow;
  if (step === undefined) throw new ProviderError("invalid", "The workflow is empty.", { field: "workflow" });
  const { channel } = step;
  if (channel !== "sms" && channel !== "email")
    throw new ProviderError("not_implemented", `The channel ${channel} is not there. Frontdesk has sms and email.`);
  const to = channel === "sms" ? withPlus(step.to) : step.to;
  const isValidTarget = channel === "sms" ? isPhoneNumber(to) : isEmailAddress(to);
  if (!isValidTarget) throw new ProviderError("invalid", `workflow[0].to is not valid: ${step.to}`, { field: "to" });
  const verification = await outlet.startVerification({
    service: sharedService,
    to,
    channel,
    rules: vonageRules,
    length: code_length,
    code,
  });
  // `vonageRules` allow one send, so one is still running for this number or address.
  if (verification === null)
    throw new ProviderError("conflict", "Concurrent verifications to the same number are not allowed");
  await sendCode(verification, brand, outlet);
  const request_id = toRequestId(verification.id);
  return { status: 202, body: { request_id, check_url: `https://api.nexmo.com/v2/verify/${request_id}` } };
}

/**
 * Checks a code that a person has entered. The codes 400 and 410 of errors are Vonage's statuses. All apps of an account share one
 * service, because Vonage has none. @throws ProviderError
 */
async function checkVerification({ path, body }: ProviderRequest, outlet: ProviderOutlet): Promise<ProviderReply> {
  const { code } = parseShape(checkShape, body);
  const { request = "" } = path;
  const target = { id: toVerificationId(request) };
  const outcome = await outlet.checkVerification({ service: sharedService, target, code, rules: vonageRules });
  switch (outcome.status) {
    case "approved":
      return { status: 200, body: { request_id: request, status: "completed" } };
    case "pending":
      throw new ProviderError("invalid", "The code you provided does not match the expected value.", { code: 400 });
    case "too_many_checks":
      throw new ProviderError("invalid", "An incorrect code has been provided too many times. Workflow terminated.", {
        code: 410,
      });
    case "not_found":
      throw new ProviderError("not_found", `Request '${request}' was not found or it has been verified already.`);
  }
}

/** Sends a verification's code by SMS or mail, in the name of the app's brand, and from an address that nobody has. */
async function sendCode({ channel, to, code }: Verification, brand: string, outlet: ProviderOutlet): Promise<void> {
  const body = `${code} is your ${brand} verification code`;
  if (channel === "sms") return outlet.sendSms({ to, sender: brand, body });
  const from = { name: brand, email: "verify@example.com" };
  return outlet.sendMail({ from, to: [{ name: "", email: to }], subject: body, text: `${body}\n` });
}

/** Writes an id as a UUID, as Vonage's are. */
function toRequestId(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Returns the id that `toRequestId` has written as a UUID. */
function toVerificationId(requestId: string): string {
  return requestId.replaceAll("-", "");
}
