import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { type Address, isEmailAddress } from "../addresses.ts";
import { readBearer } from "../credentials.ts";
import type { OutgoingMail } from "../outgoing.ts";
import type { Provider, ProviderRequest } from "../provider.ts";
import { httpStatuses, ProviderError } from "../provider-error.ts";
import { optionalText, parseShape, readTexts, shortList } from "../shape.ts";
import { mapInTurns } from "../small-chunks.ts";
import { type CompositionBudget, createCompositionBudget, replaceTags } from "./sendgrid-substitutions.ts";

/** Recipients of one request, over all its personalizations. */
const maxRecipients = 1_000;
const addressShape = v.object({ email: v.string(), name: optionalText });
const addressesShape = v.nullish(shortList(addressShape, maxRecipients));
const headersShape = v.nullish(v.record(v.string(), v.string()));
const substitutionsShape = v.nullish(v.record(v.string(), v.string()));
const personalizationShape = v.object({
  to: shortList(addressShape, maxRecipients),
  cc: addressesShape,
  bcc: addressesShape,
  from: v.nullish(addressShape),
  subject: optionalText,
  headers: headersShape,
  substitutions: substitutionsShape,
});
const requestShape = v.object({
  personalizations: shortList(personalizationShape, maxRecipients),
  from: addressShape,
  reply_to: v.nullish(addressShape),
  reply_to_list: addressesShape,
  subject: optionalText,
  content: v.nullish(shortList(v.object({ type: v.string(), value: v.string() }), 10)),
  headers: headersShape,
  template_id: optionalText,
  mail_settings: v.nullish(v.object({ sandbox_mode: v.nullish(v.object({ enable: v.nullish(v.boolean()) })) })),
});

type SendRequest = v.InferOutput<typeof requestShape>;
type Personalization = v.InferOutput<typeof personalizationShape>;

/** SendGrid: https://www.twilio.com/docs/sendgrid/api-reference/mail-send */
export const sendgrid: Provider = {
  title: "SendGrid",
  hosts: /^api(?:\.eu)?\.sendgrid\.com$/,
  setup: {
    needsProviderPort: false,
    toVariables: ({ baseUrl, key }) => ({ SENDGRID_BASE_URL: baseUrl, SENDGRID_API_KEY: `SG.${key}` }),
    code: [
      'import sendgrid from "@sendgrid/mail";\n\nsendgrid.setApiKey(process.env.SENDGRID_API_KEY);',
      'sendgrid.client.setDefaultRequest("baseUrl", process.env.SENDGRID_BASE_URL);',
    ].join("\n"),
    credential: "the API key, with or without `SG.` before it",
    notes: [
      "The SDK has no variable for its host. In Python it is `SendGridAPIClient(key, host=…)`.",
      "Sandbox mode is a valid request that delivers nothing. Dynamic templates get 501.",
    ],
  },
  readCredential: readBearer,
  routes: [
    {
      path: "/v3/mail/send",
      channel: "mail",
      body: "json",
      /** Sends one mail for each personalization. All are checked before the first is sent. In sandbox mode none is sent. */
      async respond(incoming, outlet) {
        const body = parseShape(requestShape, incoming.body, describeFieldError);
        const mails = await toMails(body, incoming);
        // As at SendGrid: 200 after a check alone, 202 for what is sent.
        if (body.mail_settings?.sandbox_mode?.enable) return { status: 200, body: null };
        for (const mail of mails) await outlet.sendMail(mail);
        return { status: 202, body: null, headers: { "x-message-id": randomBytes(16).toString("base64url") } };
      },
    },
  ],
  /** Returns an error as SendGrid's JSON, with the field of the request that is at fault, if it is one. */
  toErrorReply({ fault, message, field, headers }) {
    return { status: httpStatuses[fault], body: { errors: [{ message, field, help: null }] }, headers };
  },
};

/**
 * Converts a request to one mail for each personalization. Long texts of the body were replaced by placeholders, to save memory:
 * `readText` and `readHeader` return the text of one. @throws ProviderError `invalid`
 */
