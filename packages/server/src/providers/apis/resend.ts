import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { parseAddress, parseAddressLists } from "../addresses.ts";
import { readBearer } from "../credentials.ts";
import type { ProviderOutlet } from "../outgoing.ts";
import type { Provider, ProviderReply, ProviderRequest } from "../provider.ts";
import { httpStatuses, ProviderError, type ProviderFault } from "../provider-error.ts";
import { optionalText, parseShape, readTexts, shortList } from "../shape.ts";
import { mapInTurns } from "../small-chunks.ts";

/** Recipients of one mail, and mails of one batch. */
const maxRecipients = 50;
const maxBatch = 100;

const addressesShape = v.union([v.string(), shortList(v.string(), maxRecipients)]);
const emailShape = v.object({
  from: v.string(),
  to: addressesShape,
  subject: v.string(),
  cc: v.nullish(addressesShape),
  bcc: v.nullish(addressesShape),
  reply_to: v.nullish(addressesShape),
  text: optionalText,
  html: optionalText,
  headers: v.nullish(v.record(v.string(), v.string())),
  template: v.nullish(v.unknown()),
});

/** Resend's names of errors (https://resend.com/docs/api-reference/errors). */
const errorNames: Record<ProviderFault, string> = {
  invalid: "validation_error",
  unauthenticated: "missing_api_key",
  forbidden: "restricted_api_key",
  not_found: "not_found",
  not_implemented: "not_found",
  too_large: "validation_error",
  media_type: "validation_error",
  conflict: "invalid_idempotent_request",
  rate_limited: "rate_limit_exceeded",
  failed: "application_error",
  unavailable: "application_error",
};
/** Statuses other than the usual ones. */
const statusByFault = { ...httpStatuses, invalid: 422, forbidden: 401 } as const;

/** Resend: https://resend.com/docs/api-reference */
export const resend: Provider = {
  title: "Resend",
  hosts: /^api\.resend\.com$/,
  setup: {
    needsProviderPort: false,
    toVariables: ({ baseUrl, key }) => ({ RESEND_BASE_URL: baseUrl, RESEND_API_KEY: `re_${key}` }),
    code: 'import { Resend } from "resend";\n\nconst resend = new Resend();',
    credential: "the API key, with or without `re_` before it",
    notes: [
      "A batch is all or nothing: if one mail is wrong, none is sent.",
      "`Idempotency-Key` is remembered for 24 hours.",
      "Templates and scheduled sending are stored at Resend: a template gets 501, and `scheduled_at` is ignored.",
    ],
  },
  idempotencyHeader: "idempotency-key",
  readCredential: readBearer,
  routes: [
    {
      path: "/emails",
      channel: "mail",
      body: "json",
      respond: async (request, outlet) => toReply({ id: await sendOneMail(request.body, request, outlet) }),
    },
    {
      path: "/emails/batch",
      channel: "mail",
      body: "json",
      /** Sends a batch. As at Resend, either all mails are valid or none is sent. */
      async respond(request, outlet) {
        const batch = parseShape(shortList(v.unknown(), maxBatch), request.body, describeFieldError);
        // All are converted before the first is sent, because a conversion throws for an invalid mail.
        const mails = await mapInTurns(batch, (body) => toMail(body, request));
        const data = [];
        for (const mail of mails) {
          await outlet.sendMail(mail);
          data.push({ id: randomUUID() });
        }
        return toReply({ data });
      },
    },
  ],
  /** Returns an error as Resend's JSON. Its `name` tells SDKs the kind of error. */
  toErrorReply({ fault, message, code, headers }) {
    const status = statusByFault[fault];
    return { status, body: { statusCode: status, name: code ?? errorNames[fault], message }, headers };
  },
};

/** Sends one mail and returns its id, which is random and not stored. */
async function sendOneMail(body: unknown, request: ProviderRequest, outlet: ProviderOutlet): Promise<string> {
  await outlet.sendMail(toMail(body, request));
  return randomUUID();
}

/**
 * Converts one mail. Long strings were replaced by placeholders when the body was read, to save memory: `readText` and `readHeader` return
 * the string of a placeholder. `readHeader` has a lower limit, for all headers of a request together. @throws ProviderError
 */
function toMail(body: unknown, { readText, readHeader }: ProviderRequest) {
  const { from, to, cc, bcc, reply_to, subject, text, html, headers, template } = parseShape(
    emailShape,
    body,
    describeFieldError,
  );
  if (template)
    throw new ProviderError("not_implemented", "Templates are stored at Resend. Send `html` or `text` here.");
  if (text == null && html == null)
    throw new ProviderError("invalid", "Missing `html` or `text` field.", { code: "missing_required_field" });
  /**
   * Returns the addresses in a field of the mail, whose value is a list or a comma-separated text. For a long text the value is a
   * placeholder. `readHeader` returns the text, within the limit for headers, because the addresses become a header.
   */
  function parseField(field: string, value: string | string[] | null | undefined) {
    return parseAddressLists([value ?? []].flat().map(readHeader), maxRecipients, {
      malformed: () => invalidAddress(field),
      tooMany: () =>
        new ProviderError("invalid", `The \`${field}\` field has more than ${maxRecipients} recipients.`, { field }),
    });
  }
  const recipients = parseField("to", to);
  if (recipients.length === 0) throw invalidAddress("to");
  return {
    // Without `readHeader`: a text so long that a placeholder stands for it is no address, and is rejected.
    from: parseAddress(from, () => invalidAddress("from")),
    to: recipients,
    cc: parseField("cc", cc),
    bcc: parseField("bcc", bcc),
    replyTo: parseField("reply_to", reply_to),
    subject: readHeader(subject),
    text: text == null ? undefined : readText(text),
    html: html == null ? undefined : readText(html),
    headers: Object.entries(readTexts(headers, readHeader)),
  };
}

function toReply(body: object): ProviderReply {
  return { status: 200, body };
}

function describeFieldError(field: string, isMissing: boolean): string {
  return isMissing ? `Missing \`${field}\` field.` : `Invalid \`${field}\` field.`;
}

function invalidAddress(field: string): ProviderError {
  const form = "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";
  return new ProviderError("invalid", `Invalid \`${field}\` field. ${form}`, { field });
}
