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

/** UTF-8 bytes as a latin1 string. */
const UTF8_BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
/** A field's name, of all printable ASCII characters but the colon (RFC 5322), and its colon. */
const FIELD_START = /^([!-9;-~]+)[ \t]*:/;
const MAIN_FIELD = /^(?:from|subject|received|message-id)[ \t]*:/i;
const FOLDED_LINE = /^[ \t]+\S/;
const BLANK = /^\s*$/;

/** Distinguishes a header field from a line of text with a colon. */
const KNOWN_FIELD =
  /^(?:subject|from|to|cc|bcc|date|sender|reply-to|received|return-path|message-id|in-reply-to|references|mime-version|content-[a-z-]+|x-[\w-]+|list-[a-z-]+|dkim-signature|authentication-results|delivered-to|errors-to|organi[sz]ation|user-agent|importance|precedence|status|newsgroups|path)[ \t]*:/i;

/**
 * Parses the lines before the first empty one as a header, leniently. If the first line is not a field, or no field has a known
 * name, everything is body. A line that is neither a field nor folded ends the header, unless more known fields follow. `isRoot`:
 * the header is that of the mail, not of a part. Mailbox files and faulty senders put a line before it, which is skipped.
 */
export function parseHeaderBlock(originalLines: string[], { isRoot }: { isRoot: boolean }): HeaderBlock {
  // A copy: without a header all lines are body, and stay as they are.
  const lines = [...originalLines];
  if (isRoot && lines[0] !== undefined) lines[0] = lines[0].replace(UTF8_BYTE_ORDER_MARK, "");
  const lastKnownIndex = lines.findLastIndex((line) => KNOWN_FIELD.test(line));
  const hasKnownField = lastKnownIndex >= 0;
  if (!hasKnownField) return { fields: [], bodyLines: originalLines };

  const fields: HeaderField[] = [];
  const firstIndex = isRoot && hasStrayFirstLine(lines) ? 1 : 0;
  for (let index = firstIndex; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const match = FIELD_START.exec(line);
    const lastField = fields.at(-1);
    if (match) fields.push({ name: (match[1] ?? "").toLowerCase(), value: line.slice(match[0].length).trimStart() });
    else if (lastField === undefined) return { fields, bodyLines: originalLines };
    else if (FOLDED_LINE.test(line)) lastField.value += ` ${line.trim()}`;
    else if (!continuesHeader(line, lines[index + 1], index < lastKnownIndex))
      return { fields, bodyLines: originalLines.slice(index) };
  }
  return { fields, bodyLines: [] };
}

/** Returns whether the first line of a mail is no part of its header: an mbox separator, or a folded line before a real header. */
function hasStrayFirstLine(lines: string[]): boolean {
  const first = lines[0] ?? "";
  // `From a@b Mon Jan 5 …`, also with the quote mark of an mbox file
  const isMboxSeparator = /^>?From (?![ \t]*:)/.test(first);
  const isFoldedLine = FOLDED_LINE.test(first) && lines.some((line) => MAIN_FIELD.test(line));
  return isMboxSeparator || isFoldedLine;
}

/**
 * Returns whether the header continues after a line that is neither a field nor folded, as broken mailers write it: after text
 * if a known field follows anywhere, after blanks if the next line is a field or folded.
 */
function continuesHeader(line: string, nextLine: string | undefined, hasKnownFieldAhead: boolean): boolean {
  if (!BLANK.test(line)) return hasKnownFieldAhead;
  return nextLine !== undefined && (FIELD_START.test(nextLine) || FOLDED_LINE.test(nextLine));
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

/**
 * Parses the fields that describe a part's body. `defaultType` applies without a Content-Type. Keeps only the parameters that the
 * parser uses, because a sender may add any number of others.
 */
export function parseContentHeaders(fields: HeaderField[], defaultType = "text/plain"): ContentHeaders {
  const contentTypes = fields.filter(({ name }) => name === "content-type").map(({ value }) => parseParameters(value));
  // If there are two Content-Type fields, the one with a boundary is more useful.
  const contentType =
    contentTypes.find(({ parameters }) => parameters.has("boundary")) ?? contentTypes[0] ?? parseParameters("");
  return {
    type: normalizeType(contentType.value, defaultType),
    parameters: new Map([...contentType.parameters].filter(([name]) => USED_PARAMETERS.has(name))),
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

/** Returns a media type in the form `text/plain`. Mail from before MIME has `text`, `html` or nothing. */
function normalizeType(value: string, defaultType: string): string {
  if (value === "") return defaultType;
  if (value === "html" || value === "application/xhtml+xml") return "text/html";
  return value.includes("/") ? value : "text/plain";
}
