import { type Address, addressParser, type Mailbox } from "postal-mime";
import type { CharsetClues } from "../charsets/decode-text.ts";
import { normalizeWords } from "./encoded-words.ts";

/** Longer From headers hold nothing a reader wants. */
const MAX_FROM_LENGTH = 2048;

/** What nearly everyone writes, and what reads the same without a parser. */
const PLAIN_SENDER = /^(?:[A-Za-z0-9_.-]+ )*<[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*>$/;

/** The From header's first mailbox as `Name <a@b>`, else the envelope's sender. */
export function parseSender(from: string | undefined, envelopeSender: string, clues: CharsetClues): string {
  if (from === undefined) return envelopeSender;
  if (from.length < MAX_FROM_LENGTH && PLAIN_SENDER.test(from)) return from.startsWith("<") ? from.slice(1, -1) : from;
  const mailboxes = addressParser(hideMisleadingSyntax(normalizeWords(from.slice(0, MAX_FROM_LENGTH), clues))).flatMap(
    toMailboxes,
  );
  const index = mailboxes.findIndex(({ address }) => address !== "");
  if (index >= 0) {
    // A comma in a name that is not quoted cuts it in two: the address belongs to both halves.
    const names = mailboxes.slice(0, index + 1).map(({ name }) => restoreText(name));
    return formatSender(names.filter((name) => name !== "").join(", "), toAddress(mailboxes[index]?.address ?? ""));
  }
  const name = restoreText(mailboxes[0]?.name ?? "");
  // Local mail and UUCP know senders without an @.
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

/** The address without what old and careless mailers wrap it in: a source route (RFC 822), a scheme, blanks about its dots. */
function toAddress(text: string): string {
  return restoreText(text)
    .replace(/^<*(?:mailto:)?(?:@[^:<>]*:)?/i, "")
    .replace(/ *([@.]) */g, "$1");
}

/** Characters that would mean something to the address parser, and what stands for them until `tidy`. */
const PLACEHOLDERS: Record<string, string> = { "(": "\ue000", ")": "\ue001", ":": "\ue002", ";": "\ue003" };
const PLACEHOLDER_ORIGINALS = Object.fromEntries(Object.entries(PLACEHOLDERS).map(([wild, tamed]) => [tamed, wild]));
const hideSyntax = (text: string) => text.replace(/[():;]/g, (character) => PLACEHOLDERS[character] ?? character);

/**
 * The header as the address parser can take it. It knows neither comments in comments nor comments in addresses, nor that it
 * takes a colon and a semicolon to make a group, and that brackets without an end are nothing but text.
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
