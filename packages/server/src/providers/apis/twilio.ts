import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { readBasic } from "../credentials.ts";
import type { ProviderOutlet } from "../outgoing.ts";
import type { Provider, ProviderReply, ProviderRequest } from "../provider.ts";
import { httpStatuses, ProviderError, type ProviderFault } from "../provider-error.ts";
import { parseShape } from "../shape.ts";
import { isPhoneNumber } from "../sms-sender.ts";
import { twilioVerifyRoutes } from "./twilio-verify.ts";

/** Characters of an SMS. */
const maxBodyLength = 1_600;
/** Characters that fit into one SMS of the phone network. */
const smsSegmentLength = 160;

const messageShape = v.object({
  To: v.optional(v.string(), ""),
  From: v.optional(v.string(), ""),
  MessagingServiceSid: v.optional(v.string(), ""),
  Body: v.optional(v.string(), ""),
  ContentSid: v.optional(v.string(), ""),
});

/** Twilio's codes of errors (https://www.twilio.com/docs/api/errors). */
const errorCodes: Record<ProviderFault, number> = {
  invalid: 20001,
  unauthenticated: 20003,
  forbidden: 20003,
  not_found: 20404,
  not_implemented: 20004,
  too_large: 20001,
  media_type: 20001,
  conflict: 20409,
  rate_limited: 20429,
  failed: 20500,
  unavailable: 20503,
};

/** Twilio: https://www.twilio.com/docs/messaging/api/message-resource, and Verify */
export const twilio: Provider = {
  title: "Twilio",
  hosts: /^(?:api|verify)(?:\.[a-z0-9-]+)*\.twilio\.com$/,
  setup: {
    needsProviderPort: true,
    toVariables: ({ key, proxyUrl, caFile }) => ({
      TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
      TWILIO_AUTH_TOKEN: key,
      HTTP_PROXY: proxyUrl,
      HTTPS_PROXY: proxyUrl,
      NODE_EXTRA_CA_CERTS: caFile,
      REQUESTS_CA_BUNDLE: caFile,
    }),
    code: 'import twilio from "twilio";\n\nconst client = twilio();',
    credential: "the auth token, or an API key's secret",
    notes: [
      "The SDK for Node reads `HTTP_PROXY` and `NODE_EXTRA_CA_CERTS`, the one for Python the other two.",
      "The provider port serves nothing else: an app whose other requests use these variables too cannot reach its other hosts.",
      "Verify sends codes by `sms` and `email`, six digits or `CustomCode`. A code ends after ten minutes, or when it is approved; five wrong ones block it.",
      "Messages go to the SMS inbox that has the number. A key with `sms:create` also registers an inbox for a new number.",
    ],
  },
  idempotencyHeader: "i-twilio-idempotency-token",
  readCredential: (headers) => readBasic(headers)?.password || null,
  routes: [
    { path: "/2010-04-01/Accounts/{account}/Messages.json", channel: "sms", body: "form", respond: sendMessage },
    ...twilioVerifyRoutes,
  ],
  /** Returns an error as Twilio's JSON. The number in `code` tells SDKs the kind of error. */
  toErrorReply({ fault, message, code = errorCodes[fault], headers }) {
    const status = httpStatuses[fault];
    const more_info = `https://www.twilio.com/docs/errors/${code}`;
    return { status, body: { code, message, more_info, status }, headers };
  },
};

/** Sends an SMS. The codes of errors are Twilio's (https://www.twilio.com/docs/api/errors). @throws ProviderError */
async function sendMessage({ path, body }: ProviderRequest, outlet: ProviderOutlet): Promise<ProviderReply> {
  const { To, From, MessagingServiceSid, Body, ContentSid } = parseShape(messageShape, body);
  if (ContentSid) throw new ProviderError("not_implemented", "Content templates are stored at Twilio. Send Body here.");
  if (To === "") throw new ProviderError("invalid", "A 'To' phone number is required.", { code: 21604 });
  if (!isPhoneNumber(To)) throw new ProviderError("invalid", `Invalid 'To' Phone Number: ${To}`, { code: 21211 });
  // At Twilio, a messaging service chooses the sender. Here the id of the service is shown as the sender.
  const sender = From || MessagingServiceSid;
  if (sender === "") throw new ProviderError("invalid", "A 'From' phone number is required.", { code: 21603 });
  if (Body.trim() === "") throw new ProviderError("invalid", "Message body is required.", { code: 21602 });
  if (Body.length > maxBodyLength)
    throw new ProviderError("invalid", "The concatenated message body exceeds the 1600 character limit", {
      code: 21617,
    });
  await outlet.sendSms({ to: To, sender, body: Body });
  return { status: 201, body: toMessage(path.account ?? "", { To, From, MessagingServiceSid, Body }, outlet.now()) };
}

/** Returns the JSON of a message that was just accepted, with all fields that Twilio has. `now` is in ms since 1970. */
function toMessage(
  account: string,
  { To, From, MessagingServiceSid, Body }: Omit<v.InferOutput<typeof messageShape>, "ContentSid">,
  now: number,
): object {
  const sid = `SM${randomBytes(16).toString("hex")}`;
  const uri = `/2010-04-01/Accounts/${account}/Messages/${sid}`;
  const date = new Date(now).toUTCString().replace("GMT", "+0000");
  return {
    account_sid: account,
    api_version: "2010-04-01",
    body: Body,
    date_created: date,
    date_sent: null,
    date_updated: date,
    direction: "outbound-api",
    error_code: null,
    error_message: null,
    from: From || null,
    messaging_service_sid: MessagingServiceSid || null,
    num_media: "0",
    num_segments: String(Math.ceil(Body.length / smsSegmentLength)),
    price: null,
    price_unit: "USD",
    sid,
    // A messaging service has yet to choose a sender.
    status: MessagingServiceSid ? "accepted" : "queued",
    subresource_uris: { media: `${uri}/Media.json` },
    to: To,
    uri: `${uri}.json`,
  };
}
