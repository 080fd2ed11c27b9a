import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { toTimestamp } from "../../clock.ts";
import { parseAddress, parseAddressList } from "../addresses.ts";
import type { OutgoingMail, ProviderOutlet } from "../outgoing.ts";
import type { Provider, ProviderReply, ProviderRequest } from "../provider.ts";
import { httpStatuses, ProviderError, type ProviderFault, toProviderError } from "../provider-error.ts";
import { optionalText, parseShape, shortList } from "../shape.ts";

/** Recipients of one field, mails of one batch, and custom headers of one mail. */
const maxRecipients = 50;
const maxBatch = 500;
const maxHeaders = 100;

const emailShape = v.object({
  From: v.string(),
  To: optionalText,
  Cc: optionalText,
  Bcc: optionalText,
  ReplyTo: optionalText,
  Subject: optionalText,
  TextBody: optionalText,
  HtmlBody: optionalText,
  Headers: v.nullish(shortList(v.object({ Name: v.string(), Value: v.string() }), maxHeaders)),
});

/** Postmark's code of an error about the request's fields. */
const invalidRequest = 300;
/** Postmark's codes of errors (https://postmarkapp.com/developer/api/overview#error-codes). */
const errorCodes: Record<ProviderFault, number> = {
  invalid: invalidRequest,
  unauthenticated: 10,
  forbidden: 10,
  not_found: invalidRequest,
  not_implemented: invalidRequest,
  too_large: invalidRequest,
  media_type: 402,
  conflict: invalidRequest,
  rate_limited: 429,
  failed: 100,
  unavailable: 100,
};
/** Statuses other than the usual ones. */
const statusByFault = { ...httpStatuses, invalid: 422, forbidden: 401 } as const;

/** Postmark: https://postmarkapp.com/developer/api/email-api */
export const postmark: Provider = {
  title: "Postmark",
  hosts: /^api\.postmarkapp\.com$/,
  setup: {
    needsProviderPort: false,
    toVariables: ({ baseUrl, key }) => ({
      POSTMARK_REQUEST_HOST: baseUrl.replace(/^https?:\/\//, ""),
      POSTMARK_SERVER_TOKEN: key,
    }),
    code: [
      'import { ServerClient } from "postmark";',
      "",
      "const requestHost = process.env.POSTMARK_REQUEST_HOST;",
      "const client = new ServerClient(process.env.POSTMARK_SERVER_TOKEN, { requestHost, useHttps: false });",
    ].join("\n"),
    credential: "the server token",
    notes: [
      "`useHttps` is `false` only if this server's URL is http.",
      "The mails of a batch have a result each, as at Postmark. Templates get 501.",
    ],
  },
  readCredential: (headers) => headers.get("x-postmark-server-token"),
  routes: [
    {
      path: "/email",
      channel: "mail",
      body: "json",
      respond: async (request, outlet) => ({ status: 200, body: await sendOneMail(request.body, request, outlet) }),
    },
    {
      path: "/email/batch",
      channel: "mail",
      body: "json",
      /** Sends a batch. As at Postmark, each mail has a result of its own, and the others are sent if one is wrong. */
      async respond(request, outlet) {
        const results: object[] = [];
        for (const body of parseShape(shortList(v.unknown(), maxBatch), request.body))
          results.push(await sendOneMail(body, request, outlet).catch(toInvalidResult));
        return { status: 200, body: results };
      },
    },
  ],
  toErrorReply: ({ fault, message, headers }) => toErrorReply(fault, message, headers),
};

function toErrorReply(fault: ProviderFault, message: string, headers: Record<string, string>): ProviderReply {
  return { status: statusByFault[fault], body: { ErrorCode: errorCodes[fault], Message: message }, headers };
}

/** Returns the result of one invalid mail in a batch. @throws every other error, which fails the whole batch */
function toInvalidResult(error: unknown): object {
  const providerError = toProviderError(error);
  if (providerError?.fault !== "invalid") throw error;
  return { ErrorCode: errorCodes.invalid, Message: providerError.message };
}

/** Sends one mail and returns its result, as Postmark's API has it. */
async function sendOneMail(body: unknown, request: ProviderRequest, outlet: ProviderOutlet): Promise<object> {
  const fields = parseShape(emailShape, body);
  await outlet.sendMail(toMail(fields, request));
  const { readHeader } = request;
  return {
    // As the app has sent them. The reader of the body has replaced a long list by a placeholder; `readHeader` returns the list.
    To: readHeader(fields.To ?? ""),
    ...(fields.Cc && { Cc: readHeader(fields.Cc) }),
    ...(fields.Bcc && { Bcc: readHeader(fields.Bcc) }),
    SubmittedAt: toTimestamp(outlet.now()),
    MessageID: randomUUID(),
    ErrorCode: 0,
    Message: "OK",
  };
}

/**
 * Converts one mail. `readText` and `readHeader` return the long text that a placeholder stands for; `readHeader` accepts shorter ones
 * only, as headers are short. @throws ProviderError
 */
function toMail(fields: v.InferOutput<typeof emailShape>, { readText, readHeader }: ProviderRequest): OutgoingMail {
  const { TextBody: text, HtmlBody: html } = fields;
  if (!text && !html) throw new ProviderError("invalid", "Provide either email TextBody or HtmlBody or both.");
  /**
   * Returns the addresses in a comma-separated field of the mail. `readHeader` returns the text of a field: the body's parser has
   * replaced each long one by a placeholder.
   */
  function parseField(name: "To" | "Cc" | "Bcc" | "ReplyTo") {
    const parsed = parseAddressList(readHeader(fields[name] ?? ""), (addressText) => invalidAddress(name, addressText));
    if (parsed.length > maxRecipients)
      throw new ProviderError("invalid", `The field ${name} has more than ${maxRecipients} addresses.`);
    return parsed;
  }
  const [to, cc, bcc] = [parseField("To"), parseField("Cc"), parseField("Bcc")];
  if (to.length + cc.length + bcc.length === 0) throw new ProviderError("invalid", "Zero recipients specified");
  return {
    // Without `readHeader`: a text so long that a placeholder stands for it is no address, and is rejected.
    from: parseAddress(fields.From, (addressText) => invalidAddress("From", addressText)),
    to,
    cc,
    bcc,
    replyTo: parseField("ReplyTo"),
    subject: readHeader(fields.Subject ?? ""),
    text: text ? readText(text) : undefined,
    html: html ? readText(html) : undefined,
    headers: (fields.Headers ?? []).map(({ Name, Value }) => [Name, readHeader(Value)] as const),
  };
}

function invalidAddress(field: string, addressText: string): ProviderError {
  return new ProviderError("invalid", `Invalid '${field}' address: '${addressText}'.`, { field });
}
