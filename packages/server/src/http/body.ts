import { toUSVString } from "node:util";
import { Problem } from "../problem.ts";
import { type BodyLimits, readChunks, toTooLargeProblem } from "./read-chunks.ts";

/** Larger bodies are rejected without reading the rest (contract section 1). */
export const maxBodyBytes = 1024 * 1024;
/** Time in which a body must arrive, so that a stalled client does not occupy resources. */
export const bodyTimeoutMs = 30_000;
export const jsonLimits: BodyLimits = { maxBytes: maxBodyBytes, shownLimit: "1 MiB", timeoutMs: bodyTimeoutMs };
/** A mail is larger than JSON and may come over a slow line. */
export const mailTimeoutMs = 60_000;

/**
 * Reads a JSON body with `readText`; `undefined` if it is missing. Half emojis (lone surrogates), which JSON can escape, become U+FFFD.
 *
 * @throws Problem 413 for a body that is too large, whatever its type; 415 or 400
 */
export async function readJson(request: Request, readText = () => readBody(request)): Promise<unknown> {
  const type = mediaTypeOf(request) ?? "";
  // A client that names no type means JSON. A type such as `application/cloudevents+json` is JSON too (RFC 6839).
  const isJson = type === "" || type === "application/json" || type.endsWith("+json");
  const needsJsonType = bodyOf(request) !== null && !isTooLarge(request);
  if (!isJson && needsJsonType)
    throw new Problem(
      "unsupported_media_type",
      `The body is declared as ${type}. Send JSON, with Content-Type: application/json.`,
    );
  const json = await readText();
  if (json.trim() === "") return undefined;
  const hasEscapedSurrogate = /\\ud[89a-f]/i.test(json);
  try {
    return JSON.parse(json, hasEscapedSurrogate ? toWellFormed : undefined);
  } catch {
    throw new Problem("invalid_request", "The body is not valid JSON.");
  }
}

/**
 * The `reviver` of `JSON.parse` that replaces half emojis (lone surrogates) with U+FFFD. They come from phones that cut an SMS. JSON
 * can escape them, but the parsers of many clients reject such JSON. It is slow, so it is used only for a body with such an escape.
 */
function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? toUSVString(value) : value;
}

/** Returns the chunks of a mail that is sent as the body. @throws Problem 413, 415 or 400, also while they are read */
export function readMail(request: Request, maxBytes: number): AsyncIterable<Uint8Array> {
  const limits = { maxBytes, shownLimit: `${maxBytes} bytes (--smtp-max-size)`, timeoutMs: mailTimeoutMs };
  // The size is checked first: a body that is too large gets 413, whatever its type.
  if (isTooLarge(request, maxBytes)) throw toTooLargeProblem(limits.shownLimit);
  if (mediaTypeOf(request) !== mailType)
    throw new Problem("unsupported_media_type", `Send the mail as it is, with Content-Type: ${mailType}.`);
  const body = bodyOf(request);
  if (!body) throw new Problem("invalid_request", "The body, which is the mail, is missing.");
  return readChunks(body, limits);
}

const mailType = "message/rfc822";

/** Returns the body's media type in lower case, without parameters. */
export function mediaTypeOf({ headers }: Request): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

/**
 * Returns the chunks of a body within the limits; none if it is missing or empty.
 *
 * @throws Problem 413 at once for a declared length above the limit. Reading the chunks throws 413 or 400.
 */
export function readBytes(request: Request, limits: BodyLimits): AsyncIterable<Uint8Array> {
  if (isTooLarge(request, limits.maxBytes)) throw toTooLargeProblem(limits.shownLimit);
  const body = bodyOf(request);
  return body ? readChunks(body, limits) : noChunks();
}

async function* noChunks(): AsyncGenerator<never, void, undefined> {}

/** Returns the body as text; empty if it is missing. By default within the limits for JSON. @throws Problem 413 or 400 */
export async function readBody(request: Request, limits = jsonLimits): Promise<string> {
  if (isTooLarge(request, limits.maxBytes)) throw toTooLargeProblem(limits.shownLimit);
  const body = bodyOf(request);
  return body ? decodeStream(body, limits) : "";
}

/** Returns whether the declared length is above the limit. A body without a declared length is checked while it is read. */
function isTooLarge({ headers }: Request, maxBytes = maxBodyBytes): boolean {
  return Number(headers.get("content-length") ?? 0) > maxBytes;
}

/** Returns the body; `null` if none was sent, or an empty one. */
function bodyOf({ headers, body }: Request): Request["body"] {
  return headers.get("content-length") === "0" ? null : body;
}

/** Reads a body as UTF-8. @throws Problem 413 if it is too large; 400 if it is too late, breaks off or is not UTF-8 */
async function decodeStream(body: ReadableStream<Uint8Array>, limits: BodyLimits): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(body, limits)) chunks.push(chunk);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Problem("invalid_request", "The body is not valid UTF-8.");
  }
}