async function toMails(body: SendRequest, { readText, readHeader }: ProviderRequest): Promise<OutgoingMail[]> {
  if (body.template_id)
    throw new ProviderError("not_implemented", "Templates are at SendGrid. Send content.", { field: "template_id" });
  if (body.personalizations.length === 0)
    throw invalidField("personalizations", "The personalizations field is required.");
  const contents = body.content ?? [];
  if (contents.length === 0)
    throw invalidField("content", "Unless a valid template_id is provided, the content parameter is required.");
  /** Returns the mail's text of this media type; `undefined` if it has none. Resolves the placeholder of a long text. */
  function readContent(mediaType: string): string | undefined {
    // A type may have parameters, such as a charset.
    const content = contents.find(({ type }) => type.toLowerCase().startsWith(mediaType));
    return content && readText(content.value);
  }
  const shared = {
    text: readContent("text/plain"),
    html: readContent("text/html"),
    subject: body.subject ? readHeader(body.subject) : "",
    headers: readTexts(body.headers, readHeader),
    readText,
    readHeader,
    budget: createCompositionBudget(),
  };
  const mails = await mapInTurns(body.personalizations, (personalization, index) =>
    toMail(body, personalization, `personalizations.${index}`, shared),
  );
  const total = mails.flatMap(({ to, cc = [], bcc = [] }) => [...to, ...cc, ...bcc]).length;
  if (total > maxRecipients) throw invalidField("personalizations", `There are more than ${maxRecipients} recipients.`);
  return mails;
}

/** What all personalizations share: read once, and counted for each. */
interface SharedParts
  extends Pick<OutgoingMail, "text" | "html" | "subject">,
    Pick<ProviderRequest, "readText" | "readHeader"> {
  headers: Record<string, string>;
  budget: CompositionBudget;
}

/**
 * Returns the mail of one personalization (SendGrid's name for a mail to one group of recipients, with its own values for tags),
 * whose fields replace those of the request. `path` names the personalization in errors, such as `personalizations.0`. `readHeader`
 * returns the text of a field that is a placeholder for a long one; `text` and `html` were read before. `budget` limits the text of all
 * mails of the request together. @throws ProviderError
 */
function toMail(body: SendRequest, personalization: Personalization, path: string, shared: SharedParts): OutgoingMail {
  const { text, html, readHeader, budget } = shared;
  if (personalization.to.length === 0)
    throw invalidField(`${path}.to`, "The to array is required for all personalization objects.");
  const subject = personalization.subject ? readHeader(personalization.subject) : shared.subject;
  if (subject === "") throw invalidField("subject", "The subject is required, here or in every personalization.");
  const replyTo = [...(body.reply_to ? [body.reply_to] : []), ...(body.reply_to_list ?? [])];
  const toAddresses = (field: string, recipients: Personalization["cc"]) =>
    (recipients ?? []).map((entry, index) => toAddress(entry, `${path}.${field}.${index}.email`));
  const substitute = (template: string) => replaceTags(template, personalization.substitutions ?? {}, shared);
  const headers = Object.entries({ ...shared.headers, ...readTexts(personalization.headers, readHeader) });
  // Every mail has a copy of the headers.
  for (const [name, value] of headers) budget.spendComposed(name.length + value.length);
  return {
    from: personalization.from
      ? toAddress(personalization.from, `${path}.from.email`)
      : toAddress(body.from, "from.email"),
    to: toAddresses("to", personalization.to),
    cc: toAddresses("cc", personalization.cc),
    bcc: toAddresses("bcc", personalization.bcc),
    replyTo: replyTo.map((entry) => toAddress(entry, "reply_to.email")),
    subject: substitute(subject),
    text: text === undefined ? undefined : substitute(text),
    html: html === undefined ? undefined : substitute(html),
    headers,
  };
}

function toAddress({ email, name }: v.InferOutput<typeof addressShape>, field: string): Address {
  if (isEmailAddress(email)) return { email, name: name ?? "" };
  throw invalidField(field, "Does not contain a valid address.");
}

const invalidField = (field: string, message: string) => new ProviderError("invalid", message, { field });

const describeFieldError = (field: string, isMissing: boolean) =>
  `The ${field} field is ${isMissing ? "required" : "not valid"}.`;
