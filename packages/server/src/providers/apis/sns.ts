import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { readAwsKeyId } from "../credentials.ts";
import type { ProviderOutlet } from "../outgoing.ts";
import type { Provider, ProviderReply, ProviderRequest } from "../provider.ts";
import { httpStatuses, ProviderError, type ProviderFault } from "../provider-error.ts";
import { parseShape } from "../shape.ts";
import { isPhoneNumber } from "../sms-sender.ts";

/** Characters of an SMS. */
const maxMessageLength = 1_600;
/** Sender of an SMS without a sender id. */
const defaultSender = "NOTICE";
/** Attributes of one message among which the sender id is looked for. */
const maxAttributes = 10;

const publishShape = v.looseObject({
  Action: v.string(),
  Message: v.optional(v.string(), ""),
  PhoneNumber: v.optional(v.string(), ""),
});

/** Codes of Amazon SNS. Its SDKs choose the error class by them. */
const errorCodes: Record<ProviderFault, string> = {
  invalid: "InvalidParameter",
  unauthenticated: "InvalidClientTokenId",
  forbidden: "AuthorizationError",
  not_found: "NotFound",
  not_implemented: "InvalidAction",
  too_large: "InvalidParameter",
  media_type: "InvalidParameter",
  conflict: "InvalidParameter",
  rate_limited: "Throttled",
  failed: "InternalError",
  unavailable: "InternalError",
};
/** Statuses other than the usual ones. */
const statusByFault = { ...httpStatuses, unauthenticated: 403 } as const;

/** Amazon SNS: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
export const sns: Provider = {
  title: "Amazon SNS",
  hosts: /^sns\.[a-z0-9-]+\.amazonaws\.com$/,
  setup: {
    needsProviderPort: false,
    toVariables: ({ baseUrl, key }) => ({
      AWS_ENDPOINT_URL_SNS: baseUrl,
      AWS_ACCESS_KEY_ID: key,
      AWS_SECRET_ACCESS_KEY: "unused",
      AWS_REGION: "us-east-1",
      AWS_DEFAULT_REGION: "us-east-1",
    }),
    code: 'import { SNSClient } from "@aws-sdk/client-sns";\n\nconst client = new SNSClient();',
    credential: "the access key **id**; the signature is not verified, and the secret can be any text",
    notes: ["Only `Publish` to a `PhoneNumber` is there. Topics and everything else get 501."],
  },
  readCredential: readAwsKeyId,
  routes: [{ path: "/", channel: "sms", body: "form", respond: publishSms }],
  /** Returns an error as XML. Its type says whose fault it is: the app's (`Sender`) or the server's (`Receiver`). */
  toErrorReply({ fault, message, headers }) {
    const type = fault === "failed" || fault === "unavailable" ? "Receiver" : "Sender";
    const error = `<Error><Type>${type}</Type><Code>${errorCodes[fault]}</Code><Message>${escapeXml(message)}</Message></Error>`;
    return toXmlReply(statusByFault[fault], "ErrorResponse", `${error}<RequestId>${randomUUID()}</RequestId>`, headers);
  },
};

/** Sends an SMS to a phone number. Publishing to a topic is not supported. @throws ProviderError */
async function publishSms({ body }: ProviderRequest, outlet: ProviderOutlet): Promise<ProviderReply> {
  const fields = parseShape(publishShape, body);
  const { Action, Message, PhoneNumber } = fields;
  if (Action !== "Publish" || PhoneNumber === "")
    throw new ProviderError("not_implemented", "Frontdesk has only the action Publish with a PhoneNumber.");
  if (!isPhoneNumber(PhoneNumber))
    throw new ProviderError(
      "invalid",
      `Invalid parameter: PhoneNumber Reason: ${PhoneNumber} is not valid to publish to`,
    );
  if (Message.trim() === "") throw new ProviderError("invalid", "Invalid parameter: Empty message");
  if (Message.length > maxMessageLength) throw new ProviderError("invalid", "Invalid parameter: Message too long");
  await outlet.sendSms({ to: PhoneNumber, sender: findSender(fields), body: Message });
  const result = `<PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult>`;
  const metadata = `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;
  return toXmlReply(200, "PublishResponse", result + metadata);
}

/** Returns the sender id among the message's attributes, which a form has as `MessageAttributes.entry.1.Name` and so on. */
function findSender(fields: Record<string, unknown>): string {
  for (let entry = 1; entry <= maxAttributes; entry++) {
    if (fields[`MessageAttributes.entry.${entry}.Name`] !== "AWS.SNS.SMS.SenderID") continue;
    const value = fields[`MessageAttributes.entry.${entry}.Value.StringValue`];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return defaultSender;
}

function toXmlReply(status: number, root: string, inside: string, headers: Record<string, string> = {}): ProviderReply {
  const body = `<${root} xmlns="http://sns.amazonaws.com/doc/2010-03-31/">${inside}</${root}>`;
  return { status, body, headers: { ...headers, "content-type": "text/xml" } };
}

const xmlEntities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for XML, and drops the control characters that XML cannot contain. */
function escapeXml(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, "").replace(/[&<>"]/g, (character) => xmlEntities[character] ?? "");
}
