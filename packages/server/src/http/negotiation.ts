import { createHash } from "node:crypto";

/** Best first; each with the ending of the file that a build made. */
export const supportedEncodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;
export type Encoding = (typeof supportedEncodings)[number];

export const toEtag = (bytes: Uint8Array | string) =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 32)}"`;

/** Whether the reader has what bears this tag. RFC 9110 section 13.1.2: a list, weak validators too, or any. */
export function isNotModified({ headers }: Request, etag: string): boolean {
  const known = headers
    .get("if-none-match")
    ?.split(",")
    .map((one) => one.trim().replace(/^W\//, ""));
  return known?.some((one) => one === etag || one === "*") ?? false;
}

/** Whether the reader names this encoding and does not refuse it by `q=0` (RFC 9110 section 12.5.3). */
export function acceptsEncoding({ headers }: Request, encoding: Encoding["name"]): boolean {
  return (headers.get("accept-encoding") ?? "").split(",").some((part) => {
    const [name = "", ...parameters] = part.trim().toLowerCase().split(";");
    return name.trim() === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });
}
