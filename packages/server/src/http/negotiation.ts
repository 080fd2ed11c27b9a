import { createHash } from "node:crypto";

/** Encodings, best first, with the file extension that the build uses. */
export const supportedEncodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;
export type Encoding = (typeof supportedEncodings)[number];

/** Returns a strong ETag: a hash of the content, in quotes. 32 characters are 192 bits, so two contents never have the same. */
export const toEtag = (bytes: Uint8Array | string) =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 32)}"`;

/** Returns whether the client has this version. `If-None-Match` is `*` or a list of ETags such as `W/"x"` (RFC 9110, 13.1.2). */
export function isNotModified({ headers }: Request, etag: string): boolean {
  const clientTags = headers
    .get("if-none-match")
    ?.split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  return clientTags?.some((tag) => tag === etag || tag === "*") ?? false;
}

/** Returns whether `Accept-Encoding` has this encoding, and not with `;q=0`, which excludes it (RFC 9110 section 12.5.3). */
export function acceptsEncoding({ headers }: Request, encoding: Encoding["name"]): boolean {
  return (headers.get("accept-encoding") ?? "").split(",").some((part) => {
    const [name = "", ...parameters] = part.trim().toLowerCase().split(";");
    const isRejected = parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
    return name.trim() === encoding && !isRejected;
  });
}
