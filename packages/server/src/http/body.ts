import { toUSVString } from "node:util";
import { Problem } from "../problem.ts";

/** Larger bodies are rejected without reading the rest (contract section 1). */
export const maxBodyBytes = 1024 * 1024;
/** Time in which a body must arrive, so that a stalled client does not occupy resources. */
export const bodyTimeoutMs = 30_000;

/** Reads a JSON body with `readText`; `undefined` if it is missing. @throws Problem 413, 415 or 400 */
export async function readJson(request: Request, readText = () => readBody(request)): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const isJson = type === undefined || type === "" || type === "application/json" || type.endsWith("+json");
  // A body that is too large gets 413 below, whatever its type.
  const needsJsonType = hasBody(request) && !isTooLarge(request);
  if (!isJson && needsJsonType)
    throw new Problem(
      "unsupported_media_type",
      `The body is declared as ${type}. Send JSON, with Content-Type: application/json.`,
    );
  const json = await readText();
  if (json.trim() === "") return undefined;
  // UTF-8 cannot contain a lone surrogate (half an emoji), but a JSON escape can. The reviver that replaces it is slow.
  const hasEscapedSurrogate = /\\ud[89a-f]/i.test(json);
  try {
    return JSON.parse(json, hasEscapedSurrogate ? toWellFormed : undefined);
  } catch {
    throw new Problem("invalid_request", "The body is not valid JSON.");
  }
}

/** Replaces half emojis, left by phones that cut an SMS, with U+FFFD. JSON can express them, but many parsers reject it. */
function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? toUSVString(value) : value;
}

/** Returns the raw body; empty if it is missing. @throws Problem 413 or 400 */
export async function readBody(request: Request): Promise<string> {
  if (isTooLarge(request)) throw toTooLargeProblem();
  return request.body && hasBody(request) ? decodeStream(request.body) : "";
}

/** Returns whether the declared length is above the limit. A body without a declared length is checked while it is read. */
function isTooLarge({ headers }: Request): boolean {
  return Number(headers.get("content-length") ?? 0) > maxBodyBytes;
}

/** Returns whether a body was sent that is not empty. */
function hasBody({ headers, body }: Request): boolean {
  return body !== null && headers.get("content-length") !== "0";
}

/** Reads a body as UTF-8, within the limits of size and time. @throws Problem 413 or 400 */
async function decodeStream(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  // Not awaited: the rest of the upload may never arrive.
  const stopReading = () => void reader.cancel().catch(() => {});
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stopReading();
  }, bodyTimeoutMs);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw toBrokenBodyProblem("The body broke off before its end.");
      });
      if (isLate) throw toBrokenBodyProblem(`The body did not arrive within ${bodyTimeoutMs / 1000} seconds.`);
      if (done) break;
      size += value.byteLength;
      if (size > maxBodyBytes) {
        stopReading();
        throw toTooLargeProblem();
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Problem("invalid_request", "The body is not valid UTF-8.");
  }
}

/** Creates the problem of an incomplete body. The connection is closed, because the rest may still arrive on it. */
function toBrokenBodyProblem(reason: string): Problem {
  return new Problem("invalid_request", reason, { headers: { connection: "close" } });
}

/** Creates the 413 problem. The connection is closed, because the rest of the body would arrive on it. */
function toTooLargeProblem(): Problem {
  return new Problem("payload_too_large", "The request body is larger than 1 MiB. Send less at a time.", {
    headers: { connection: "close" },
  });
}
