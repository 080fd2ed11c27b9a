import { randomBytes, randomUUID } from "node:crypto";
import { readRecipients } from "@frontdesk/mail-reader";
import * as v from "valibot";
import { parseAddress, parseAddressList } from "../addresses.ts";
import { readAwsKeyId } from "../credentials.ts";
import type { OutgoingMail, OutgoingRawMail } from "../outgoing.ts";
import type { Provider, ProviderRequest } from "../provider.ts";
import { httpStatuses, ProviderError, type ProviderFault } from "../provider-error.ts";
import { optionalText, parseShape, shortList } from "../shape.ts";

/** Recipients and custom headers of one mail. */
const [maxRecipients, maxHeaders] = [50, 15];
/** Bytes at the beginning of a raw mail in which its recipients are looked for. */
const maxHeadBytes = 256 * 1024;

const addressesShape = v.nullish(shortList(v.string(), maxRecipients));
const partShape = v.nullish(v.object({ Data: v.string() }));
const contentShape = v.object({
  Simple: v.nullish(
    v.object({
      Subject: v.object({ Data: v.string() }),
      Body: v.object({ Text: partShape, Html: partShape }),
      Headers: v.nullish(shortList(v.object({ Name: v.string(), Value: v.string() }), maxHeaders)),
    }),
  ),
  Raw: v.nullish(v.object({ Data: v.string() })),
});
const sendEmailShape = v.object({
  FromEmailAddress: optionalText,
  Destination: v.nullish(
    v.object({ ToAddresses: addressesShape, CcAddresses: addressesShape, BccAddresses: addressesShape }),
  ),
  ReplyToAddresses: addressesShape,
  Content: contentShape,
});

type SendEmail = v.InferOutput<typeof sendEmailShape>;
type Simple = NonNullable<SendEmail["Content"]["Simple"]>;

/** Names of exceptions of Amazon SES. Its SDKs choose the error class by them. */
const exceptionByFault: Record<ProviderFault, string> = {
  invalid: "BadRequestException",
  unauthenticated: "UnrecognizedClientException",
  forbidden: "AccessDeniedException",
  not_found: "NotFoundException",
  not_implemented: "UnknownOperationException",
  too_large: "BadRequestException",
  media_type: "BadRequestException",
  conflict: "ConflictException",
  rate_limited: "TooManyRequestsException",
  failed: "InternalServiceErrorException",
  unavailable: "ServiceUnavailableException",
};
/** Statuses other than the usual ones. */
const statusByFault = { ...httpStatuses, unauthenticated: 403 } as const;

/** Amazon SES v2: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
export const ses: Provider = {
  title: "Amazon SES",
  hosts: /^email\.[a-z0-9-]+\.amazonaws\.com$/,
  setup: {
    needsProviderPort: false,
    toVariables: ({ baseUrl, key }) => ({
      AWS_ENDPOINT_URL_SESV2: baseUrl,
      AWS_ACCESS_KEY_ID: key,
      AWS_SECRET_ACCESS_KEY: "unused",
      AWS_REGION: "us-east-1",
      AWS_DEFAULT_REGION: "us-east-1",
    }),
    code: 'import { SESv2Client } from "@aws-sdk/client-sesv2";\n\nconst client = new SESv2Client();',
    credential: "the access key **id**; the signature is not verified, and the secret can be any text",
    notes: [
      "Simple and raw mails are delivered. Templates get 501.",
      "In Python the variables are the same, for boto3.",
    ],
  },
  readCredential: readAwsKeyId,
  routes: [
    {
      path: "/v2/email/outbound-emails",
      channel: "mail",
      body: "json",
      /** Sends a mail that has either its text and HTML (`Simple`) or raw MIME. */
      async respond(request, outlet) {
        const fields = parseShape(sendEmailShape, request.body);
        const { Simple, Raw } = fields.Content;
        if (Raw) await outlet.sendRawMail(await toRawMail(fields, Raw.Data, request));
        else if (Simple) await outlet.sendMail(toMail(fields, Simple, request));
        else throw new ProviderError("not_implemented", "Templates are stored at Amazon. Send Content.Simple or .Raw.");
        // In the form of Amazon's own ids, for programs that check it.
        return { status: 200, body: { MessageId: `${randomBytes(8).toString("hex")}-${randomUUID()}-000000` } };
      },
    },
  ],
  /** Returns an error as Amazon's JSON. A header tells SDKs the kind of error. */
  toErrorReply({ fault, message, headers }) {
    const type = { "x-amzn-errortype": exceptionByFault[fault], "x-amzn-requestid": randomUUID() };
    return { status: statusByFault[fault], body: { message }, headers: { ...headers, ...type } };
  },
};

