import { type HeaderWithParameters, parseParameters } from "./parameters.ts";

/** One header field: its name in lower case, its unfolded value byte by byte as a latin1 string. */
export interface HeaderField {
  name: string;
  value: string;
}

/** The lines before a body, byte by byte as latin1 strings, and those among them that turn out to belong to the body. */
export interface HeaderBlock {
  fields: HeaderField[];
  bodyLines: string[];
}

const FIELD_START = /^([!-9;-~]+)[ \t]*:/;
const FOLDED_LINE = /^[ \t]+\S/;
const BLANK = /^\s*$/;

/** Names that tell a header from a line of text that happens to hold a colon. */
const KNOWN_FIELD =
  /^(?:subject|from|to|cc|bcc|date|sender|reply-to|received|return-path|message-id|in-reply-to|references|mime-version|content-[a-z-]+|x-[\w-]+|list-[a-z-]+|dkim-signature|authentication-results|delivered-to|errors-to|organi[sz]ation|user-agent|importance|precedence|status|newsgroups|path)[ \t]*:/i;

/**
 * Reads a block of header lines as leniently as mail needs it. A block whose first line is no header, or that has no field
 * of a known name, is all body; a line that is neither header nor folding ends the header, unless more of the mail's header follows it.
 */
export function parseHeaderBlock(lines: string[], isRoot: boolean): HeaderBlock {
  const texts = [...lines];
  let start = 0;
  if (isRoot) {
    const first = texts[0]?.replace(/^\u00ef\u00bb\u00bf/, "");
    if (first !== undefined) texts[0] = first;
    if (/^>?From (?![ \t]*:)/.test(texts[0] ?? "")) start = 1;
    // Folding of nothing, but the mail's header below it.
    if (
      FOLDED_LINE.test(texts[0] ?? "") &&
      texts.some((text) => /^(?:from|subject|received|message-id)[ \t]*:/i.test(text))
    )
      start = 1;
  }
  // A mail or a part that begins with its text, in which a colon stands.
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

/** Whether the header goes on after a line that does not belong there. */
function continuesHeader(text: string, next: string | undefined, isKnownAhead: boolean): boolean {
  return BLANK.test(text) ? next !== undefined && (FIELD_START.test(next) || FOLDED_LINE.test(next)) : isKnownAhead;
}

/** What the header says about the body below it. */
export interface ContentHeaders {
  /** Such as `text/plain`; text/plain where nothing usable is said. */
  type: string;
  /** Only those that reading needs, because the tree goes to another thread and a mail may have 400,000 of them. */
  parameters: Map<string, string>;
  encoding: string;
  disposition: string;
}

const USED_PARAMETERS = new Set(["boundary", "charset", "delsp", "format"]);

/** Types with marks in their text, which counts where no plain text says the same. */
export function isMarkupType(type: string): boolean {
  return type === "text/html" || type === "text/enriched" || type === "text/richtext";
}

/** What a mail is read by. */
export function isTextType(type: string): boolean {
  return type === "text/plain" || isMarkupType(type);
}

export function parseContentHeaders(fields: HeaderField[], defaultType = "text/plain"): ContentHeaders {
  const types = fields.filter(({ name }) => name === "content-type").map(({ value }) => parseParameters(value));
  // Of two types the one that finds the parts is of more use than the first.
  const type = types.find(({ parameters }) => parameters.has("boundary")) ?? types[0] ?? parseParameters("");
  return {
    type: normalizeType(type.value, defaultType),
    parameters: new Map([...type.parameters].filter(([name]) => USED_PARAMETERS.has(name))),
    encoding: parseField(fields, "content-transfer-encoding").value,
    disposition: parseField(fields, "content-disposition").value,
  };
}

/** The first field of a name, as RFC 5322 allows no second. */
export function firstFieldValue(fields: HeaderField[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

function parseField(fields: HeaderField[], name: string): HeaderWithParameters {
  return parseParameters(firstFieldValue(fields, name) ?? "");
}

/** Mail from before MIME settled says `text`, `TEXT` or nothing. */
function normalizeType(value: string, defaultType: string): string {
  if (value === "" || value === "text" || value === "plain") return value === "" ? defaultType : "text/plain";
  if (value === "html" || value === "application/xhtml+xml") return "text/html";
  return value.includes("/") ? value : "text/plain";
}
