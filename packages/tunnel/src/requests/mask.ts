import { maskTokens } from "@frontdesk/basics";
import { headerPairs } from "../wire/index.ts";

const SECRET = /authorization|cookie|token|secret|password|passwd|api-?key|apikey|session|signature/i;
const MASK = "•••";

/** Returns header pairs with secrets masked: whole values by the header's name, URL parameters and known tokens in the others. */
export function maskHeaders(flat: readonly string[]): [name: string, value: string][] {
  return [...headerPairs(flat)].map(([name, value]) => [name, SECRET.test(name) ? MASK : maskPath(value)]);
}

const URL_PARAMETER = /([?&#])([^?=&#]{1,200})=([^&#\s]*)/g;

/** Masks the values of secret parameters in a path or URL, also those after a `#`, and tokens of known formats anywhere in it. */
export function maskPath(path: string): string {
  const withoutParameters = path.replace(URL_PARAMETER, (parameter, separator: string, name: string) =>
    isSecretParameter(name) ? `${separator}${name}=${MASK}` : parameter,
  );
  return maskKnown(withoutParameters);
}

/** Returns whether a URL parameter of this name has a secret. */
function isSecretParameter(name: string): boolean {
  const decodedName = decodePercent(name);
  // `code` and the like count only as whole names: they are also parts of harmless ones, such as `zipcode` and `keyword`.
  return SECRET.test(decodedName) || /^(?:code|key|sig|auth)$/i.test(decodedName);
}

/** Decodes percent-encoding. Returns a malformed text as it is. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Masks secrets in a text body: in JSON, in forms, and tokens of known formats. */
export function maskBody(text: string): string {
  return maskKnown(maskParts(maskForm(maskJson(text))));
}

const NAME = /token|secret|password|passwd|api_?key|authorization/i;
const MAX_NAME_LENGTH = 200;
// A longer text in quotes is no name.
const isSecretName = (name: string) => name.length <= MAX_NAME_LENGTH && NAME.test(name);

/** JSON may be in a string of other JSON. Deeper than this it is not searched, so that the work for a text stays limited. */
const MAX_JSON_DEPTH = 4;

/**
 * Masks secret fields of JSON if they are strings or numbers: `{"password": "x"}` becomes `{"password": "•••"}`. Searches any other
 * value for further names, also a string, which may be JSON itself (`depth` counts these). Does not parse the text, because it may be
 * truncated. A quote without another one on its line opens no JSON string, so the search goes on in the next line. Takes linear time for
 * any text.
 */
function maskJson(text: string, depth = 0): string {
  let masked = "";
  let copiedTo = 0;
  for (let open = text.indexOf('"'); open >= 0; ) {
    const close = endOfString(text, open);
    const value = close < 0 ? -1 : startOfValue(text, close + 1);
    if (value < 0) {
      // The string is not a name, or it is truncated. Its closing quote may open one, if the text is not JSON from its start.
      const stringEnd = close < 0 ? endOfLine(text, open) : close;
      masked += text.slice(copiedTo, open + 1) + maskJsonInString(text.slice(open + 1, stringEnd), depth);
      copiedTo = stringEnd;
      open = close < 0 ? text.indexOf('"', stringEnd) : close;
      continue;
    }
    const isSecret = isSecretName(text.slice(open + 1, close));
    const secretEnd = isSecret ? endOfValue(text, value) : value;
    if (secretEnd > value) {
      masked += `${text.slice(copiedTo, value)}"${MASK}"`;
      copiedTo = secretEnd;
    }
    open = text.indexOf('"', secretEnd);
  }
  return masked + text.slice(copiedTo);
}

/** Masks the JSON that a JSON string contains, with escaped quotes: `{\"password\":\"x\"}`. Returns any other content as it is. */
function maskJsonInString(content: string, depth: number): string {
  if (depth === MAX_JSON_DEPTH || !content.includes('\\"')) return content;
  const inner = String(JSON.parse(`"${toValidContent(content)}"`));
  const maskedInner = maskJson(inner, depth + 1);
  return maskedInner === inner ? content : JSON.stringify(maskedInner).slice(1, -1);
}

/**
 * Returns the content of a JSON string as the parser accepts it. Takes an escape that JSON does not know, or that is cut off, for text, and
 * escapes control characters: a secret beside them must be masked all the same.
 */
function toValidContent(content: string): string {
  return content.replace(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|[\\\p{Cc}]/gu, (found) =>
    found.length > 1 ? found : JSON.stringify(found).slice(1, -1),
  );
}

/** Returns the index of the next line break, or the length of the text. */
function endOfLine(text: string, index: number): number {
  const lineEnd = text.indexOf("\n", index);
  return lineEnd < 0 ? text.length : lineEnd;
}

/** Returns the index of the closing quote on the same line, or -1. */
function endOfString(text: string, open: number): number {
  for (let index = open + 1; index < text.length; index++) {
    const character = text[index];
    if (character === '"') return index;
    if (character === "\n") return -1;
    if (character === "\\") index++;
  }
  return -1;
}

/** Returns the index of the value after a colon, or -1 if no colon follows. */
function startOfValue(text: string, from: number): number {
  const colon = skipBlanks(text, from);
  return text[colon] === ":" ? skipBlanks(text, colon + 1) : -1;
}

/** Returns the index of the next character that is not whitespace, or the length of the text. */
function skipBlanks(text: string, from: number): number {
  let index = from;
  while (index < text.length && " \t\r\n".includes(text[index]!)) index++;
  return index;
}

/** Returns the end of a string or number; `start` for anything else. A truncated string ends with the text. */
function endOfValue(text: string, start: number): number {
  if (text[start] === '"') {
    let index = start + 1;
    // A backslash escapes the next character, such as a quote.
    while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
    return Math.min(index + 1, text.length);
  }
  let index = start;
  while (index < text.length && /[\d.eE+-]/.test(text[index]!)) index++;
  return index;
}

/**
 * Masks secret fields of a URL-encoded form: `user=anna&password=secret` becomes `user=anna&password=•••`. Text of any type is searched, so
 * a name has no quote, and neither it nor the value has a line break: a form encodes both.
 */
function maskForm(text: string): string {
  return text.replace(/(^|&)([^=&"\n]*)=([^&\n]*)/g, (field, separator: string, name: string) =>
    isSecretName(name) ? `${separator}${name}=${MASK}` : field,
  );
}

/** Maximum distance from the name of a part to its body. */
const MAX_PART_HEAD_LENGTH = 1_500;

/**
 * Masks secret parts of a multipart form (RFC 7578): the name is in a part's head, the body follows an empty line. The body ends before the
 * delimiter line that is also above the head; if there is none, the rest of the text is masked.
 */
function maskParts(text: string): string {
  const names = /name="([^"\n]*)"/g;
  let masked = "";
  let copiedTo = 0;
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const head = text.slice(names.lastIndex, names.lastIndex + MAX_PART_HEAD_LENGTH);
    const emptyLine = /\r?\n\r?\n/.exec(head);
    // Without an empty line nearby, this `name="…"` is not in the head of a part.
    if (emptyLine === null || !isSecretName(match[1]!)) continue;
    const start = names.lastIndex + emptyLine.index + emptyLine[0].length;
    const end = endOfPart(text, start, findDelimiterBefore(text, match.index));
    masked += text.slice(copiedTo, start) + MASK;
    copiedTo = end;
    names.lastIndex = end;
  }
  return masked + text.slice(copiedTo);
}

/** Returns the delimiter line, such as `--boundary`, above the head that has a part's name at `nameIndex`; `null` if none is near. */
function findDelimiterBefore(text: string, nameIndex: number): string | null {
  // The first delimiter of a form has no line break before it.
  const before = `\n${text.slice(Math.max(0, nameIndex - MAX_PART_HEAD_LENGTH), nameIndex)}`;
  const lineBreak = before.lastIndexOf("\n--");
  return lineBreak < 0
    ? null
    : before
        .slice(lineBreak + 1)
        .split("\n", 1)[0]!
        .trimEnd();
}

/**
 * Returns where the part's body that begins at `start` ends: before the line break of the next delimiter, else at the end of the text.
 * Another line that begins with `--` may be of the secret itself.
 */
function endOfPart(text: string, start: number, delimiter: string | null): number {
  if (delimiter === null) return text.length;
  for (const { 1: line = "", index } of text.slice(start).matchAll(/\r?\n(--.*)/g)) {
    const shownLine = line.trimEnd();
    const isDelimiter = shownLine === delimiter || shownLine === `${delimiter}--`;
    if (isDelimiter) return start + index;
  }
  return text.length;
}

/** Masks secrets that are recognizable anywhere in a text: Frontdesk's tokens, signed tokens (JWT) and private keys. */
export function maskKnown(text: string): string {
  return maskPrivateKeys(
    maskTokens(text, MASK)
      // A JWT begins with `{"` in base64: `eyJ`. Not inside a longer word: with many starts the search takes quadratic time.
      .replace(/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK),
  );
}

/** Masks PEM private keys between their first and last line; up to the end of the text if it is cut. */
function maskPrivateKeys(text: string): string {
  const begins = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
  let masked = "";
  let copiedTo = 0;
  for (let match = begins.exec(text); match !== null; match = begins.exec(text)) {
    const end = text.indexOf("-----END", begins.lastIndex);
    masked += `${text.slice(copiedTo, begins.lastIndex)} ${MASK} `;
    copiedTo = end < 0 ? text.length : end;
    begins.lastIndex = copiedTo;
  }
  return masked + text.slice(copiedTo);
}