/**
 * Converts a mail of text and HTML. Each long string of the request's JSON was replaced by a placeholder when it was read, to save
 * memory: `readText` and `readHeader` return the string of a placeholder, and any other text as it is.
 * @throws ProviderError `invalid`
 */
function toMail(
  fields: SendEmail,
  { Subject, Body, Headers }: Simple,
  { readText, readHeader }: ProviderRequest,
): OutgoingMail {
  const { ToAddresses, CcAddresses, BccAddresses } = fields.Destination ?? {};
  if (!Body.Text && !Body.Html) throw new ProviderError("invalid", "Content.Simple.Body has neither Text nor Html.");
  if (!fields.FromEmailAddress) throw new ProviderError("invalid", "FromEmailAddress is missing.");
  // Without `readHeader`: a text so long that a placeholder stands for it is no list of addresses, and is rejected.
  const parseField = (lists: readonly string[] | null | undefined) =>
    (lists ?? []).flatMap((list) => parseAddressList(list, invalidAddress));
  const [to, cc, bcc] = [parseField(ToAddresses), parseField(CcAddresses), parseField(BccAddresses)];
  checkRecipientCount(to.length + cc.length + bcc.length);
  return {
    from: parseAddress(fields.FromEmailAddress, invalidAddress),
    to,
    cc,
    bcc,
    replyTo: parseField(fields.ReplyToAddresses),
    subject: readHeader(Subject.Data),
    text: Body.Text ? readText(Body.Text.Data) : undefined,
    html: Body.Html ? readText(Body.Html.Data) : undefined,
    headers: (Headers ?? []).map(({ Name, Value }) => [Name, readHeader(Value)] as const),
  };
}

/**
 * Converts a mail in raw MIME. Without a destination, takes the recipients from its header. The sender of its envelope may be empty,
 * because mailboxes show the From of its header. @throws ProviderError `invalid`
 */
async function toRawMail(fields: SendEmail, data: string, { readBytes }: ProviderRequest): Promise<OutgoingRawMail> {
  const { ToAddresses, CcAddresses, BccAddresses } = fields.Destination ?? {};
  const destination = [ToAddresses, CcAddresses, BccAddresses].flatMap((list) => list ?? []);
  // `readBytes` begins again at each call: here only the head is read.
  const recipientLists = destination.length > 0 ? destination : readRecipients(await readHead(readBytes(data)));
  const recipients = recipientLists
    .flatMap((entry) => parseAddressList(entry, invalidAddress))
    .map(({ email }) => email);
  checkRecipientCount(recipients.length);
  const sender = fields.FromEmailAddress ? parseAddress(fields.FromEmailAddress, invalidAddress).email : "";
  return { sender, recipients, raw: readBytes(data) };
}

/** Returns the beginning of a raw mail, at most `maxHeadBytes`, in which its header is looked for. */
async function readHead(raw: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of raw) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxHeadBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxHeadBytes);
}

/** Checks the number of recipients. @throws ProviderError `invalid` */
function checkRecipientCount(recipients: number): void {
  if (recipients === 0) throw new ProviderError("invalid", "There is no recipient.");
  if (recipients > maxRecipients)
    throw new ProviderError("invalid", `There are more than ${maxRecipients} recipients.`);
}

function invalidAddress(addressText: string): ProviderError {
  return new ProviderError("invalid", `Not an email address: ${addressText}`);
}
