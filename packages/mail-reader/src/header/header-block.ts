import { type HeaderWithParameters, parseParameters } from "./parameters.ts";

/** Header field with its lower-case name and its unfolded value as a latin1 string. */
export interface HeaderField {
  name: string;
  value: string;
}

/** Parsed header lines, and the lines that belong to the body after all. All are latin1 strings. */
export interface HeaderBlock {
  fields: HeaderField[];
  bodyLines: string[];
}

const FIELD_START = /^([!-9;-~]+)[ \t]*:/;
const FOLDED_LINE = /^[ \t]+\S/;
const BLANK = /^\s*$/;

/** Distinguishes a header field from a line of text with a colon. */
const KNOWN_FIELD =
  /^(?:subject|from|to|cc|bcc|date|sender|reply-to|received|return-path|message-id|in-reply-to|references|mime-version|content-[a-z-]+|x-[\w-]+|list-[a-z-]+|dkim-signature|authentication-results|delivered-to|errors-to|organi[sz]ation|user-agent|importance|precedence|status|newsgroups|path)[ \t]*:/i;

/**
 * Parses header lines leniently. If the first line is not a field, or no field has a known name, everything is body. A line
 * that is neither a field nor folded ends the header, unless more known fields follow.
 */
export function parseHeaderBlock(lines: string[], isRoot: boolean): HeaderBlock {
  const texts = [...lines];
  let start = 0;
  if (isRoot) {
    const first = texts[0]?.replace(/^\u00ef\u00bb\u00bf/, "");
    if (first !== undefined) texts[0] = first;
    if (/^>?From (?![ \t]*:)/.test(texts[0] ?? "")) start = 1;
    // A stray folded line above the mail's real header.
    if (
      FOLDED_LINE.test(texts[0] ?? "") &&
      texts.some((text) => /^(?:from|subject|received|message-id)[ \t]*:/i.test(text))
    )
      start = 1;
  }
  // No known field: a mail or part that starts with its text.
  if (!texts.some((text) => KNOWN_FIELD.test(text))) return { fields: [], bodyLines: lines };

  const fields: HeaderField[] = [];
  const lastKnown = texts.findLastIndex((text) => KNOWN_FIELD.test(text));
  for (let index = start; index < texts.length; index += 1) {
    const text = texts[index] ?? "";
    const field = FIELD_START.exec(text);
    const last = fields.at(-1);
    if (field) fields.push({ name: (field[1] ?? "").toLowerCase(), value: text.slice(field[0].length).trimStart() });
    else if (FOLDED_LINE.test(text) && last) last.value += ` ${text.trim()}`;
    else if (last === undefined || !continuesHeader(text, texts[index + 1], index < lastKnown)) {
      return { fields, bodyLines: lines.slice(last ? index : 0) };
    }
  }
  return { fields, bodyLines: [] };
}

/** Returns whether the header continues after a line that is neither a field nor folded. */
function continuesHeader(text: string, next: string | undefined, isKnownAhead: boolean): boolean {
  return BLANK.test(text) ? next !== undefined && (FIELD_START.test(next) || FOLDED_LINE.test(next)) : isKnownAhead;
}

/** Header information about a part's body. */
export interface ContentHeaders {
  /** Media type such as `text/html`; `text/plain` if the header has no usable type. */
  type: string;
  /** Only the parameters that parsing uses: a mail can have 400,000, and the tree is copied to a worker. */
  parameters: Map<string, string>;
  encoding: string;
  disposition: string;
}

const USED_PARAMETERS = new Set(["boundary", "charset", "delsp", "format"]);

/** Returns whether the type is text with markup. */
export function isMarkupType(type: string): boolean {
  return type === "text/html" || type === "text/enriched" || type === "text/richtext";
}

/** Returns whether a part of this type can be shown as the mail's text. */
export function isTextType(type: string): boolean {
  return type === "text/plain" || isMarkupType(type);
}

export function parseContentHeaders(fields: HeaderField[], defaultType = "text/plain"): ContentHeaders {
  const types = fields.filter(({ name }) => name === "content-type").map(({ value }) => parseParameters(value));
  // If there are two Content-Type fields, the one with a boundary is more useful.
  const type = types.find(({ parameters }) => parameters.has("boundary")) ?? types[0] ?? parseParameters("");
  return {
    type: normalizeType(type.value, defaultType),
    parameters: new Map([...type.parameters].filter(([name]) => USED_PARAMETERS.has(name))),
    encoding: parseField(fields, "content-transfer-encoding").value,
    disposition: parseField(fields, "content-disposition").value,
  };
}

/** Returns the value of the first field with this name; RFC 5322 allows no second. */
export function firstFieldValue(fields: HeaderField[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

function parseField(fields: HeaderField[], name: string): HeaderWithParameters {
  return parseParameters(firstFieldValue(fields, name) ?? "");
}

/** Normalizes a media type. Mail from before MIME says `text`, `TEXT` or nothing. */
function normalizeType(value: string, defaultType: string): string {
  if (value === "" || value === "text" || value === "plain") return value === "" ? defaultType : "text/plain";
  if (value === "html" || value === "application/xhtml+xml") return "text/html";
  return value.includes("/") ? value : "text/plain";
}
