import { brotliDecompressSync, constants, gunzipSync, inflateSync } from "node:zlib";
import type { Message } from "./journal.ts";
import { maskBody, maskHeaders } from "./mask.ts";

/** A message as the page shows it: readable where it is text, and without secrets. */
export interface MessageView {
  headers: [name: string, value: string][];
  /** `null` for what is no text. */
  body: string | null;
  /** How many bytes of the body are kept. */
  bytes: number;
  cut: boolean;
}

export function toView({ headers, body, cut }: Message): MessageView {
  const text = toText(body, headerOf(headers, "content-encoding"), headerOf(headers, "content-type"));
  return { headers: maskHeaders(headers), body: text === null ? null : maskBody(text), bytes: body.length, cut };
}

/** A small body may unpack to a huge one. */
const UNPACKED_LIMIT = 4_000_000;

function toText(body: Buffer, encoding: string, type: string): string | null {
  try {
    const bytes = unpack(body, encoding);
    if (bytes.includes(0)) return null;
    // The end may be cut off within a character, which is no reason to show nothing.
    return decode(bytes, /charset="?([^\s;"]+)/i.exec(type)?.[1]);
  } catch {
    return null;
  }
}

function unpack(body: Buffer, encoding: string): Buffer {
  const limits = { maxOutputLength: UNPACKED_LIMIT };
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
      throw new Error("not an encoding that is read here");
  }
}

/** Throws on what is no text. */
function decode(bytes: Buffer, charset = "utf-8"): string {
  return new TextDecoder(isCharset(charset) ? charset : "utf-8", { fatal: true }).decode(bytes, { stream: true });
}

function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
}

function headerOf(flat: readonly string[], name: string): string {
  const at = flat.findIndex((entry, index) => index % 2 === 0 && entry.toLowerCase() === name);
  return at < 0 ? "" : flat[at + 1]!;
}
