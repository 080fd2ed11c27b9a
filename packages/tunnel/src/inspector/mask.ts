import { maskTokens } from "@frontdesk/basics";
import { headerPairs } from "../wire/index.ts";

const SECRET = /authorization|cookie|token|secret|password|passwd|api-?key|apikey|session|signature/i;
const MASK = "•••";

/** Headers for the eye: pairs, with the values of those that carry secrets hidden. */
export function maskHeaders(flat: readonly string[]): [name: string, value: string][] {
  return [...headerPairs(flat)].map(([name, value]) => [name, SECRET.test(name) ? MASK : maskKnown(maskPath(value))]);
}

/** A path or an address for the eye: the values of parameters that carry secrets hidden. */
export function maskPath(path: string): string {
  return path.replace(/([?&#])([^?=&#]{1,200})=([^&#\s]*)/g, (all, mark: string, name: string) =>
    isSecretParameter(name) ? `${mark}${name}=${MASK}` : all,
  );
}

function isSecretParameter(name: string): boolean {
  let plain = name;
  try {
    plain = decodeURIComponent(name);
  } catch {
    // As it stands, then.
  }
  return SECRET.test(plain) || /^(?:code|key|sig|auth)$/i.test(plain);
}

/** A text body for the eye: secrets in JSON and in forms hidden, and whatever is known to be one by its looks. */
export function maskBody(text: string): string {
  return maskKnown(maskParts(maskForm(maskJson(text))));
}

const NAME = /token|secret|password|passwd|api_?key|authorization/i;
const LONGEST_NAME = 200;
const isSecretName = (name: string) => name.length <= LONGEST_NAME && NAME.test(name);

/** Fields of JSON, also one that is cut off in the middle. Each character is looked at a few times, whatever the text. */
function maskJson(text: string): string {
  let shown = "";
  let from = 0;
  for (let open = text.indexOf('"'); open >= 0; ) {
    const close = endOfString(text, open);
    if (close < 0) {
      // No quote ends it on this line, so none begins a name there either.
      const line = text.indexOf("\n", open);
      open = line < 0 ? -1 : text.indexOf('"', line);
      continue;
    }
    const value = startOfValue(text, close + 1);
    if (value < 0 || !isSecretName(text.slice(open + 1, close))) {
      // What ends one string may begin another, where the text is not JSON from its start.
      open = value < 0 ? close : text.indexOf('"', value);
      if (open === close && text.indexOf('"', close + 1) < 0) break;
      continue;
    }
    const end = endOfValue(text, value);
    if (end > value) {
      shown += `${text.slice(from, value)}"${MASK}"`;
      from = end;
    }
    open = text.indexOf('"', Math.max(end, value));
  }
  return shown + text.slice(from);
}

/** Where the string that begins here ends: at a quote of the same line. -1 where there is none. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '"') return at;
    if (character === "\n") return -1;
    if (character === "\\") at++;
  }
  return -1;
}

/** Behind a colon. -1 where none follows. */
function startOfValue(text: string, from: number): number {
  const colon = skipBlanks(text, from);
  return text[colon] === ":" ? skipBlanks(text, colon + 1) : -1;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text[at]!)) at++;
  return at;
}

/** Of a string or a number. The same place for anything else. */
function endOfValue(text: string, start: number): number {
  if (text[start] === '"') {
    let at = start + 1;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    return Math.min(at + 1, text.length);
  }
  let at = start;
  while (at < text.length && /[\d.eE+-]/.test(text[at]!)) at++;
  return at;
}

function maskForm(text: string): string {
  return text.replace(/(^|&)([^=&"\n]*)=([^&\n]*)/g, (all, mark: string, name: string) =>
    isSecretName(name) ? `${mark}${name}=${MASK}` : all,
  );
}

/** How far behind its name the body of a part begins at most. */
const PART_HEAD = 1_500;

/** The parts of a multipart form. */
function maskParts(text: string): string {
  const names = /name="([^"\n]*)"/g;
  let shown = "";
  let from = 0;
  for (let found = names.exec(text); found !== null; found = names.exec(text)) {
    const head = text.slice(names.lastIndex, names.lastIndex + PART_HEAD);
    const gap = /\r?\n\r?\n/.exec(head);
    if (gap === null || !isSecretName(found[1]!)) continue;
    const start = names.lastIndex + gap.index + gap[0].length;
    const next = text.indexOf("\n--", start);
    const end = next < 0 ? text.length : text[next - 1] === "\r" && next > start ? next - 1 : next;
    shown += text.slice(from, start) + MASK;
    from = end;
    names.lastIndex = end;
  }
  return shown + text.slice(from);
}

/** Hides what is a secret wherever it stands: our own tokens, signed ones, and private keys. */
export function maskKnown(text: string): string {
  return maskPrivateKeys(
    maskTokens(text, MASK)
      // Not inside a longer word: else each place in a long one would be a start.
      .replace(/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK),
  );
}

function maskPrivateKeys(text: string): string {
  const begins = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
  let shown = "";
  let from = 0;
  for (let found = begins.exec(text); found !== null; found = begins.exec(text)) {
    const end = text.indexOf("-----END", begins.lastIndex);
    shown += `${text.slice(from, begins.lastIndex)} ${MASK} `;
    from = end < 0 ? text.length : end;
    begins.lastIndex = from;
  }
  return shown + text.slice(from);
}
