import { randomUUID } from "node:crypto";
import { ProviderError } from "./provider-error.ts";

/** Longer strings are taken out of the JSON: most are attachments, which nobody reads. */
const longFromBytes = 1024;
/** Bytes of JSON besides long strings. Parsing more would stall other requests. */
const maxJsonBytes = 512 * 1024;
/** Bytes of one text. Longer ones would stall other requests. */
export const maxTextBytes = 2 * 1024 * 1024;
/** Bytes of all long texts of one request that become headers. Real ones are short, and encoding long ones would stall other requests. */
const maxHeaderBytes = 512 * 1024;
/** Characters of the longest escape sequence of JSON, such as \u002b. */
const maxEscapeLength = 6;
/** Base64 is decoded in groups of this many digits. */
const base64GroupLength = 4;

const quote = 0x22;
const backslash = 0x5c;

/** JSON whose long strings were replaced by placeholders. */
export interface JsonWithLongTexts {
  /** `undefined` for an empty body. */
  value: unknown;
  readText(value: string): string;
  readHeader(value: string): string;
  readBytes(value: string): AsyncIterable<Uint8Array>;
}

/** Collects JSON of any size without parsing its long strings, so that attachments do not stall the event loop. */
export function createLongTextReader() {
  /** Unguessable, so that a text of the request cannot pass for a placeholder. */
  const placeholderPrefix = `${randomUUID()}:`;
  const longTexts: Uint8Array[][] = [];
  const jsonPieces: Uint8Array[] = [];
  let jsonBytes = 0;
  /** Chunks of the current string. */
  let stringPieces: Uint8Array[] = [];
  let stringBytes = 0;
  let isInString = false;
  let isEscaped = false;

  return { write, end };

  /**
   * Reads a chunk: finds where strings begin and end, and passes on the bytes between. Loops over bytes, because searching for the
   * next quote or backslash takes quadratic time in hostile JSON.
   */
  function write(chunk: Uint8Array): void {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index];
      if (isEscaped) {
        isEscaped = false;
      } else if (byte === quote) {
        // Both quotes stay in the JSON: the first one ends the bytes before the string, the last one begins those after it.
        const end = isInString ? index : index + 1;
        add(chunk.subarray(start, end));
        start = end;
        if (isInString) endString();
        isInString = !isInString;
      } else {
        isEscaped = isInString && byte === backslash;
      }
    }
    add(chunk.subarray(start));
  }

  /** Adds bytes to the JSON. Those of a string are first kept apart: only its end shows whether it is short enough to stay there. */
  function add(chunk: Uint8Array): void {
    if (!isInString) {
      addJson(chunk);
      return;
    }
    stringPieces.push(chunk);
    stringBytes += chunk.byteLength;
  }

  /** Adds bytes to the JSON that will be parsed. @throws ProviderError `too_large` if there are too many */
  function addJson(chunk: Uint8Array): void {
    jsonBytes += chunk.byteLength;
    if (jsonBytes > maxJsonBytes)
      throw new ProviderError(
        "too_large",
        "The body has more than 512 KiB of JSON besides long texts and attachments.",
        {
          // The connection is closed, because the rest of the body would still arrive on it.
          headers: { connection: "close" },
        },
      );
    jsonPieces.push(chunk);
  }

  /**
   * Ends the current string. Keeps a short one in the JSON. Keeps the pieces of a long one in `longTexts`, and puts a placeholder
   * into the JSON: the index in that list, after a prefix that is random, so that no text of the request can pass for a placeholder.
   */
  function endString(): void {
    const isLong = stringBytes > longFromBytes;
    if (isLong) {
      const index = longTexts.push(stringPieces) - 1;
      addJson(Buffer.from(`${placeholderPrefix}${index}`));
    } else for (const piece of stringPieces) addJson(piece);
    stringPieces = [];
    stringBytes = 0;
  }

  /** Returns the long text for which a placeholder stands; `undefined` for another text, which cannot have the random prefix. */
  function findLongText(value: string): readonly Uint8Array[] | undefined {
    return value.startsWith(placeholderPrefix) ? longTexts[Number(value.slice(placeholderPrefix.length))] : undefined;
  }

  /** Parses the JSON after the last chunk. Returns it with the functions that read long texts. @throws ProviderError `invalid` */
  function end(): JsonWithLongTexts {
    const text = decodeUtf8(jsonPieces);
    const isCut = isInString;
    if (isCut) throw invalidJson();
    let headerBytes = 0;
    return {
      value: text.trim() === "" ? undefined : parseJson(text),
      /**
       * Returns a text of the body: the value itself, or the long text for which it stands, which is still unparsed JSON. Its length is
       * limited, because parsing a longer one would stall other requests. @throws ProviderError `too_large`
       */
      readText(value) {
        const longText = findLongText(value);
        if (longText === undefined) return value;
        if (byteLengthOf(longText) > maxTextBytes)
          throw new ProviderError("too_large", "A text of the mail has more than 2 MiB.");
        return parseString(decodeUtf8(longText));
      },
      /**
       * Returns a text for a header: the value itself, or the long text for which it stands, which is still unparsed JSON. All long texts
       * for headers of the request share a lower limit than `readText` has: encoding them would stall other requests.
       */
      readHeader(value) {
        const longText = findLongText(value);
        if (longText === undefined) return value;
        headerBytes += byteLengthOf(longText);
        if (headerBytes > maxHeaderBytes)
          throw new ProviderError("too_large", "The texts of headers and addresses have more than 512 KiB.");
        return parseString(decodeUtf8(longText));
      },
      /** Returns the bytes of a text in base64, in pieces. A short one gets the form of the long texts, which are still JSON. */
      readBytes: (value) => decodeBase64(findLongText(value) ?? [toInsideOfQuotes(value)]),
    };
  }
}

