import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { readBasic, readBearer } from "../credentials.ts";
import type { ProviderOutlet } from "../outgoing.ts";
import type { Provider, ProviderReply, ProviderRequest } from "../provider.ts";
import { httpStatuses, ProviderError, type ProviderFault } from "../provider-error.ts";
import { parseShape } from "../shape.ts";
import { isPhoneNumber } from "../sms-sender.ts";
import { vonageVerifyRoutes, withPlus } from "./vonage-verify.ts";

/** Characters of an SMS. */
const maxTextLength = 3_200;

const smsShape = v.object({
  from: v.optional(v.string(), ""),
  to: v.optional(v.string(), ""),
  text: v.optional(v.string(), ""),
});

/** Titles of problems (RFC 9457), as the newer APIs of Vonage have them. */
const titleByFault: Record<ProviderFault, string> = {
  invalid: "Invalid params",
  unauthenticated: "Unauthorized",
  forbidden: "Forbidden",
  not_found: "Not Found",
  not_implemented: "Not Implemented",
  too_large: "Invalid params",
  media_type: "Invalid params",
  conflict: "Conflict",
  rate_limited: "Rate Limit Hit",
  failed: "Internal Error",
  unavailable: "Internal Error",
};
/** Statuses other than the usual ones. */
const statusByFault = { ...httpStatuses, invalid: 422 } as const;
/** Statuses of the SMS API, which are in the body (https://developer.vonage.com/en/messaging/sms/guides/troubleshooting-sms). */
const smsStatuses: Record<ProviderFault, string> = {
  invalid: "3",
  unauthenticated: "4",
  forbidden: "8",
  not_found: "6",
  not_implemented: "6",
  too_large: "3",
  media_type: "3",
  conflict: "3",
  rate_limited: "1",
  failed: "5",
  unavailable: "5",
};

/** Vonage: https://developer.vonage.com/en/api/sms, and Verify v2 */
export const vonage: Provider = {
  title: "Vonage",
  hosts: /^(?:rest|api)(?:-[a-z0-9]+)*\.nexmo\.com$|^api(?:-[a-z0-9]+)*\.vonage\.com$/,
  setup: {
    needsProviderPort: false,
    toVariables: ({ baseUrl, key }) => ({ VONAGE_HOST: baseUrl, VONAGE_API_KEY: "any", VONAGE_API_SECRET: key }),
    code: [
      'import { Vonage } from "@vonage/server-sdk";',
      "",
      "const { VONAGE_HOST: host, VONAGE_API_KEY: apiKey, VONAGE_API_SECRET: apiSecret } = process.env;",
      "const vonage = new Vonage({ apiKey, apiSecret }, { restHost: host, apiHost: host });",
    ].join("\n"),
    credential: "the API secret",
    notes: [
      "A request that is signed with a JWT, as the SDK's Verify v2 is, works only where no key is needed: the server cannot tell whose it is.",
      "Verify v2 has the channels `sms` and `email`, the first of the workflow alone, with `code_length` or `code`.",
    ],
  },
  readCredential: (headers, body) => readBasic(headers)?.password || readBearer(headers) || readBodySecret(body),
  hasCredentialInBody: true,
  routes: [
    { path: "/sms/json", channel: "sms", body: "any", respond: sendMessage, toErrorReply: toSmsError },
    ...vonageVerifyRoutes,
  ],
  /** Returns an error as a problem (RFC 9457). A `code` that is a number is the HTTP status. */
  toErrorReply({ fault, message, code, headers }) {
    const status = typeof code === "number" ? code : statusByFault[fault];
    const type = "https://developer.vonage.com/en/api-errors";
    const body = { type, title: titleByFault[fault], detail: message, instance: randomUUID() };
    return { status, body, headers: { ...headers, "content-type": "application/problem+json" } };
  },
};

/** Returns the API secret in a body, where older SDKs put it; `null` if there is none. */
function readBodySecret(body: unknown): string | null {
  const { api_secret } = Object(body) as { api_secret?: unknown };
  return typeof api_secret === "string" ? api_secret : null;
}

/**
 * Sends an SMS. A long text was replaced by a placeholder, for which `readText` returns it. The code 2 of errors is Vonage's for a
 * missing parameter. Balance and price in the response are made up.
 */
async function sendMessage({ body, readText }: ProviderRequest, outlet: ProviderOutlet): Promise<ProviderReply> {
  const { from, to, text: textOrPlaceholder } = parseShape(smsShape, body);
  const text = readText(textOrPlaceholder);
  if (to === "") throw new ProviderError("invalid", "Missing to param", { code: "2" });
  if (from === "") throw new ProviderError("invalid", "Missing from param", { code: "2" });
  if (text.trim() === "") throw new ProviderError("invalid", "Missing text param", { code: "2" });
  if (text.length > maxTextLength) throw new ProviderError("invalid", "The text param is too long");
  const number = withPlus(to);
  if (!isPhoneNumber(number)) throw new ProviderError("invalid", "Invalid value for param: to");
  await outlet.sendSms({ to: number, sender: from, body: text });
  const details = { "remaining-balance": "10.00000000", "message-price": "0.00000000", network: "00000" };
  // Vonage writes numbers without `+`.
  const message = { to: number.slice(1), "message-id": randomUUID(), status: "0", ...details };
  return { status: 200, body: { "message-count": "1", messages: [message] } };
}

/** Returns an error of the SMS API, which reports wrong parameters and credentials with HTTP 200 and a status in the body. */
function toSmsError({ fault, message, code, headers }: ProviderError): ProviderReply {
  const isInBody = fault === "invalid" || fault === "unauthenticated";
  const error = { status: code ?? smsStatuses[fault], "error-text": message };
  return { status: isInBody ? 200 : httpStatuses[fault], body: { "message-count": "1", messages: [error] }, headers };
}
