import { type Address, addressParser, type Mailbox } from "postal-mime";
import type { CharsetClues } from "../charsets/decode-text.ts";
import { normalizeWords } from "./encoded-words.ts";

/** Longer From headers are cut, because the address parser takes quadratic time. */
const MAX_FROM_LENGTH = 2048;

/** Common form `Name <a@b>`, which needs no address parser. */
const PLAIN_SENDER = /^(?:[A-Za-z0-9_.-]+ )*<[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*>$/;

/** Local mail and UUCP have senders without an @. */
const LOCAL_SENDER = /^[^\s,;:<>"]+$/;

/**
 * Returns the first mailbox of the From header as `Name <a@b>` or `a@b`. Without an email address, returns a local name, which old mail
 * has: `root (Cron)` becomes `Cron <root>`. Else returns the envelope's sender, or what the header has for a bounce, whose envelope is "".
 */
export function parseSender(from: string | undefined, envelopeSender: string, clues: CharsetClues): string {
  if (from === undefined) return envelopeSender;
  const needsNoParser = from.length < MAX_FROM_LENGTH && PLAIN_SENDER.test(from);
  const isNameless = from.startsWith("<");
  if (needsNoParser) return isNameless ? from.slice(1, -1) : from;
  const header = hideMisleadingSyntax(normalizeWords(from.slice(0, MAX_FROM_LENGTH), clues));
  const mailboxes = addressParser(header).flatMap(toMailboxes);
  const index = mailboxes.findIndex(({ address }) => address !== "");
  if (index >= 0) {
    // An unquoted comma splits a name into several mailboxes; the address belongs to all of them.
    const names = mailboxes.slice(0, index + 1).map(({ name }) => restoreSyntax(name));
    return formatSender(names.filter((name) => name !== "").join(", "), cleanAddress(mailboxes[index]?.address ?? ""));
  }
  const name = restoreSyntax(mailboxes[0]?.name ?? "");
  const isLocalName = LOCAL_SENDER.test(name);
  if (isLocalName) return formatSender(trailingComment(from), name);
  const isBounce = envelopeSender === "";
  return isBounce ? name : envelopeSender;
}

/** Returns the members of a group, such as `Team: a@b, c@d;`, else the address itself. */
function toMailboxes(address: Address): Mailbox[] {
  return address.group ?? [address];
}

function formatSender(name: string, address: string): string {
  return name === "" || name === address ? address : `${name} <${address}>`;
}

/** Returns the comment at the end, which old mail uses for the name: `user (Full Name)`. */
function trailingComment(from: string): string {
  return restoreSyntax(/\(([^()]*)\)\s*$/.exec(from)?.[1] ?? "");
}

/**
 * Removes what old and faulty mailers add to an address: more `<`, a source route (RFC 822), a scheme, blanks around dots. First restores
 * the `:` of `<mailto:a@b>`, which `hideMisleadingSyntax` replaced by a placeholder if the header has an unclosed comment.
 */
function cleanAddress(text: string): string {
  return restoreSyntax(text)
    .replace(/^<*(?:mailto:)?(?:@[^:<>]*:)?/i, "")
    .replace(/ *([@.]) */g, "$1");
}

/** Private-use characters that hide syntax from the address parser until `restoreSyntax`. */
const PLACEHOLDERS: Record<string, string> = { "(": "\ue000", ")": "\ue001", ":": "\ue002", ";": "\ue003" };
const PLACEHOLDER_ORIGINALS = Object.fromEntries(
  Object.entries(PLACEHOLDERS).map(([original, placeholder]) => [placeholder, original]),
);
const hideSyntax = (text: string) => text.replace(/[():;]/g, (character) => PLACEHOLDERS[character] ?? character);

/**
 * Hides syntax that the address parser misunderstands by placeholders, which `restoreSyntax` reverts: nested comments, a colon
 * or semicolon that does not form a group, and unclosed parentheses. Drops comments inside addresses, stray `<` and `>`, and
 * separators after a `>` at the end, unless the header has a colon: then a semicolon there may end a group.
 */
function hideMisleadingSyntax(header: string): string {
  const maySemicolonEndGroup = header.includes(":");
  const from = maySemicolonEndGroup ? header : dropTrailingSeparators(header);
  const hasSyntaxToHide = /[(\\:;]|<</.test(from);
  if (!hasSyntaxToHide) return from;
  const hasGroup = from.includes(":") && from.includes(";");
  const hidden = hideInTokens(from, hasGroup);
  if (hidden !== null) return hidden;
  // With an unclosed comment, all parentheses count as text, and `:` and `;` too if there is no group.
  return from.replace(hasGroup ? /[()]/g : /[():;]/g, hideSyntax);
}

/** Drops stray separators after the last address. */
function dropTrailingSeparators(header: string): string {
  return header.replace(/>[\s;,]+$/, ">");
}

/** A character, with its backslash if it is escaped; at the end, perhaps a lone backslash. */
const TOKEN = /\\.|[^\\]|\\$/gs;

/**
 * Rewrites a From header so that the address parser does not misread it. Outside of `<…>`, hides nested and escaped parentheses of
 * comments. If the header has no group, also hides each `:` and `;` outside of comments, because the parser would begin a group at a `:`.
 * Drops comments inside `<…>`, a `<` inside it and a `>` outside of it. Returns `null` if a comment is not closed: then the caller takes
 * parentheses for text.
 */
function hideInTokens(from: string, hasGroup: boolean): string | null {
  let hidden = "";
  let commentDepth = 0;
  let isQuoted = false;
  /** Whether the position is between `<` and `>`. */
  let isInAddress = false;
  for (const [token] of from.matchAll(TOKEN)) {
    if (commentDepth === 0 && token === '"') isQuoted = !isQuoted;
    if (isQuoted) {
      hidden += token;
      continue;
    }
    const isBracket = token === "<" || token === ">";
    if (commentDepth === 0 && isBracket) {
      const opensAddress = token === "<";
      const isStray = isInAddress === opensAddress;
      if (isStray) continue;
      isInAddress = opensAddress;
    }
    if (token === "(") commentDepth += 1;
    const isInComment = commentDepth > 0;
    if (!isInComment) {
      const isMisleading = /[:;]/.test(token) && !isInAddress && !hasGroup;
      hidden += isMisleading ? hideSyntax(token) : token;
    } else if (!isInAddress) {
      // A comment inside an address is dropped. Elsewhere only the outermost parentheses remain syntax.
      const isEscaped = token.length > 1;
      const isText = commentDepth > 1 || isEscaped;
      hidden += isText ? hideSyntax(token.replace("\\", "")) : token;
    }
    if (token === ")" && commentDepth > 0) commentDepth -= 1;
  }
  return commentDepth === 0 ? hidden : null;
}

/**
 * Restores the syntax that `hideMisleadingSyntax` replaced by private-use characters. Turns white space and control characters into
 * blanks.
 */
function restoreSyntax(text: string): string {
  return text
    .replace(/[\ue000-\ue003]/g, (character) => PLACEHOLDER_ORIGINALS[character] ?? character)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