/** Returns a text as it is between the quotes of a JSON string, which is the form of the long texts. */
function toInsideOfQuotes(text: string): Uint8Array {
  return Buffer.from(JSON.stringify(text).slice(1, -1));
}

const byteLengthOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.byteLength, 0);

/** Decodes UTF-8. @throws ProviderError `invalid` */
function decodeUtf8(chunks: readonly Uint8Array[]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ProviderError("invalid", "The body is not valid UTF-8.");
  }
}

/** Parses JSON. @throws ProviderError `invalid` */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalidJson();
  }
}

const invalidJson = () => new ProviderError("invalid", "The body is not valid JSON.");

/** Decodes the escape sequences in the text between the quotes of a JSON string. @throws ProviderError `invalid` */
function parseString(inside: string): string {
  // The cast is true: between quotes stands a string, or `parseJson` throws.
  return parseJson(`"${inside}"`) as string;
}

/**
 * Decodes base64 inside a JSON string, such as a raw mail, chunk by chunk: the decoded bytes need not all be in memory.
 *
 * @throws ProviderError `invalid`
 */
async function* decodeBase64(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  let escaped = "";
  let digits = "";
  for (const chunk of chunks) {
    escaped += Buffer.from(chunk).toString("latin1");
    // A JSON escape near the end may go on in the next chunk, so all from there on is decoded with that chunk.
    const escapeNearEnd = escaped.indexOf("\\", Math.max(0, escaped.length - maxEscapeLength));
    const end = escapeNearEnd < 0 ? escaped.length : escapeNearEnd;
    digits += toBase64Digits(escaped.slice(0, end));
    escaped = escaped.slice(end);
    const decodableLength = digits.length - (digits.length % base64GroupLength);
    yield Buffer.from(digits.slice(0, decodableLength), "base64");
    digits = digits.slice(decodableLength);
  }
  yield Buffer.from(digits + toBase64Digits(escaped), "base64");
}

/** Returns the base64 digits in a piece of a JSON string, without line breaks. @throws ProviderError `invalid` */
function toBase64Digits(inside: string): string {
  const digits = parseString(inside).replace(/[\r\n]+/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) throw new ProviderError("invalid", "The mail is not valid base64.");
  return digits;
}
