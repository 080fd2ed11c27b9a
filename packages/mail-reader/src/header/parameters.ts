import { decodeText } from "../charsets/decode-text.ts";

/** Parsed header such as `text/plain; charset=utf-8`: the value in lower case, and the parameters by lower-case name. */
export interface HeaderWithParameters {
  value: string;
  parameters: Map<string, string>;
}

const SINGLE_VALUE = /^[\w./+-]*$/;
const NON_PARAMETER = /[^\s=;"]+|[\s=;"]/y;
const PARAMETER = /([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gy;

/** Parses a header value with parameters. Tolerates what RFC 2045 and RFC 2231 forbid: missing semicolons, comments, open quotes. */
export function parseParameters(header: string): HeaderWithParameters {
  // Fast path for most headers: the full parse below takes as long as parsing the rest of a mail.
  if (SINGLE_VALUE.test(header)) return { value: header.toLowerCase(), parameters: new Map() };
  const text = header
    .slice(0, 8192)
    .replace(/^\s*\([^)]*\)/, "")
    .replace(/^(\s*[\w.-]+)\s{0,9}\/\s{0,9}/, "$1/");
  const value = /^[\s"]*([^\s;:,"(]*)/.exec(text);
  const parameters = new Map<string, string>();
  let position = value?.[0].length ?? 0;
  while (position < text.length) {
    PARAMETER.lastIndex = position;
    const match = PARAMETER.exec(text);
    if (!match) {
      // Skips a whole word: retrying at each letter would take quadratic time.
      NON_PARAMETER.lastIndex = position;
      position += NON_PARAMETER.exec(text)?.[0].length ?? 1;
      continue;
    }
    const [whole, name = "", quoted, token = ""] = match;
    // A token ends at a comment, or at the next parameter if the semicolon is missing.
    const bare = token.slice(0, / (?:\(|[\w*-]+=)/.exec(token.replaceAll("\t", " "))?.index);
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted === undefined ? bare.trim() : quoted.replace(/\\(.)/g, "$1"));
    position += quoted === undefined ? whole.length - token.length + bare.length : whole.length;
  }
  if (text.includes("*")) joinContinuations(parameters);
  return { value: (value?.[1] ?? "").toLowerCase(), parameters };
}

/** Joins `name*0*=`, `name*1=` … to `name` (RFC 2231). Starred pieces are percent-encoded; the first names the charset. */
function joinContinuations(parameters: Map<string, string>): void {
  const pieces = new Map<string, { order: number; text: string; isEncoded: boolean }[]>();
  for (const [key, text] of parameters) {
    const match = /^([^*]+)\*(\d{0,4})(\*?)$/.exec(key);
    if (!match) continue;
    const list = pieces.get(match[1] ?? "") ?? [];
    list.push({ order: Number(match[2]), text, isEncoded: match[2] === "" || match[3] === "*" });
    pieces.set(match[1] ?? "", list);
  }
  for (const [name, list] of pieces) {
    list.sort((a, b) => a.order - b.order);
    let charset: string | undefined;
    const bytes = list.map(({ text, isEncoded }, index) => {
      if (!isEncoded) return text;
      const tagged = index === 0 ? /^([^']*)'[^']*'(.*)$/s.exec(text) : null;
      if (tagged) charset = tagged[1];
      return (tagged?.[2] ?? text).replace(/%([0-9A-Fa-f]{2})/g, (_match, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
    });
    parameters.set(name, decodeText(Buffer.from(bytes.join(""), "latin1"), { label: charset }));
  }
}
