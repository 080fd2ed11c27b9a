import { brotliDecompressSync, constants, gunzipSync, inflateSync } from "node:zlib";
import { maskBody, maskHeaders } from "../requests/mask.ts";
import type { RecordedMessage } from "./journal.ts";

/** A message for the page: decoded if it is text, with secrets masked. */
export interface MessageView {
  headers: [name: string, value: string][];
  /** `null` if it is not text. */
  body: string | null;
  /** Size of the recorded body. */
  bytes: number;
  cut: boolean;
}

/**
 * Decodes a recorded message for the page, and masks its secrets. A body that is not text becomes `null`: the page shows its size alone.
 * `cut`: only the beginning of the body was recorded.
 */
export function toView({ headers, body, cut }: RecordedMessage): MessageView {
  const text = toText(body, headerOf(headers, "content-encoding"), headerOf(headers, "content-type"));
  return { headers: maskHeaders(headers), body: text === null ? null : maskBody(text), bytes: body.length, cut };
}

/** Against decompression bombs. */
const MAX_DECOMPRESSED_BYTES = 4_000_000;

/** Returns a body as text, or `null` if it is not text or its encoding is unknown. */
function toText(body: Buffer, encoding: string, type: string): string | null {
  try {
    const bytes = decompress(body, encoding);
    const isBinary = bytes.includes(0);
    if (isBinary) return null;
    // As in `text/html; charset="utf-8"`.
    const charset = /charset="?([^\s;"]+)/i.exec(type)?.[1];
    return decode(bytes, charset);
  } catch {
    return null;
  }
}

/** Decompresses a body. A `…FLUSH` option accepts one that is cut at the recording's limit. @throws if the encoding is unknown */
function decompress(body: Buffer, encoding: string): Buffer {
  // Against decompression bombs.
  const limits = { maxOutputLength: MAX_DECOMPRESSED_BYTES };
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return body;
    case "gzip":
    case "x-gzip":
      return gunzipSync(body, { ...limits, finishFlush: constants.Z_SYNC_FLUSH });
    case "deflate":
      return inflateSync(body, { ...limits, finishFlush: constants.Z_SYNC_FLUSH });
    case "br":
      return brotliDecompressSync(body, { ...limits, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw new Error("unsupported content encoding");
  }
}

/** Decodes text, as UTF-8 if the charset is unknown. @throws if the bytes are not valid in the charset */
function decode(bytes: Buffer, charset = "utf-8"): string {
  // Streaming mode, because the recorded body may end within a character.
  return new TextDecoder(isCharset(charset) ? charset : "utf-8", { fatal: true }).decode(bytes, { stream: true });
}

/** Returns whether `TextDecoder` knows the charset. */
function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
}

/** Returns the value of a header; "" if it is missing. */
function headerOf(flat: readonly string[], name: string): string {
  const nameIndex = flat.findIndex((entry, index) => index % 2 === 0 && entry.toLowerCase() === name);
  return nameIndex < 0 ? "" : flat[nameIndex + 1]!;
}
