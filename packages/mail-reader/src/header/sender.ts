import { type Address, addressParser, type Mailbox } from "postal-mime";
import type { CharsetClues } from "../charsets/decode-text.ts";
import { normalizeWords } from "./encoded-words.ts";

/** Longer From headers are cut. */
const MAX_FROM_LENGTH = 2048;

/** Common form `Name <a@b>`, which needs no address parser. */
const PLAIN_SENDER = /^(?:[A-Za-z0-9_.-]+ )*<[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*>$/;

/** Returns the first mailbox of the From header as `Name <a@b>`, else the envelope's sender. */
export function parseSender(from: string | undefined, envelopeSender: string, clues: CharsetClues): string {
  if (from === undefined) return envelopeSender;
  if (from.length < MAX_FROM_LENGTH && PLAIN_SENDER.test(from)) return from.startsWith("<") ? from.slice(1, -1) : from;
  const mailboxes = addressParser(hideMisleadingSyntax(normalizeWords(from.slice(0, MAX_FROM_LENGTH), clues))).flatMap(
    toMailboxes,
  );
  const index = mailboxes.findIndex(({ address }) => address !== "");
  if (index >= 0) {
    // An unquoted comma splits a name into several mailboxes; the address belongs to all of them.
    const names = mailboxes.slice(0, index + 1).map(({ name }) => restoreText(name));
    return formatSender(names.filter((name) => name !== "").join(", "), toAddress(mailboxes[index]?.address ?? ""));
  }
  const name = restoreText(mailboxes[0]?.name ?? "");
  // Local mail and UUCP have senders without an @.
  if (/^[^\s,;:<>"]+$/.test(name)) return formatSender(trailingComment(from), name);
  return envelopeSender || name;
}

function toMailboxes(address: Address): Mailbox[] {
  return address.group ?? [address];
}

function formatSender(name: string, address: string): string {
  return name === "" || name === address ? address : `${name} <${address}>`;
}

function trailingComment(from: string): string {
  return restoreText(/\(([^()]*)\)\s*$/.exec(from)?.[1] ?? "");
}

/** Removes what old and faulty mailers add to an address: a source route (RFC 822), a scheme, blanks around dots. */
function toAddress(text: string): string {
  return restoreText(text)
    .replace(/^<*(?:mailto:)?(?:@[^:<>]*:)?/i, "")
    .replace(/ *([@.]) */g, "$1");
}

/** Private-use characters that hide syntax from the address parser until `restoreText`. */
const PLACEHOLDERS: Record<string, string> = { "(": "\ue000", ")": "\ue001", ":": "\ue002", ";": "\ue003" };
const PLACEHOLDER_ORIGINALS = Object.fromEntries(Object.entries(PLACEHOLDERS).map(([wild, tamed]) => [tamed, wild]));
const hideSyntax = (text: string) => text.replace(/[():;]/g, (character) => PLACEHOLDERS[character] ?? character);

/**
 * Hides syntax that the address parser misunderstands: nested comments, comments inside addresses, a colon or semicolon that
 * does not form a group, and unclosed brackets.
 */
function hideMisleadingSyntax(header: string): string {
  const from = header.includes(":") ? header : header.replace(/>[\s;,]+$/, ">");
  if (!/[(\\:;]|<</.test(from)) return from;
  const hasGroup = from.includes(":") && from.includes(";");
  let tamed = "";
  let depth = 0;
  let isQuoted = false;
  let isInside = false;
  for (const [piece] of from.matchAll(/\\.|[^\\]|\\$/gs)) {
    if (depth === 0 && piece === '"') isQuoted = !isQuoted;
    if (isQuoted) {
      tamed += piece;
      continue;
    }
    if (depth === 0 && (piece === "<" || piece === ">")) {
      if (isInside === (piece === "<")) continue;
      isInside = piece === "<";
    }
    if (piece === "(") depth += 1;
    if (depth === 0) tamed += /[:;]/.test(piece) && !isInside && !hasGroup ? hideSyntax(piece) : piece;
    else if (!isInside) tamed += depth > 1 || piece.length > 1 ? hideSyntax(piece.replace("\\", "")) : piece;
    if (piece === ")" && depth > 0) depth -= 1;
  }
  return depth === 0 ? tamed : from.replace(hasGroup ? /[()]/g : /[():;]/g, hideSyntax);
}

function restoreText(text: string): string {
  return text
    .replace(/[\ue000-\ue003]/g, (character) => PLACEHOLDER_ORIGINALS[character] ?? character)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
