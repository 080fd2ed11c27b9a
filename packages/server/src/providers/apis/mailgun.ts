import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { parseAddress, parseAddressLists } from "../addresses.ts";
import { readBasic } from "../credentials.ts";
import type { OutgoingMail, ProviderOutlet } from "../outgoing.ts";
import type { Provider, ProviderReply, ProviderRequest } from "../provider.ts";
import { httpStatuses, ProviderError } from "../provider-error.ts";
import { parseShape } from "../shape.ts";

/** Recipients of one mail. */
const maxRecipients = 1_000;
/** Prefix of fields that are headers of the mail. */
const headerPrefix = "h:";

const textsShape = v.optional(v.union([v.string(), v.array(v.string())]), []);
const messageShape = v.looseObject({
  from: v.optional(v.string(), ""),
  to: textsShape,
  cc: textsShape,
  bcc: textsShape,
  subject: v.optional(v.string(), ""),
  text: v.optional(v.string()),
  html: v.optional(v.string()),
  template: v.optional(v.string()),
  "o:testmode": v.optional(v.string()),
});
const rawMessageShape = v.looseObject({ to: textsShape, message: v.string(), "o:testmode": v.optional(v.string()) });

/** Mailgun: https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages */
export const mailgun: Provider = {
  title: "Mailgun",
  hosts: /^api(?:\.eu)?\.mailgun\.net$/,
  setup: {
    needsProviderPort: false,
    toVariables: ({ baseUrl, key }) => ({ MAILGUN_URL: baseUrl, MAILGUN_API_KEY: key }),
    code: [
      'import FormData from "form-data";',
      'import Mailgun from "mailgun.js";',
      "",
      "const { MAILGUN_URL: url, MAILGUN_API_KEY: key } = process.env;",
      'const mailgun = new Mailgun(FormData).client({ username: "api", key, url });',
    ].join("\n"),
    credential: "the API key",
    notes: [
      "Any `{domain}` is accepted.",
      "Test mode (`o:testmode`) is a valid request that delivers nothing. Templates get 501, and `recipient-variables` are not replaced.",
    ],
  },
  readCredential: (headers) => readBasic(headers)?.password || null,
  routes: [
    { path: "/v3/{domain}/messages", channel: "mail", body: "multipart", respond: sendMessage },
    { path: "/v3/{domain}/messages.mime", channel: "mail", body: "multipart", respond: sendMime },
  ],
  toErrorReply: ({ fault, message, headers }) => ({ status: httpStatuses[fault], body: { message }, headers }),
};

/** Sends a mail of text and HTML. In Mailgun's test mode it is only checked. @throws ProviderError */
async function sendMessage({ path, body }: ProviderRequest, outlet: ProviderOutlet): Promise<ProviderReply> {
  const fields = parseShape(messageShape, body);
  const mail = toMail(fields);
  if (!isTestMode(fields)) await outlet.sendMail(mail);
  return toQueuedReply(path);
}

/** Sends a mail that the app has composed as MIME. In Mailgun's test mode it is only checked. @throws ProviderError */
async function sendMime({ path, body, readBytes }: ProviderRequest, outlet: ProviderOutlet): Promise<ProviderReply> {
  const fields = parseShape(rawMessageShape, body);
  const recipients = readRecipients("to", fields.to).map(({ email }) => email);
  if (recipients.length === 0) throw new ProviderError("invalid", "to parameter is missing");
  const raw = readBytes(fields.message);
  // The envelope has no sender (""), because mailboxes show the From of the mail's header.
  if (!isTestMode(fields)) await outlet.sendRawMail({ sender: "", recipients, raw });
  return toQueuedReply(path);
}

/**
 * Converts the fields of a form to a mail. Fields such as `h:X-Tag` are headers; one that is repeated is left out.
 *
 * @throws ProviderError `invalid`; `not_implemented` for a template
 */
function toMail(fields: v.InferOutput<typeof messageShape>): OutgoingMail {
  const { from, subject, text, html, template } = fields;
  if (template) throw new ProviderError("not_implemented", "Templates are stored at Mailgun. Send text or html here.");
  if (from === "") throw new ProviderError("invalid", "from parameter is missing");
  const to = readRecipients("to", fields.to);
  const cc = readRecipients("cc", fields.cc);
  const bcc = readRecipients("bcc", fields.bcc);
  if (to.length === 0) throw new ProviderError("invalid", "to parameter is missing");
  if (to.length + cc.length + bcc.length > maxRecipients) throw tooManyRecipients();
  if (!text && !html) throw new ProviderError("invalid", "Need at least one of 'text' or 'html' parameters specified");
  // A repeated field is a list.
  const headers = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(headerPrefix) && typeof value === "string"
      ? [[name.slice(headerPrefix.length), value] as const]
      : [],
  );
  return { from: parseAddress(from, () => invalidAddress("from")), to, cc, bcc, subject, text, html, headers };
}

/** Reads a field of recipients, which may be repeated. @throws ProviderError `invalid` */
function readRecipients(field: string, lists: string | string[]) {
  return parseAddressLists([lists].flat(), maxRecipients, {
    malformed: () => invalidAddress(field),
    tooMany: tooManyRecipients,
  });
}

const tooManyRecipients = () => new ProviderError("invalid", `There are more than ${maxRecipients} recipients.`);

function isTestMode(fields: { "o:testmode"?: string | undefined }): boolean {
  return /^(?:yes|true)$/i.test(fields["o:testmode"] ?? "");
}

/** Returns Mailgun's response to an accepted mail: an id at the sending domain, and the words that its libraries expect. */
function toQueuedReply({ domain = "" }: Record<string, string>): ProviderReply {
  return { status: 200, body: { id: `<${randomUUID()}@${domain}>`, message: "Queued. Thank you." } };
}

/** Returns the error for a malformed address in this field, with Mailgun's message. */
function invalidAddress(field: string): ProviderError {
  return new ProviderError("invalid", `${field} parameter is not a valid address. please check documentation`, {
    field,
  });
}
