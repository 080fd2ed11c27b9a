import { createHash } from "node:crypto";
import { jsonLimits, mailTimeoutMs, mediaTypeOf, readBytes } from "../http/body.ts";
import type { BodyLease } from "./body-budget.ts";
import { createLongTextReader, type JsonWithLongTexts } from "./long-texts.ts";
import type { ProviderRoute } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import { addField, type MultipartForm, readMultipart } from "./read-multipart.ts";
import { toSmallChunks } from "./small-chunks.ts";

const jsonType = "application/json";
const formType = "application/x-www-form-urlencoded";
const multipartType = "multipart/form-data";
const mediaTypes = {
  json: [jsonType],
  form: [formType],
  any: [jsonType, formType],
  multipart: [multipartType, formType],
} as const satisfies Record<ProviderRoute["body"], readonly string[]>;

/** Fields of a URL-encoded form. Parsing more would stall other requests. */
const maxFormFields = 2_000;
/** What base64 adds to a mail, which is what an attachment in JSON is. */
const base64Growth = 4 / 3;

/** A body, and the digest of its bytes. It tells whether a request with the same idempotency key is the same request. */
export interface ProviderBody extends JsonWithLongTexts {
  digest: string;
}

/**
 * Reads and parses the body of a request to a route. Counts its bytes in `lease`, which limits the memory of all bodies together, and
 * computes the digest that shows whether a request is a repeated one. Only a mail has attachments, and so a high limit; a URL-encoded form
 * has none. @throws ProviderError or Problem, for 413, 415 or 400
 */
export async function readProviderBody(
  request: Request,
  { body, channel }: ProviderRoute,
  { smtpMaxSize, lease }: { smtpMaxSize: number; lease: BodyLease },
): Promise<ProviderBody> {
  const type = mediaTypeOf(request);
  const allowed: readonly string[] = mediaTypes[body];
  if (type === undefined || !allowed.includes(type))
    throw new ProviderError("media_type", `Send the body with Content-Type: ${allowed.join(" or ")}.`);
  const maxBytes = Math.ceil(smtpMaxSize * base64Growth);
  const mailLimits = { maxBytes, shownLimit: `${maxBytes} bytes (4/3 of --smtp-max-size)`, timeoutMs: mailTimeoutMs };
  const isUrlEncoded = type === formType;
  const limits = channel === "mail" && !isUrlEncoded ? mailLimits : jsonLimits;
  const digest = createHash("sha256");
  /** Counts a chunk of the request's body, and adds it to the body's digest. */
  const onChunk = (chunk: Uint8Array) => {
    lease.add(chunk.byteLength);
    digest.update(chunk);
  };
  // Small chunks, so that other requests run meanwhile: a body that a program in this process sends arrives as a single large chunk.
  const chunks = observe(toSmallChunks(readBytes(request, limits)), onChunk);
  const parsed = await parseBody(chunks, type, request);
  return { ...parsed, digest: digest.digest("hex") };
}

/** Parses the body of a request by its media type (`type`): JSON, a URL-encoded form or a multipart form. */
async function parseBody(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
  request: Request,
): Promise<JsonWithLongTexts> {
  if (type === multipartType) {
    const { fields, message } = await readMultipart(chunks, request.headers.get("content-type") ?? "");
    // The file `message` is a whole mail. Its bytes are kept beside the fields, among which it is empty.
    if (message) fields.set("message", "");
    return toForm(fields, message ?? []);
  }
  if (type === formType) return toForm(await parseUrlEncoded(chunks));
  // Leaves long strings, mostly attachments, unparsed: `JSON.parse` of all would stall other requests.
  const jsonReader = createLongTextReader();
  for await (const chunk of chunks) jsonReader.write(chunk);
  return jsonReader.end();
}

/** Parses a URL-encoded form, once it is complete. Counts its fields first, because parsing too many would stall other requests. */
async function parseUrlEncoded(chunks: AsyncIterable<Uint8Array>): Promise<MultipartForm["fields"]> {
  const bytes: Uint8Array[] = [];
  for await (const chunk of chunks) bytes.push(chunk);
  const text = Buffer.concat(bytes).toString("utf8");
  if (text.split("&", maxFormFields + 1).length > maxFormFields)
    throw new ProviderError("too_large", `The form has more than ${maxFormFields} fields.`);
  const fields: MultipartForm["fields"] = new Map();
  for (const [name, value] of new URLSearchParams(text)) addField(fields, name, value);
  return fields;
}

/** Yields the chunks, and calls the function with each first, so that a body is counted and hashed while it is parsed. */
async function* observe(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}

/**
 * Returns a form's fields as a body. `file` is the raw mail in the field `message`, which then has an empty text. Unlike JSON, a
 * form has no placeholders for long texts, so each value is the text itself.
 */
function toForm(fields: MultipartForm["fields"], file: readonly Uint8Array[] = []): JsonWithLongTexts {
  return {
    value: Object.fromEntries(fields),
    readText: (value) => value,
    readHeader: (value) => value,
    /** Yields the bytes of a field with this value. */
    async *readBytes(value) {
      // Called for the field `message` alone. It is empty if the raw mail was uploaded as a file, which is kept apart.
      if (value === "") yield* file;
      else yield Buffer.from(value);
    },
  };
}
